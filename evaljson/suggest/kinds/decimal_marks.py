"""Numbers of which one side has a comma before the decimals and the other a point, or is no text: 38,5 and 38.5.

No comparator reads both in one field: where a comma marks decimals, 38.5 is no number to it. Rewriting the comma is
safe unless three digits follow it, which are thousands as often as decimals: these stay as they are, unless gold writes
the same digits with a point and nothing in the field shows that a comma marks thousands. So it is where a unit follows:
20,4 °C and 20.4 °C. A percent sign on one side, or a space before it, goes along with the comma: 38,5 % and 38.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from evaljson.comparators.number.numeric import as_number
from evaljson.suggest.edit import Edit
from evaljson.suggest.model import Level
from evaljson.suggest.proposal import UNIT, Proposal, merging, seen_apart
from evaljson.suggest.wrong_pairs import Field, WrongPair, counted

TITLES: Final = {"decimal_mark": "Read a decimal comma as a point"}
_LEAST: Final = 3
_PATTERN: Final = rf"(?<=\d),(?=(?:\d{{1,2}}|\d{{4,}})(?:{UNIT})?$)|(?<=^0),(?=\d{{3}}(?:{UNIT})?$)"
"""With three digits behind it, only a comma behind a single 0 marks decimals for sure."""
_ANY_PATTERN: Final = rf"^([+-]?\d+),(?=\d+(?:{UNIT})?$)"
"""With any number of digits behind a single comma."""
_PERCENT: Final = r"\s*%$"
_WITHIN: Final = r"(?<=\d),(?=(?:\d{1,2}|\d{4,})(?![.,]?\d))"
"""Anywhere in a text, where no more marks follow: 1,2,3 is a list."""
_THOUSANDS_STAY: Final = "A comma with three digits behind it stays as it is, as it may mark thousands"
_THREE_TOO: Final = "Three digits behind a comma count as decimals too: gold has the same digits with a point"
_GROUPED: Final = re.compile(rf"[+-]?[1-9]\d{{0,2}},\d{{3}}(?:{UNIT})?", re.ASCII)
_THREE_BEHIND: Final = {
    mark: re.compile(rf"\D*[1-9]\d{{0,2}}{re.escape(mark)}\d{{3}}(?![.,]?\d)", re.ASCII) for mark in ".,"
}
_NUMBER: Final = re.compile(rf"[+-]?[0-9]+(?:[.,][0-9]+)?(?:{UNIT})?")


def comma_for_point(fld: Field, left: Sequence[WrongPair]) -> Iterator[Proposal]:
    """Propose regex_replace where at least three results differ in this mark alone."""
    of = counted(fld.mismatches)
    pattern, why = (_ANY_PATTERN, _THREE_TOO) if _is_decimal_in_gold(fld) else (_PATTERN, _THOUSANDS_STAY)
    explained = [pair for pair in left if _differ_in_mark(pair, pattern)]
    percent = [pair for pair in left if _differ_in_percent(pair, pattern)]
    if not _enough([*explained, *percent]):
        yield from _within_texts(fld, left, of)
        return
    sentence = (
        f"In {fld.path}, {counted([*explained, *percent]):,} of {of:,} mismatches are the same number, "
        "with a comma before the decimals on one side and a point on the other"
    )
    # Only texts can be rewritten; a number is read again from its text.
    as_text = ({"type_convert": {"to": "str"}},) if fld.values(int, float) else ()
    replacement = r"\1." if pattern == _ANY_PATTERN else "."
    transforms: list[Any] = [*as_text, {"regex_replace": {"pattern": pattern, "replacement": replacement}}]
    doing = "Reading the comma as a point"
    if percent:
        transforms.append({"regex_replace": {"pattern": _PERCENT}})
        doing += " and leaving out the percent sign"
        sentence += ", apart from the percent sign"
        why += "; that a number is in percent is then no longer scored"

    def key(value: Any) -> str | None:
        text = _rewritten(value, pattern) if isinstance(value, str) else None
        return text if text is None or not percent else re.sub(_PERCENT, "", text)

    level: Level = "medium" if percent or pattern == _ANY_PATTERN else "low"
    found = (*explained, *percent)
    yield Proposal(
        "decimal_mark", Edit(fld.path, tuple(transforms)), sentence, doing, found, of, level, why, merging(fld, key)
    )


def _within_texts(fld: Field, left: Sequence[WrongPair], of: int) -> Iterator[Proposal]:
    """Propose it for texts with numbers in them, where nothing else of these differs: 7,5 mg/l and 7.5 mg/l."""
    explained = [pair for pair in left if pair.is_text and _read(pair.gold) == _read(pair.extracted)]
    if not _enough(explained):
        return
    sentence = (
        f"In {fld.path}, {counted(explained):,} of {of:,} mismatches are the same text, with a comma before the "
        "decimals of a number on one side and a point on the other"
    )
    edit = Edit(fld.path, ({"regex_replace": {"pattern": _WITHIN, "replacement": "."}},))
    why = f"{_THOUSANDS_STAY}; one between two numbers of a list becomes a point"
    merged = merging(fld, lambda value: _read(value) if isinstance(value, str) else None)
    doing = "Reading the comma as a point"
    yield Proposal("decimal_mark", edit, sentence, doing, tuple(explained), of, "medium", why, merged)


def _enough(explained: Sequence[WrongPair]) -> bool:
    return counted(explained) >= _LEAST and seen_apart(explained, _LEAST)


def _read(text: str) -> str:
    return re.sub(_WITHIN, ".", text)


def maybe_thousands(explained: Sequence[WrongPair], mark: str) -> list[WrongPair]:
    """Return those that are equal only where three digits behind the mark are decimals: 9.370 and 9.37, or 9370 cut."""
    return [pair for pair in explained if _hangs_on_mark(pair.gold, pair.extracted, mark)]


def has_three_behind(text: str, mark: str) -> bool:
    """Check whether a number has one mark, with three digits behind it: 9.370, but neither 0.370 nor 9.370,50."""
    return _THREE_BEHIND[mark].match(text.strip()) is not None


def _hangs_on_mark(gold: Any, extracted: Any, mark: str) -> bool:
    sides = [str(value).strip() for value in (gold, extracted)]
    digits = {re.sub(r"\D", "", side) for side in sides}
    return len(digits) > 1 and any(has_three_behind(side, mark) for side in sides)


def _is_decimal_in_gold(fld: Field) -> bool:
    """Check whether gold shows that a comma with three digits behind it marks decimals in what was extracted.

    It has the same digits with a point in at least three results, writes no such comma itself, and nowhere has the
    whole number that such a comma would make as a mark of thousands: 1134 for 1,134.
    """
    grouped = [pair for pair in fld.mismatches if _is_grouped(pair.extracted)]
    shown = [pair for pair in grouped if pair.is_text and pair.extracted.replace(",", ".") == pair.gold]
    if not _enough(shown) or any(map(_is_grouped, fld.values(str))):
        return False
    right = [one for one in fld.alike.values() if _is_grouped(one.extracted)]
    written = [*((one.gold, one.extracted) for one in grouped), *((one.gold, one.extracted) for one in right)]
    return not any(_is_whole(*sides) for sides in written)


def _is_grouped(value: Any) -> bool:
    return isinstance(value, str) and _GROUPED.fullmatch(value.strip()) is not None


def _is_whole(gold: Any, extracted: str) -> bool:
    """Check whether gold is the number that is extracted if the comma marks thousands."""
    whole = as_number(re.sub(rf"{UNIT}$", "", extracted.strip().replace(",", "")))
    bare = re.sub(rf"{UNIT}$", "", gold.strip()) if isinstance(gold, str) else gold
    return whole is not None and as_number(bare) == whole


def _differ_in_percent(pair: WrongPair, pattern: str) -> bool:
    """Check whether two texts are the same number in percent, one of them with another mark before the decimals."""
    if not pair.is_text or _differ_in_mark(pair, pattern):
        return False
    sides = [pair.gold.strip(), pair.extracted.strip()]
    read = [_rewritten(side, pattern) for side in sides]
    left, right = (re.sub(_PERCENT, "", side) for side in read)
    return read != sides and left == right and _NUMBER.fullmatch(left) is not None


def _differ_in_mark(pair: WrongPair, pattern: str) -> bool:
    both = [_rewritten(value, pattern) if isinstance(value, str) else value for value in (pair.gold, pair.extracted)]
    texts = [value for value in both if isinstance(value, str)]
    if not texts or not all(map(_NUMBER.fullmatch, texts)):
        return False
    left, right = both if len(texts) == len(both) else map(as_number, both)
    return left is not None and left == right


def _rewritten(text: str, pattern: str) -> str:
    return re.sub(pattern, r"\1." if pattern == _ANY_PATTERN else ".", text)
