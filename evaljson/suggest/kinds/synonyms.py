"""Values that are regularly extracted for one another: two names for the same thing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.comparators.quantity.currencies import ISO, currencies_of
from evaljson.scoring.status import NAMES, OMISSION
from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds.nulls import is_nothing, is_word
from evaljson.suggest.kinds.typos import among_many_typos
from evaljson.suggest.kinds.units_apart import are_units, is_other_unit
from evaljson.suggest.proposal import Proposal, share
from evaljson.suggest.values_below import values_below
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted
from evaljson.transforms.number_text import short

TITLES: Final = {"synonyms": "Treat some values as synonyms"}
GoldRecords = Mapping[str, Sequence[Any]]
"""The gold records of each variant."""
_LEAST: Final = 3
_LEAST_RECORDS: Final = 2
_LONGEST: Final = 60
_MOST_WORDS: Final = 6
_FAITHFUL: Final = 0.9
"""Of all that an extracted value stands for, the share that must be the same gold value."""
_PREVAILS: Final = 0.6
"""Else: of the results of that gold value in a variant, the share in which it was extracted instead."""
_SHOWN: Final = 3
_GONE: Final = "missing elements"
_CODE_OR_AMOUNT: Final = re.compile(r"^\S*$|^\W*\d")
"""One word with digits in it, or a text that begins with a number."""
_EXPONENT: Final = re.compile(r"(?<![^\W\d_])((?:[mcdk]?m|ft|in|yd|mi))[23\u00b2\u00b3](?!\w)")
"""A unit of area or volume, whose digit is no number: m2."""
_PER: Final = re.compile(r"\s+(?:per|pro|je)\s+")
"""What a slash stands for between units."""


def regular_pairs(fld: Field, left: list[WrongPair], gold: GoldRecords) -> Iterator[Proposal]:
    """Propose a table of synonyms from `left`, what is wrong and nothing simpler explains; `gold` has the records."""
    seen, of_units = Seen.of(fld), are_units(fld.values(str))
    typos = among_many_typos(fld.texts)
    chosen = [
        pair
        for pair in regular(left, seen)
        if ((pair.gold, pair.extracted) not in typos or seen.prevails(pair))
        and not is_other_unit(pair.gold, pair.extracted, of_units=of_units)
        and (is_one_currency(pair) or _is_seen_apart(pair, gold))
        and not _is_misplaced(pair, fld, gold)
    ]
    chosen = without_catch_alls(chosen)
    several = _of_several_currencies(chosen)
    merging = [pair for pair in chosen if pair.extracted in seen.golds]
    apart = [pair for pair in chosen if pair.extracted not in seen.golds and pair.gold not in several]
    if apart:
        yield proposal_of(fld, table_of(apart, seen), apart, seen)
    for pair in merging:  # each is a question of its own: gold has both as different answers
        yield proposal_of(fld, {pair.extracted: pair.gold}, [pair], seen)
    for pair in chosen:
        if pair.extracted not in seen.golds and pair.gold in several:
            proposal = proposal_of(fld, {pair.extracted: pair.gold}, [pair], seen)
            why = f"{short(pair.gold)} can be {' or '.join(several[pair.gold])} here, which are different currencies"
            yield replace(proposal, level="high", why=why)


def _of_several_currencies(pairs: Sequence[WrongPair]) -> dict[str, list[str]]:
    """Return the codes that were extracted for a sign of currencies, where these are several: USD and CAD for $."""
    codes: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        if is_one_currency(pair) and pair.extracted.strip().upper() in ISO:
            codes[pair.gold].add(pair.extracted.strip().upper())
    return {gold: sorted(every) for gold, every in codes.items() if len(every) > 1}


def without_catch_alls(pairs: Sequence[WrongPair]) -> list[WrongPair]:
    """Leave out what is extracted for several gold values: it is no name for any of them, but less than each says."""
    stands_for: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        stands_for[pair.extracted].add(pair.gold)
    return [pair for pair in pairs if len(stands_for[pair.extracted]) == 1]


def _is_seen_apart(pair: WrongPair, gold: GoldRecords) -> bool:
    """Check whether the pair occurs in different records: copies of one record prove no more than one."""
    return len({strict_key(gold[variant][place]) for variant, place in pair.places}) >= _LEAST_RECORDS


def _is_misplaced(pair: WrongPair, fld: Field, gold: GoldRecords) -> bool:
    """Check whether what was extracted is mostly in another element of the same gold record: these are in another
    order, and no word is a name for another."""
    if "[]" not in fld.path:
        return False
    there = 0
    for variant, place in pair.places:
        values = (fld.gold.get(strict_key(value)) for value in values_below([gold[variant][place]], fld.path))
        there += any(entry is not None and strict_equal(entry.value, pair.extracted) for entry in values)
    return 2 * there > len(pair.places)


def regular(pairs: list[WrongPair], seen: Seen) -> list[WrongPair]:
    """Return the pairs that are two names for the same thing, each once."""
    return [
        pair
        for pair in _merged(pairs)
        if is_one_currency(pair) or (_are_names(pair.gold, pair.extracted) and seen.is_regular(pair))
    ]


def is_one_currency(pair: WrongPair) -> bool:
    """Check whether one side is the code of a currency and the other a sign or a word that may mean it."""
    return _are_one_currency(pair.gold, pair.extracted)


def _are_one_currency(gold: str, extracted: str) -> bool:
    left, right = (currencies_of(text.strip()) for text in (gold, extracted))
    if left is None or right is None or left.isdisjoint(right):
        return False
    return any(text.strip().upper() in ISO for text in (gold, extracted))


@dataclass(frozen=True, slots=True)
class Seen:
    """What texts stand for at a field."""

    meant: Mapping[str, Counter[str]]
    """By extracted text, how often gold has what."""
    golds: Mapping[str, Counter[str]]
    """By gold text, its results in each variant."""

    @classmethod
    def of(cls, fld: Field) -> Seen:
        meant: dict[str, Counter[str]] = defaultdict(Counter)
        golds: dict[str, Counter[str]] = defaultdict(Counter)
        for pair in (*fld.texts, *fld.apart):
            meant[pair.extracted][pair.gold] += pair.count
        for gold in fld.gold.values():
            if isinstance(gold.value, str):
                golds[gold.value].update(gold.by)
                meant[gold.value][gold.value] += gold.matched
        return cls(meant, golds)

    def is_regular(self, pair: WrongPair) -> bool:
        """Check whether one is a name for the other: it stands for nothing else, or a variant always uses it.

        What is confused now and then is an error.
        """
        if pair.count < _LEAST or len(pair.records) < _LEAST_RECORDS:
            return False
        stands_for, reverse = self.meant[pair.extracted], self.meant[pair.gold][pair.extracted]
        if pair.extracted not in self.golds and share(stands_for[pair.gold], stands_for.total()) >= _FAITHFUL:
            return True
        return reverse == 0 and self.prevails(pair)

    def prevails(self, pair: WrongPair) -> bool:
        """Check whether a variant mostly has this for that gold value."""
        return any(n >= _LEAST and share(n, self.golds[pair.gold][name]) >= _PREVAILS for name, n in pair.by.items())


def _merged(pairs: list[WrongPair]) -> list[WrongPair]:
    """Merge pairs that are the same as compared; they may differ as written."""
    merged: dict[tuple[str, str], WrongPair] = {}
    for pair in pairs:
        if not isinstance(pair.gold, str) or not isinstance(pair.extracted, str):
            continue
        same = merged.get((pair.gold, pair.extracted))
        if same is None:
            merged[pair.gold, pair.extracted] = replace(pair, by=pair.by.copy(), records=set(pair.records))
        else:
            same.by.update(pair.by)
            same.records |= pair.records
            same.is_apart &= pair.is_apart
    return list(merged.values())


def may_be_synonyms(gold: str, extracted: str, *, of_units: bool) -> bool:
    """Check whether two texts could be names for one thing, however often one is extracted for the other."""
    return (_are_one_currency(gold, extracted) or _are_names(gold, extracted)) and not is_other_unit(
        gold, extracted, of_units=of_units
    )


def _are_names(gold: str, extracted: str) -> bool:
    """Check whether both could be names: short, without digits (or with the same ones, as in an address), and neither a
    part of the other, as of a text cut off."""
    gold, extracted = gold.strip(), extracted.strip()
    if not (is_short_name(gold) and is_short_name(extracted)):
        return False
    bare = [_EXPONENT.sub("", text) for text in (gold, extracted)]
    digits = [re.findall(r"\d+", text) for text in bare]
    if any(digits) and (digits[0] != digits[1] or any(map(_CODE_OR_AMOUNT.search, bare))):
        return False
    if _codes_in(bare[0]) != _codes_in(bare[1]) or _differ_in_letter(*bare):
        return False
    part, whole = sorted((gold.casefold(), extracted.casefold()), key=len)
    return not (part in whole and len(whole.split()) > 1) and not _is_hyphenated(part, whole)


def _codes_in(text: str) -> list[str]:
    """Return the words with digits in them: Room A2 is not Room B2."""
    return re.findall(r"\w*\d\w*", text.casefold())


def _differ_in_letter(one: str, other: str) -> bool:
    """Check whether texts of several words differ in words of a single letter alone: Room A is not Room B."""
    words = [re.findall(r"\w+", text.casefold()) for text in (one, other)]
    if len(words[0]) != len(words[1]) or len(words[0]) < 2:
        return False
    apart = [pair for pair in zip(*words, strict=True) if pair[0] != pair[1]]
    return 0 < len(apart) < len(words[0]) and all(len(word) == 1 for pair in apart for word in pair)


def is_short_name(text: str) -> bool:
    """Check whether a text could be a name: neither long nor a word for nothing or for yes and no."""
    is_short = len(text) <= _LONGEST and len(text.split()) <= _MOST_WORDS
    return is_short and not is_nothing(text) and not is_word(text)


def _is_hyphenated(part: str, whole: str) -> bool:
    """Check whether a text is some of the words that hyphens, slashes or spaces join in the other: co-pilot is no
    pilot."""
    words = [re.split(r"[\W_]+", text) for text in (part, _PER.sub("/", whole))]
    return len(words[1]) > 1 and set(words[0]) < set(words[1])


def table_of(pairs: list[WrongPair], seen: Seen) -> dict[str, str]:
    """Map every text to the one that stands for all with the same meaning: the most frequent gold value."""
    table: dict[str, str] = {}
    for group in _linked([(pair.gold, pair.extracted) for pair in pairs]):
        chief = min(group, key=lambda text: (-seen.golds[text].total() if text in seen.golds else 1, text))
        table |= {text: chief for text in group if text != chief}
    return dict(sorted(table.items()))


def _linked(pairs: list[tuple[str, str]]) -> list[set[str]]:
    """Group texts that pairs link, directly or through others."""
    group: dict[str, set[str]] = {}
    for left, right in pairs:
        joined = group.get(left, {left}) | group.get(right, {right})
        group |= dict.fromkeys(joined, joined)
    return [set(texts) for texts in {frozenset(texts) for texts in group.values()}]


def _of(fld: Field, explained: list[WrongPair]) -> tuple[int, str]:
    """Return of how many wrong results these are some, and what to call them all."""
    gone = [pair for pair in fld.wrong if pair.alone and pair.status == NAMES[OMISSION]]
    if not any(pair.is_apart for pair in explained):
        return counted(fld.mismatches), "mismatches"
    if all(pair.is_apart for pair in explained):
        return counted(gone), _GONE
    return counted((*fld.mismatches, *gone)), "mismatches and missing elements"


def proposal_of(fld: Field, table: dict[str, str], explained: list[WrongPair], seen: Seen) -> Proposal:
    """Propose a table: extracted text -> gold text. `explained` are the mismatches that it makes right."""
    of, what = _of(fld, explained)
    ranked = sorted(explained, key=lambda pair: (-pair.count, pair.extracted))
    listed = ", ".join(f"{short(pair.extracted)} for {short(pair.gold)}" for pair in ranked[:_SHOWN])
    more = f" and {len(ranked) - _SHOWN:,} more" if len(ranked) > _SHOWN else ""
    many = counted(explained)
    few = "this pair" if len(ranked) == 1 else "the same few pairs" if many > len(ranked) else "these pairs"
    are = f"{'is' if many == 1 else 'are'} {'there under another name' if what == _GONE else few}"
    sentence = f"In {fld.path}, {many:,} of {of:,} {what} {are}: {listed}{more}"
    groups: dict[str, list[str]] = defaultdict(list)
    for text in (*table, *dict.fromkeys(table.values())):
        if text in seen.golds:
            groups[table.get(text, text)].append(text)
    merged = tuple(tuple(texts) for texts in groups.values() if len(texts) > 1)
    why = "Check the table: an extractor that is always wrong in the same way looks the same"
    edit = Edit(fld.path, ({"map_values": {"values": table}},))
    doing = f"Mapping {len(table):,} {'value' if len(table) == 1 else 'values'} to gold's"
    return Proposal(
        "synonyms", edit, sentence, doing, tuple(explained), of, "high" if merged else "medium", why, merged
    )
