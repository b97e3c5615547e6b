"""The cells of the table of a record: one line for each value, and below it what shows once its row is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Prefix

from evaljson.base.jsontypes import ABSENT
from evaljson.report.records.diff_html import CUT_MARK, diff_html, diff_line, from_word
from evaljson.report.records.read_as_values import read_otherwise
from evaljson.report.records.rows import LeafSide, Row
from evaljson.report.records.style import chip
from evaljson.report.records.text_diff import Diff, word_diff
from evaljson.wording.values import (
    CUT,
    FULL,
    NO_BREAK_SIGN,
    as_text,
    escaped,
    sentence_html,
    value_html,
    whole_value_html,
)

_BEFORE = 10
"""Characters before the first difference that a line begins with at most."""
_LONGEST = 300
"""Characters of a reason."""
_WITHIN_PATHS = re.compile(r"(?<=[\w\]])([._])(?=[^\W\d])")
"""Where a path in a reason may break, which is long and has no spaces: not within a number."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the cells of a table have."""

    compared: bool = False
    """Also values after their transforms."""
    words: bool = True
    """Results in words; else as symbols."""
    most: int = FULL
    """Characters of one value."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """By instance path, what reviews say of gold's value."""


def gold_cell(row: Row, shown: Shown) -> str:
    """Write gold's value; its line begins where the first variant begins to differ."""
    there = [side for side in row.sides if side is not None]
    line, is_whole = value_line(row.gold, _differs_at(row.gold, row.sides))
    after = _compared([side.gold_compared for side in there]) if shown.compared else ""
    said = shown.labels.get(row.path)
    mark = "" if said is None else f'<div class="ej-label">{escaped(said)}</div>'
    return _cell(line, is_whole, "" if is_whole else whole_value_html(row.gold, shown.most), after, mark=mark)


def cells_of_one(row: Row, side: LeafSide | None, shown: Shown) -> list[str]:
    """Write the value, the result and the reason of the only variant, each in a cell of its own."""
    if side is None:
        return ["<td></td>"] * 3
    line, more, is_whole = _value(row, side, shown)
    return [
        _cell(line, is_whole, more, _changed(side, shown)),
        f"<td>{chip(side.kind)}{_grade(side)}</td>",
        f'<td><div class="ej-line ej-why">{_why(side)}</div></td>',
    ]


def cell_of_several(row: Row, side: LeafSide | None, shown: Shown) -> str:
    """Write the result, the value and the reason of one of several variants."""
    if side is None:  # where gold has a value, its result is that of an array or an object around it
        return (
            f'<td><span class="ej-none">{"nothing here" if row.gold is ABSENT else "compared as a whole"}</span></td>'
        )
    line, more, is_whole = _value(row, side, shown)
    why = f'<div class="ej-why">{_why(side)}</div>'
    result = f"{chip(side.kind, shown.words)}{_grade(side)} "
    return _cell(line, is_whole, more, _changed(side, shown), why, result=result)


def value_line(value: object, differs_at: int = 0) -> tuple[str, bool]:
    """Write a value for a line that is cut at its end, and say whether that is all of it.

    A text that begins to differ further on, at that character, begins little before that.
    """
    text = as_text(value) if value is not ABSENT else ""
    if differs_at > 2 * _BEFORE and isinstance(value, str):
        rest = text[differs_at : differs_at + CUT]
        more = "" if differs_at + CUT >= len(text) else CUT_MARK
        return f'<bdi dir="auto">{from_word(text[:differs_at], _BEFORE)}{escaped(rest)}{more}</bdi>', False
    if len(text) <= CUT or value is None:
        return value_html(value), True
    kind = "" if isinstance(value, str) else ' class="ej-json"'
    return f'<bdi{kind} dir="auto">{escaped(text[:CUT])}{CUT_MARK}</bdi>', False


def _value(row: Row, side: LeafSide, shown: Shown) -> tuple[str, str, bool]:
    """Write the line of a value, what an open row has in its place, and whether the line is all of the value."""
    diff = _diff(row, side, shown.compared)
    if diff is not None:
        return diff_line(diff), whole_value_html(side.value, shown.most) + diff_html(diff), False
    line, is_whole = value_line(side.value, _differs_at(row.gold, (side,)))
    return line, "" if is_whole else whole_value_html(side.value, shown.most), is_whole


def closed_lines(row: Row, side: LeafSide) -> tuple[str, str]:
    """Write the lines of gold and of one variant beside it, as closed cells have them."""
    gold, extracted = value_line(row.gold, _differs_at(row.gold, (side,)))[0], _value(row, side, Shown())[0]
    return _may_break(gold), _may_break(extracted)


def _differs_at(gold: object, sides: Sequence[LeafSide | None]) -> int:
    """Return the first character of gold that one of them has otherwise; 0 where no text differs from it."""
    texts = [
        side.value for side in sides if side is not None and side.status == "mismatch" and isinstance(side.value, str)
    ]
    if not isinstance(gold, str) or not texts:
        return 0
    return min(Prefix.similarity(gold, text) for text in texts)


def _cell(line: str, is_whole: bool, more: str, *below: str, result: str = "", mark: str = "") -> str:
    """Write a cell: a line that is whole stays when its row is opened, another one gives way to `more`.

    A `mark` is always shown, below the line.
    """
    line = _may_break(line)
    shown = line if is_whole else f'<span class="ej-part">{line}</span>'
    opened = _may_break("".join(below if is_whole else (more, *below)))
    hidden = f'<div class="ej-more">{opened}</div>' if opened else ""
    return f'<td dir="auto"><div class="ej-line">{result}{shown}</div>{mark}{hidden}</td>'


def _may_break(cell: str) -> str:
    """Let a line break behind the sign of a no-break space, which is text like any other, and not within words."""
    return cell.replace(NO_BREAK_SIGN, f"{NO_BREAK_SIGN}<wbr>")


def _why(side: LeafSide) -> str:
    return _WITHIN_PATHS.sub(r"\1<wbr>", sentence_html(cut(side.why)))


def _changed(side: LeafSide, shown: Shown) -> str:
    return _compared([side.compared]) if shown.compared else ""


def _compared(values: list[object]) -> str:
    changed = [value for value in values if value is not ABSENT]
    return f'<div class="ej-compared">compared as: {value_html(changed[0])}</div>' if changed else ""


def _diff(row: Row, side: LeafSide, compared: bool) -> Diff | None:
    """Return the difference of two texts that do not agree: of what was compared, if that is shown."""
    if side.status != "mismatch" or read_otherwise(side, row.gold):
        return None
    changed = compared and side.compared is not ABSENT
    return word_diff(*((side.gold_compared, side.compared) if changed else (row.gold, side.value)))


def has_marks(rows: Iterable[Row]) -> bool:
    """Check whether any cell of these rows marks a difference within a text."""
    return any(_diff(row, side, False) is not None for row in rows for side in row.sides if side is not None)


def _grade(side: LeafSide) -> str:
    """Write the score if a comparator graded."""
    return f" {side.score:.2f}" if side.status == "mismatch" and 0 < side.score < 1 else ""


def cut(text: str, most: int = _LONGEST) -> str:
    """Return a text, or its beginning and its length."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"
