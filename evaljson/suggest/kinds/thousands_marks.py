"""Marks of thousands, where one side has a comma and the other a point, or none: 5,450 and 5.450 and 5450.

One comparator reads a single mark in one way only, and 5.450 is as often five and a bit. So the marks are left out only
where gold proves that they separate thousands, and nothing in the field says otherwise.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal, merging, seen_apart
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted

TITLES: Final = {"thousands_mark": "Leave out marks of thousands"}
PATTERN: Final = r"(?<!\b0)(?<!\d{4})(?<!\d \d{3})(?<=\d)[.,](?=\d{3}(?:[.,]\d{3})*(?![.,]?\d))"
"""Marks of which all have three digits behind them; a number with other decimals says itself what they are."""
PROVEN: Final = (
    "Gold shows that a mark before three digits separates thousands here; a number with three decimals would count as "
    "a thousand times as much"
)
_LEAST: Final = 3
_NUMBER: Final = re.compile(r"(?<![\d.,])\d[\d.,]*(?<=\d)")
_GROUPED: Final = re.compile(r"[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*")
_LONGEST: Final = 200


def without_marks(fld: Field, left: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Propose to leave out the marks where at least three texts differ in nothing else."""
    explained = [pair for pair in left if pair.is_text and _bare(pair.gold) == _bare(pair.extracted)]
    if counted(explained) < _LEAST or not seen_apart(explained, _LEAST) or not are_proven(fld):
        return
    of = counted(fld.mismatches)
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {of:,} mismatches are the same text, with another mark of thousands"
    )
    merged = merging(fld, lambda value: _bare(value) if isinstance(value, str) else None)
    edit = Edit(fld.path, ({"regex_replace": {"pattern": PATTERN}},))
    doing = "Leaving out marks of thousands"
    yield Proposal("thousands_mark", edit, sentence, doing, tuple(explained), of, "medium", PROVEN, merged)


def _bare(text: str) -> str:
    return re.sub(PATTERN, "", text)


def are_proven(fld: Field) -> bool:
    """Check whether gold proves that the single marks before three digits, on both sides, separate thousands."""
    both = [*((p.gold, p.extracted) for p in fld.mismatches), *((p.gold, p.extracted) for p in fld.alike.values())]
    numbers = [(left, right) for gold, extracted in both if (left := _number(gold)) and (right := _number(extracted))]
    differ = [(gold, extracted) for gold, extracted in numbers if _is_other_mark(gold, extracted)]
    golds = {number for value in fld.values(str, int, float) if (number := _number(value))}
    if any(_are_decimals(gold, extracted) for gold, extracted in numbers) or not differ or _marks_decimals(fld):
        return False
    of_extracted = {mark for _, extracted in differ if (mark := _mark_of(extracted))}
    of_gold = {mark for number in golds if (mark := _mark_of(number))}
    if not of_gold:
        return len({gold for gold, _ in differ}) >= _LEAST
    if len(of_gold) > 1 or of_gold & of_extracted:
        return False
    return len({gold for gold, _ in differ}) >= _LEAST and _separates(of_gold.pop(), golds)


def _marks_decimals(fld: Field) -> bool:
    """Check whether a variant writes decimals with the very mark that would be its one of thousands: then 5.450 is five
    and a bit, and wrong for 5,450."""
    marks: dict[str, set[str]] = defaultdict(set)
    wrong: Counter[tuple[Hashable, str]] = Counter()
    for pair in fld.wrong:
        for variant, count in pair.by.items():
            wrong[strict_key(pair.raw_gold), variant] += count
        sides = _number(pair.gold), _number(pair.extracted)
        if sides[0] and sides[1] and _is_other_mark(sides[0], sides[1]):
            for variant in pair.by:
                marks[variant].add(_mark_of(sides[1]) or "")
    written = [(variant, pair.extracted) for pair in fld.mismatches for variant in pair.by]
    for key, gold in fld.gold.items():
        written += [(variant, gold.value) for variant, count in gold.by.items() if count > wrong[key, variant]]
    return any(_decimal_mark(value) in marks[variant] for variant, value in written if variant in marks)


def _decimal_mark(value: Any) -> str | None:
    """Return the mark before the decimals of a text, where these are not three."""
    number = _number(value) if isinstance(value, str) else None
    found = re.fullmatch(r"\d+([.,])(?:\d{1,2}|\d{4,})", number or "")
    return None if found is None else found[1]


def _number(value: Any) -> str | None:
    """Return the one number of a value as it is written; None where there is none, or several."""
    if type(value) in (int, float):
        return str(value) if re.fullmatch(r"\d+(\.\d+)?", str(value)) else None
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    found = _NUMBER.findall(value)
    return found[0] if len(found) == 1 else None


def _mark_of(number: str) -> str | None:
    grouped = _GROUPED.fullmatch(number)
    return None if grouped is None else grouped[1]


def _is_other_mark(gold: str, extracted: str) -> bool:
    """Check for the same digits with a mark in what was extracted, and another one or none in gold."""
    mark = _mark_of(extracted)
    same = re.sub(r"\D", "", gold) == re.sub(r"\D", "", extracted)
    return mark is not None and same and (gold.isdigit() or _mark_of(gold) not in (None, mark))


def _are_decimals(gold: str, extracted: str) -> bool:
    """Check for a number of gold that was extracted with three decimals: 5.000 for 5, and 5,450 for 5.45."""
    is_single = _mark_of(extracted) is not None and len(re.findall(r"[.,]", extracted)) == 1
    if not is_single or _mark_of(gold) is not None or not re.fullmatch(r"\d+([.,]\d+)?", gold):
        return False
    return Fraction(gold.replace(",", ".")) == Fraction(re.sub(r"[.,]", ".", extracted))


def _separates(mark: str, golds: Iterable[str]) -> bool:
    """Check whether the numbers of gold show what a mark is: never has it other than three digits behind it, and it is
    there several times, or before decimals with the other mark, or these have that one, or what is below a thousand is
    whole and has no mark, as nothing above it lacks one."""
    whole, is_shown, has_zero = list[int](), False, False
    for number in golds:
        last = re.search(r"[.,](?=\d*$)", number)
        if last is None:
            whole.append(int(number))
        elif last[0] == mark:
            if not re.fullmatch(rf"[1-9]\d{{0,2}}(?:{re.escape(mark)}\d{{3}})+", number):
                return False
            is_shown = is_shown or number.count(mark) > 1
            has_zero = has_zero or number.endswith("0")
        else:
            is_shown = True
    small = {one for one in whole if 0 < one < 1000}
    return is_shown or (has_zero and len(small) >= _LEAST and max(whole) < 1000)
