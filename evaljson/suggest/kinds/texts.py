"""Texts that differ only in how they are written: case, accents, white space, punctuation, look-alikes, word order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from evaljson.base.params import parse_xeval_entry
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.meaning_marks import MeaningMarks
from evaljson.suggest.kinds.text_axes import AXES, Axis
from evaljson.suggest.kinds.times_of_day import are_times, is_one_time
from evaljson.suggest.kinds.written_texts import LONGEST, Written
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import (
    Proposal,
    are_other_numbers,
    has_separators,
    is_code,
    may_be_decimals,
    merging,
    mixes_case,
    seen_apart,
    uncapitalised,
)
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.registry import get_transform

TITLES: Final = {
    "case": "Ignore upper and lower case",
    "accents": "Ignore accents",
    "whitespace": "Read all white space as single spaces",
    "spaces": "Ignore all white space",
    "punctuation": "Ignore punctuation and extra white space",
    "hyphens": "Read hyphens as white space",
    "separators": "Ignore separators in codes",
    "hour_zeros": "Ignore a zero before the hour",
    "leading_zeros": "Ignore leading zeros",
    "width": "Ignore the width of characters",
    "lookalikes": "Treat dashes and quotes that look alike as equal",
    "word_order": "Ignore the order of words",
}


_BY_KIND: Final = {axis.kind: axis for axis in AXES}
_MILD: Final = ("whitespace", "width", "lookalikes", "case", "accents")
_MORE: Final = ((), ("spaces",), ("hyphens",), ("punctuation",), ("word_order",), ("punctuation", "word_order"))
_MORE_OF_TIMES: Final = (*_MORE[:2], ("hour_zeros",), ("separators",), ("hour_zeros", "separators"), *_MORE[2:])
_MORE_OF_CODES: Final = (
    *_MORE[:2],
    ("leading_zeros",),
    ("separators",),
    ("leading_zeros", "separators"),
    *_MORE[2:],
)
"""What is tried beside the mild ones, in texts, times of day and codes."""
_KEEP_NUMBERS: Final = frozenset({"punctuation", "separators", "hyphens"})
"""Never tried where a side is a decimal: 6.3 is not 63; and where a mark is part of the answer: B- is not B."""
_SHORT: Final = 2
"""Characters of a number that is written with a zero for looks, as a day is."""


def written_alike(fld: Field, left: list[WrongPair]) -> Iterator[Proposal]:
    """Propose each axis that makes enough of the texts equal, alone or with the others that are proposed.

    `left` are the mismatches that no comparator explains.
    """
    written, needs, untried = Written(), dict[tuple[str, ...], list[WrongPair]](), list[WrongPair]()
    golds = fld.values(str)
    marks = _marks_of(fld)
    more = _MORE_OF_TIMES if are_times(golds) else _MORE_OF_CODES if has_separators(golds) else _MORE
    for pair in (wrong for wrong in left if isinstance(wrong.gold, str) and isinstance(wrong.extracted, str)):
        kinds = _needed(pair, more, marks, written)
        if kinds:
            needs.setdefault(kinds, []).append(pair)
        elif _may_become_equal(pair, written):
            untried.append(pair)
    among = set(_BY_KIND)
    while True:
        found = list(_proposed(fld, needs, untried, _chosen(needs, among), written))
        refused = {kind for kinds, proposal in found if proposal is None for kind in kinds}
        if not refused:
            break
        among -= refused  # the others are counted without them
    yield from (proposal for _, proposal in found if proposal is not None)


def _proposed(
    fld: Field,
    needs: Mapping[tuple[str, ...], list[WrongPair]],
    untried: Sequence[WrongPair],
    chosen: set[str],
    written: Written,
) -> Iterator[tuple[tuple[str, ...], Proposal | None]]:
    """Yield the proposal of each group of these axes; None where it would make codes the same.

    `untried` are no evidence for any, since a side is a decimal or a mark is part of the answer; what an axis makes
    equal of them counts all the same.
    """
    of = counted(fld.mismatches)
    by_axis: dict[str, list[WrongPair]] = defaultdict(list)
    for kinds, pairs in needs.items():
        for kind in kinds if set(kinds) <= chosen else ():
            by_axis[kind] += pairs
    for kinds, whole, explained in _usable(_always_together(by_axis), by_axis, needs, chosen):
        axis = replace(_joined([_BY_KIND[kind] for kind in whole]), kind=kinds[-1])
        milder = _milder(whole, explained, needs, chosen, written)
        also = [pair for pair in untried if written(pair.gold, whole) == written(pair.extracted, whole)]
        alone, explained = [*needs[whole], *also], [*explained, *also]
        proposal = _proposal(fld, axis, whole, alone, explained, milder, of, written)
        yield kinds, proposal


def _usable(
    groups: Iterable[tuple[str, ...]],
    by_axis: Mapping[str, list[WrongPair]],
    needs: Mapping[tuple[str, ...], list[WrongPair]],
    chosen: set[str],
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], list[WrongPair]]]:
    """Yield each group with all axes that it is proposed with, and what these explain.

    One that makes no pair equal by itself takes along what it mostly comes with: alone it would change nothing.
    """
    with_others: dict[tuple[str, ...], tuple[str, ...]] = {}
    for kinds in groups:
        if kinds in needs:
            yield kinds, kinds, by_axis[kinds[0]]
        else:
            larger = [some for some in needs if set(kinds) < set(some) <= chosen]
            with_others[max(larger, key=lambda some: counted(needs[some]))] = kinds
    for whole, kinds in with_others.items():
        yield kinds, whole, [p for some in needs if set(kinds) <= set(some) <= set(whole) for p in needs[some]]


def _milder(
    whole: tuple[str, ...],
    explained: Iterable[WrongPair],
    needs: Mapping[tuple[str, ...], list[WrongPair]],
    chosen: set[str],
    written: Written,
) -> dict[tuple[str, ...], list[WrongPair]]:
    """Return what these axes make equal as well and others do alone, by those: no white space at all settles what
    single spaces do. By () what no others that are proposed do."""
    known = set(map(id, explained))
    found: dict[tuple[str, ...], list[WrongPair]] = {}
    for kinds, pairs in needs.items():
        also = [p for p in pairs if id(p) not in known and written(p.gold, whole) == written(p.extracted, whole)]
        if also:
            found.setdefault(kinds if set(kinds) <= chosen else (), []).extend(also)
    return found


def _always_together(by_axis: Mapping[str, list[WrongPair]]) -> list[tuple[str, ...]]:
    """Group axes that explain the very same pairs: each of them alone would explain nothing."""
    groups: dict[frozenset[int], list[str]] = {}
    for axis in AXES:
        if axis.kind in by_axis:
            groups.setdefault(frozenset(map(id, by_axis[axis.kind])), []).append(axis.kind)
    return [tuple(kinds) for kinds in groups.values()]


def _joined(axes: Sequence[Axis]) -> Axis:
    """Join several axes: with the name and level of the least mild, and the reasons of all."""
    doing, why = (
        joint.join(phrase if not place else uncapitalised(phrase) for place, phrase in enumerate(every))
        for joint, every in ((" and ", [axis.doing for axis in axes]), ("; ", [axis.why for axis in axes]))
    )
    return replace(axes[-1], differ=" and ".join(axis.differ for axis in axes), doing=doing, why=why)


def _marks_of(fld: Field) -> MeaningMarks:
    golds = fld.values(str)
    return MeaningMarks(golds, are_times=are_times(golds))


def _needed(pair: WrongPair, more: Sequence[tuple[str, ...]], marks: MeaningMarks, written: Written) -> tuple[str, ...]:
    """Return the fewest axes that make the two texts equal, the mildest first; empty if none do."""
    gold, extracted = pair.gold, pair.extracted
    if not _may_become_equal(pair, written):
        return ()
    keeps_marks = may_be_decimals(gold, extracted) or marks.are_lost(gold, extracted)
    for some in more:
        if keeps_marks and not _KEEP_NUMBERS.isdisjoint(some):
            continue
        every = (*_MILD, *some)
        both = written(gold, every)
        if both and both == written(extracted, every):
            return _fewest(gold, extracted, every, written)
    return ()


def _may_become_equal(pair: WrongPair, written: Written) -> bool:
    longest = max(len(pair.gold), len(pair.extracted))
    return longest <= LONGEST and written.bare(pair.gold) == written.bare(pair.extracted)


def _fewest(gold: str, extracted: str, every: tuple[str, ...], written: Written) -> tuple[str, ...]:
    for size in range(1, len(every)):
        for some in combinations(every, size):
            if written(gold, some) == written(extracted, some):
                return some
    return every


def _chosen(needs: Mapping[tuple[str, ...], list[WrongPair]], among: set[str]) -> set[str]:
    """Choose those `among` some axes that explain enough; one without support takes the pairs that need it with it."""
    chosen = among
    while True:
        usable = {kinds: pairs for kinds, pairs in needs.items() if set(kinds) <= chosen}
        weak = {kind for kind in chosen if not _enough(kind, [p for k, ps in usable.items() if kind in k for p in ps])}
        if not weak:
            return chosen
        chosen = chosen - weak


def _enough(kind: str, pairs: list[WrongPair]) -> bool:
    axis = _BY_KIND[kind]
    if axis.of_codes and len({pair.gold for pair in pairs}) < axis.least:
        return False
    return counted(pairs) >= axis.least and seen_apart(pairs, min(2, len(pairs)))


def _proposal(
    fld: Field,
    axis: Axis,
    kinds: tuple[str, ...],
    alone: list[WrongPair],
    explained: list[WrongPair],
    milder: Mapping[tuple[str, ...], list[WrongPair]],
    of: int,
    written: Written,
) -> Proposal | None:
    merged = merging(fld, lambda text: written(text, kinds) if isinstance(text, str) else None)
    merged = tuple(group for group in merged if not ("hour_zeros" in kinds and is_one_time(group)))
    texts = fld.values(str)
    if (is_code(texts) or axis.of_codes) and (merged or ("case" in kinds and mixes_case(texts))):
        return None  # codes that differ in nothing else are different codes
    with_others = "" if len(alone) == len(explained) else ", some of them with what else is proposed here"
    sentence = f"In {fld.path}, {counted(explained):,} of {of:,} mismatches differ only in {axis.differ}{with_others}"
    settled = [pair for pairs in milder.values() for pair in pairs]
    if settled:
        names = [TITLES[kinds[0]] for kinds in milder if len(kinds) == 1]
        less = f"only “{names[0]}”" if len(names) == len(milder) == 1 else "less than that"
        verb = "needs" if counted(settled) == 1 else "need"
        sentence += f"; it settles {counted(settled):,} more, which {verb} {less}"
    explained = [*explained, *settled]
    transforms = tuple(entry for kind in kinds for entry in _used(_BY_KIND[kind], explained))
    transforms = tuple({repr(entry): entry for entry in transforms}.values())
    level, why = _risk(axis, kinds, texts, explained, _marks_of(fld))
    edit, also = Edit(fld.path, transforms), tuple(kind for kind in kinds if kind != axis.kind)
    return Proposal(axis.kind, edit, sentence, axis.doing, tuple(explained), of, level, why, merged, also=also)


def _risk(
    axis: Axis, kinds: tuple[str, ...], texts: Sequence[str], explained: Sequence[WrongPair], marks: MeaningMarks
) -> tuple[Level, str]:
    """Return level and reason; in codes of one length, such as postal codes, a leading zero is part of them. A decimal
    without its point is another number."""
    widths = {len(text.strip()) for text in texts}
    if "leading_zeros" in kinds and len(widths) == 1 and min(widths) > _SHORT:
        return "high", f"{axis.why}; all gold values have the same length, so a zero is most likely part of them"
    other = next((pair for pair in explained if are_other_numbers(pair.gold, pair.extracted)), None)
    if other is not None and not _KEEP_NUMBERS.isdisjoint(kinds):
        return "high", f"{axis.why}; {other.extracted} counts as {other.gold}, which is another number"
    other = next((pair for pair in explained if marks.are_lost(pair.gold, pair.extracted)), None)
    if other is not None and not _KEEP_NUMBERS.isdisjoint(kinds):
        return "high", f"{axis.why}; {other.extracted} counts as {other.gold}, which is another answer"
    return axis.level, axis.why


def _used(axis: Axis, explained: list[WrongPair]) -> tuple[Any, ...]:
    """Return the transforms of an axis that change any of the texts; lowercase if it does all that casefold does."""
    texts = [text for pair in explained for text in (pair.gold, pair.extracted)]
    if axis.kind == "case":
        return ("lowercase",) if all(text.lower() == text.casefold() for text in texts) else ("casefold",)
    if axis.kind != "lookalikes":
        return axis.transforms
    changing = []
    for entry in axis.transforms:
        name, params = parse_xeval_entry(entry)
        if any(get_transform(name)(text, params) != text for text in texts):
            changing.append(entry)
    return tuple(changing)
