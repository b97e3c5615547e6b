"""Reads the workbook of a review back, row by row. The file may come from anyone and be anything."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any, Final

from evaljson.base import limits
from evaljson.base.errors import InputError
from evaljson.base.json_text import json_text
from evaljson.report.review.file_answers import FileAnswer, RefusedAnswer
from evaljson.report.review.offered import FilledAnswer
from evaljson.report.review.workbook_layout import (
    ANSWER,
    CARD,
    CARDS,
    COMMENT,
    INSTRUCTIONS,
    MARK,
    NAME_LABEL,
    NEEDED,
    REVIEW_LABEL,
    TAG,
    VALUE,
)
from evaljson.report.review.workbook_out import need_openpyxl
from evaljson.report.review.workbook_parts import check_workbook

_MOST_COLUMNS: Final = 64
_GUIDE_ROWS: Final = 50
_HEAD_ROWS: Final = 10


@dataclass(frozen=True, slots=True)
class ReadWorkbook:
    """What a workbook holds."""

    review: str
    """The id on the sheet of instructions; empty if there is none."""
    person: str
    answers: tuple[FileAnswer, ...]
    refused: tuple[RefusedAnswer, ...]
    """Rows that cannot be read at all."""


def read_workbook(data: bytes, name: str, cards: int, person: str = "") -> ReadWorkbook:
    """Read the answers; `cards` is how many the review has, `person` replaces the name in the file.

    Raises InputError for what is no workbook of a review.
    """
    check_workbook(data, name, limits.current())
    openpyxl = need_openpyxl()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # parts that openpyxl does not know are not needed
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
            try:
                guide = _rows(book, INSTRUCTIONS, _GUIDE_ROWS)
                rows = _rows(book, CARDS, 2 * cards + 1_000)
            finally:
                book.close()
    except Exception as error:  # whatever a damaged workbook makes openpyxl raise
        raise InputError(f"{name}: the workbook is damaged ({error}); save or transfer it again.") from error
    if rows is None:
        raise InputError(f"{name}: it has no sheet {CARDS!r}; take a workbook that was exported from a review.")
    labels = _labels(guide or [])
    who = person or labels.get(NAME_LABEL.casefold(), "")
    answers, refused = _answers(rows, who, name)
    return ReadWorkbook(labels.get(REVIEW_LABEL.casefold(), ""), who, tuple(answers), tuple(refused))


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    wrong: str = ""
    """Why it is not read."""


def _rows(book: Any, sheet: str, most: int) -> list[list[_Cell]] | None:
    if sheet not in book.sheetnames:
        return None
    page = book[sheet]
    if not hasattr(page, "iter_rows"):  # a sheet that is a chart
        return None
    page.reset_dimensions()  # they may say anything
    return [[_cell(one) for one in row] for row in page.iter_rows(max_row=most, max_col=_MOST_COLUMNS)]


def _cell(cell: Any) -> _Cell:
    value, kind = cell.value, getattr(cell, "data_type", "n")
    if value is None:
        return _Cell("")
    if kind == "f":
        return _Cell("", "a formula; write the value itself")
    if kind == "e":
        return _Cell("", f"the error {str(value)[:20]}; write the value itself")
    if isinstance(value, date | time | timedelta):
        return _Cell("", "a date or time of the spreadsheet; format the cell as text and write it again")
    return _Cell(value if isinstance(value, str) else json_text(value))


def _labels(rows: Sequence[Sequence[_Cell]]) -> dict[str, str]:
    """Return the text to the right of each label of the first column; the first label counts."""
    found: dict[str, str] = {}
    for row in rows:
        if len(row) > 1 and row[0].text:
            found.setdefault(row[0].text.strip().rstrip(":").casefold(), row[1].text.strip())
    return found


def _answers(rows: Sequence[Sequence[_Cell]], who: str, name: str) -> tuple[list[FileAnswer], list[RefusedAnswer]]:
    at = next((place for place, row in enumerate(rows[:_HEAD_ROWS]) if _places(row)), None)
    if at is None:
        needed = ", ".join(NEEDED)
        raise InputError(f"{name}: the sheet {CARDS!r} has no row with the columns {needed}; export the review again.")
    places = _places(rows[at])
    answers, refused = list[FileAnswer](), list[RefusedAnswer]()
    for number, row in _numbered(rows, at):
        cells = {column: row[place] if place < len(row) else _Cell("") for column, place in places.items()}
        where = f"row {number}"
        wrong = next((f"the column “{column}” holds {cell.wrong}" for column, cell in cells.items() if cell.wrong), "")
        if wrong:
            refused.append(RefusedAnswer(where, wrong))
            continue
        text = {column: cell.text for column, cell in cells.items()}
        if not any(part.strip() for part in text.values()):
            continue
        filled = FilledAnswer(text[ANSWER], text[VALUE], text[TAG], text[COMMENT])
        answers.append(FileAnswer(where, text[CARD], text[MARK], who, filled))
    return answers, refused


def _numbered(rows: Sequence[Sequence[_Cell]], head: int) -> Iterator[tuple[int, Sequence[_Cell]]]:
    """Iterate over the rows below the head, by the numbers that the spreadsheet shows."""
    for place in range(head + 1, len(rows)):
        yield place + 1, rows[place]


def _places(row: Sequence[_Cell]) -> dict[str, int]:
    """Return where the columns are, if this is the row with their names."""
    found: dict[str, int] = {}
    for place, cell in enumerate(row):
        found.setdefault(cell.text.strip().casefold(), place)
    return {name: found[name] for name in NEEDED} if all(name in found for name in NEEDED) else {}
