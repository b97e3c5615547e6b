"""Values that differ both in the mark before the decimals, or of thousands, and in what a comparator reads.

48.1 kWh/m2 and 48,1 kWh/m²; 5,450 EUR and 5.450 €: the mark is rewritten first, and then the comparator reads both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from evaljson.suggest.edit import Edit
from evaljson.suggest.kinds import thousands_marks
from evaljson.suggest.kinds.read_kinds import ask
from evaljson.suggest.model import LEVELS, Level
from evaljson.suggest.proposal import UNIT, Proposal, seen_apart, uncapitalised
from evaljson.suggest.wrong_pairs import AlikePair, Field, Gold, WrongPair, counted

COMMA: Final = r"(?<![\d.,'])(0(?=,\d{3}(?![.,]?\d))|\d+(?=,(?:\d{1,2}|\d{4,})(?![.,]?\d))),"
"""The only mark of a number, before decimals for sure: of 1.234,50 and 1,234 a comparator knows as much."""
_LEAST: Final = 3
"""Results that need a mark rewritten."""
_MORE: Final = 2
"""Results that need a comparator beside that, as many as it needs alone."""
_NUMBER: Final = re.compile(rf"[+-]?[0-9]+(?:[.,][0-9]+)?(?:{UNIT})?")


@dataclass(frozen=True, slots=True)
class NumberMark:
    """A mark of numbers that is rewritten."""

    kind: str
    pattern: str
    replacement: str
    said: str
    """Completes "… are the same, with …"."""
    doing: str
    why: str


DECIMALS: Final = NumberMark(
    "decimal_mark", COMMA, r"\1.", "a comma before the decimals on one side and a point on the other",
    "Reading the comma as a point", "A comma with three digits behind it stays as it is, as it may mark thousands",
)  # fmt: skip
THOUSANDS: Final = NumberMark(
    "thousands_mark", thousands_marks.PATTERN, "", "another mark of thousands",
    "Leaving out marks of thousands", thousands_marks.PROVEN,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A field whose values are as they are once some marks are rewritten."""

    marks: tuple[NumberMark, ...]
    field: Field
    transforms: tuple[Any, ...]
    originals: dict[int, WrongPair]
    """The pairs of the field as it is, by the id of the rewritten one."""
    is_plain: bool
    """Whether all that is rewritten are numbers, alone or with a short unit: in any other text, a comma may be between
    two numbers."""

    def as_before(self, pairs: Sequence[WrongPair]) -> tuple[WrongPair, ...]:
        """Return the pairs of the field as it is."""
        return tuple(self.originals[id(pair)] for pair in pairs)


def read_with_marks(
    fld: Field, proposals: Sequence[Proposal], read: Callable[[Field], Iterable[Proposal]]
) -> Iterator[Proposal]:
    """Propose the comparator and the marks that explain most together, where either explains fewer results alone.

    `proposals` are those of comparators alone; `read` yields those of a field whose marks are rewritten.
    """
    now = fld.node.comparator
    if now is None or now.name != "exact":
        return  # numbers that are compared as such have suggestions of their own for each difference
    most = max((counted(proposal.explained) for proposal in proposals), default=0)
    found: list[Proposal] = []
    for one in rewritten(fld):
        alone = counted(_equal_now(one.field))
        for proposal in read(one.field):
            n = counted(proposal.explained)
            if n >= most + _LEAST and n >= alone + _MORE and counted(_changed(one, proposal)) >= _LEAST:
                found.append(_joined(fld, proposal, one))
    best = max(found, key=lambda proposal: counted(proposal.explained), default=None)
    if best is not None:
        yield best


def written_with_marks(
    fld: Field, left: Sequence[WrongPair], write: Callable[[Field, list[WrongPair]], Iterable[Proposal]]
) -> Iterator[Proposal]:
    """Propose ways to write texts beside a mark, of the results that neither explains alone: 7.5 abc and 7,5 ABC.

    `left` are the mismatches that nothing explains; `write` yields the ways for those of a field.
    """
    unexplained = set(map(id, left))
    for one in rewritten(fld):
        pairs = [pair for pair in one.field.mismatches if id(one.originals[id(pair)]) in unexplained]
        changed = [pair for pair in pairs if _is_changed(pair, one.originals[id(pair)])]
        for proposal in write(one.field, changed):
            if counted(proposal.explained) >= _LEAST and seen_apart(proposal.explained, _LEAST):
                yield _joined(fld, proposal, one)


def marks_under(fld: Field) -> Iterator[Proposal]:
    """Propose to rewrite a mark under the comparator that a field has, which cannot read both."""
    now = fld.node.comparator
    if now is None or now.params.get("decimal") == ",":
        return
    found = [(one, _equal_now(one.field)) for one in rewritten(fld) if not _loses(one.field)]
    one, explained = max(found, key=lambda each: counted(each[1]), default=(None, []))
    if one is None or counted(explained) < _LEAST or not seen_apart(explained, _LEAST):
        return
    n, of, said = counted(explained), counted(fld.mismatches), " and ".join(mark.said for mark in one.marks)
    last = one.marks[-1]
    yield Proposal(
        last.kind,
        Edit(fld.path, one.transforms),
        f"In {fld.path}, {n:,} of {of:,} mismatches are the same, with {said}",
        " and ".join(mark.doing if not at else uncapitalised(mark.doing) for at, mark in enumerate(one.marks)),
        one.as_before(explained),
        of,
        "medium",
        "; ".join(mark.why if not at else uncapitalised(mark.why) for at, mark in enumerate(one.marks)),
        also=tuple(mark.kind for mark in one.marks[:-1]),
    )


def _loses(fld: Field) -> bool:
    """Check whether what is right is wrong as it is rewritten."""
    now = fld.node.comparator
    return now is not None and any(
        ask(now.name, pair.gold, pair.extracted, now.params).score < 1 for pair in fld.alike.values()
    )


def _equal_now(fld: Field) -> list[WrongPair]:
    """Return the mismatches that the comparator of a field takes for right as they are rewritten."""
    now = fld.node.comparator
    return [p for p in fld.mismatches if now is not None and ask(now.name, p.gold, p.extracted, now.params).score == 1]


def _joined(fld: Field, proposal: Proposal, one: Rewritten) -> Proposal:
    explained = one.as_before(proposal.explained)
    changed = _changed(one, proposal)
    some = "" if len(changed) == len(explained) else f"{counted(changed):,} of them "
    level: Level = "low" if one.is_plain and one.marks == (DECIMALS,) else "medium"
    said, why = (" and ".join(mark.said for mark in one.marks), "; ".join(uncapitalised(m.why) for m in one.marks))
    doing = [*(mark.doing for mark in one.marks[1:]), proposal.doing]
    return replace(
        proposal,
        edit=replace(proposal.edit, transforms=(*one.transforms, *proposal.edit.transforms)),
        said=f"{proposal.said}, {some}with {said}",
        doing=" and ".join([one.marks[0].doing, *map(uncapitalised, doing)]),
        explained=explained,
        level=max(proposal.level, level, key=LEVELS.index),
        why=f"{proposal.why}; {why}",
        also=(*(mark.kind for mark in one.marks), *proposal.also),
    )


def _changed(one: Rewritten, proposal: Proposal) -> list[WrongPair]:
    """Return what a proposal explains and a mark is rewritten in."""
    return [pair for pair in proposal.explained if _is_changed(pair, one.originals[id(pair)])]


def _is_changed(new: WrongPair, old: WrongPair) -> bool:
    return bool(new.gold != old.gold or new.extracted != old.extracted)


def rewritten(fld: Field) -> Iterator[Rewritten]:
    """Yield the field with each mark rewritten that differs in it, and with both."""
    decimals, thousands = _differs(fld, DECIMALS), _differs(fld, THOUSANDS) and thousands_marks.are_proven(fld)
    if decimals:
        yield _with(fld, (DECIMALS,))
    if thousands:
        yield _with(fld, (THOUSANDS,))
    if decimals and thousands:
        yield _with(fld, (DECIMALS, THOUSANDS))


def _differs(fld: Field, mark: NumberMark) -> bool:
    """Check whether any mismatch has the mark on one side alone, or written in two ways."""
    return any(
        (_written(pair.gold, (mark,)) != pair.gold) != (_written(pair.extracted, (mark,)) != pair.extracted)
        or (mark is THOUSANDS and _written(pair.gold, (mark,)) != pair.gold)
        for pair in fld.mismatches
    )


def _with(fld: Field, marks: tuple[NumberMark, ...]) -> Rewritten:
    has_numbers = any(type(value) in (int, float) for value in _values(fld))
    entries = [_rule(mark) for mark in marks]
    # Only texts can be rewritten; a number is read again from its text.
    transforms = (*(({"type_convert": {"to": "str"}},) if has_numbers else ()), *entries)
    pairs, originals = {}, {}
    for key, pair in fld.pairs.items():
        new = replace(pair, gold=_written(pair.gold, marks), extracted=_written(pair.extracted, marks))
        pairs[key], originals[id(new)] = new, pair
    gold = {key: Gold(one.raw, _written(one.value, marks), one.by, one.matched) for key, one in fld.gold.items()}
    alike = {
        key: AlikePair(_written(one.gold, marks), _written(one.extracted, marks), one.count)
        for key, one in fld.alike.items()
    }
    texts = [value for value in _values(fld) if isinstance(value, str) and _written(value, marks) != value]
    is_plain = all(_NUMBER.fullmatch(text.strip()) for text in texts)
    return Rewritten(marks, replace(fld, pairs=pairs, gold=gold, alike=alike), transforms, originals, is_plain)


def _rule(mark: NumberMark) -> dict[str, dict[str, str]]:
    replacement = {"replacement": mark.replacement} if mark.replacement else {}
    return {"regex_replace": {"pattern": mark.pattern, **replacement}}


def _values(fld: Field) -> Iterator[Any]:
    for pair in fld.mismatches:
        yield pair.gold
        yield pair.extracted


def _written(value: Any, marks: tuple[NumberMark, ...]) -> Any:
    for mark in marks if isinstance(value, str) else ():
        value = re.sub(mark.pattern, mark.replacement, value)
    return value
