"""A review as one .xlsx: a sheet of instructions and a sheet of cards, with a drop-down for the answer.

Every text is written as text: nothing that stands in gold, in an extraction or in a name is run as a formula.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from itertools import groupby
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from evaljson.base.errors import InputError
from evaljson.report.review.cell_text import LONGEST, cell_of_text
from evaljson.report.review.offered import OfferedCard
from evaljson.report.review.workbook_layout import (
    ANSWER,
    CARDS,
    INSTRUCTIONS,
    MARK,
    NAME_LABEL,
    REVIEW_LABEL,
    TAG,
    columns,
)
from evaljson.review.answers import ANSWERS, WORDS, AnswerName

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_USUAL: Final = tuple(WORDS.items())
_List = str | tuple[tuple[AnswerName, str], ...]
"""What a drop-down offers: the answers of some cards, or the column of tags."""
_MEANS: Final[dict[AnswerName, str]] = {
    "extracted_right": "Gold should have what was extracted.",
    "gold_right": "Gold stays as it is.",
    "gold_wrong": "Neither is right: write what gold should have into the next column.",
    "both_acceptable": "Gold stays, and what was extracted is as good.",
    "unsure": "You looked, and cannot tell.",
}
_HOW: Final = (
    "Write your name above, then answer the cards on the sheet “Cards”: one row is one question.",
    "Choose an answer from the list in its cell, or type its number below. Rows without an answer are left open.",
    "A row whose answer says “Both are right” in its list is one on which both sides match: is that value right?",
    "“it should be” is for “Gold is wrong” alone. (no value) means that gold should not have the key, (null) and "
    "(empty text) are what they say. What begins with json: is JSON.",
    "Write values, not formulas. You may sort, filter and hide rows; leave the columns “card” and “mark” as they are.",
    "Send the file back to whoever gave it to you. Reading it twice makes no difference.",
)


def workbook(
    review: str, name: str, instructions: str, tags: Sequence[str], cards: Sequence[OfferedCard], *,
    person: str = "", blind: bool = True,
) -> bytes:  # fmt: skip
    """Write a workbook; `person` is who is to answer. Raises InputError where openpyxl is not installed."""
    openpyxl = need_openpyxl()
    book = openpyxl.Workbook()
    guide: Worksheet = book.active
    guide.title = INSTRUCTIONS
    lists = _write_guide(guide, review, name, instructions, tags, person, cards)
    sheet: Worksheet = book.create_sheet(CARDS)
    _write_cards(sheet, cards, blind=blind)
    _add_lists(sheet, lists, cards, blind=blind)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def need_openpyxl() -> ModuleType:
    """Return openpyxl. Raises InputError where it is not installed."""
    try:
        import openpyxl
    except ImportError:
        raise InputError("workbooks need openpyxl; pip install 'evaljson[xlsx]' installs it.") from None
    return openpyxl


def _write_guide(
    sheet: Worksheet, review: str, name: str, instructions: str, tags: Sequence[str], person: str,
    cards: Sequence[OfferedCard],
) -> dict[_List, str]:  # fmt: skip
    """Write the sheet of instructions; return where the lists for drop-downs are: those of answers, and of tags."""
    from openpyxl.styles import Font

    guide = _Sheet(sheet)
    guide.add(["Review", cell_of_text(name)])
    guide.add([REVIEW_LABEL, review])
    guide.add([NAME_LABEL, cell_of_text(person)], typed=[1])
    guide.add([])
    for line in _HOW:
        guide.add(["", line])
    if instructions:
        guide.add([])
        guide.add(["About this review", cell_of_text(instructions)])
    guide.add([])
    guide.add(["Answers"])
    lists: dict[_List, str] = {_USUAL: _answers(guide, _USUAL)}
    for answers in sorted({card.answers for card in cards} - {_USUAL}):
        guide.add([])
        guide.add(["Answers where both sides match"])
        lists[answers] = _answers(guide, answers)
    if tags:
        guide.add([])
        guide.add(["What went wrong"])
        lists[TAG] = _listed(guide, [("", cell_of_text(tag)) for tag in tags])
    bold = Font(bold=True)
    for row in range(1, guide.rows + 1):
        sheet.cell(row, 1).font = bold
    for column, width in (("A", 20), ("B", 90), ("C", 60)):
        sheet.column_dimensions[column].width = width
    return lists


def _answers(guide: _Sheet, answers: Sequence[tuple[AnswerName, str]]) -> str:
    return _listed(guide, [(str(ANSWERS.index(name) + 1), words, _MEANS[name]) for name, words in answers])


def _listed(guide: _Sheet, rows: Sequence[Sequence[str]]) -> str:
    """Add rows, and return where their second column is."""
    first = guide.rows + 1
    for row in rows:
        guide.add(row)
    return f"'{INSTRUCTIONS}'!$B${first}:$B${guide.rows}"


def _write_cards(sheet: Worksheet, cards: Sequence[OfferedCard], *, blind: bool) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    layout = columns(blind=blind)
    typed = {place for place, column in enumerate(layout) if column.typed}
    page, head = _Sheet(sheet), Font(bold=True)
    page.add([column.name for column in layout])
    for card in cards:
        shown: list[str | int] = [card.number, card.field, card.gold, card.extracted, card.count, card.records]
        named = [] if blind else [card.variants]
        filled = card.filled
        page.add([*shown, *named, filled.answer, filled.value, filled.tag, filled.comment, card.mark], typed)
    for place, column in enumerate(layout, 1):
        letter = get_column_letter(place)
        sheet.column_dimensions[letter].width = column.width
        sheet.column_dimensions[letter].hidden = column.name == MARK
        sheet.cell(1, place).font = head
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(layout))}{len(cards) + 1}"


def _add_lists(sheet: Worksheet, lists: dict[_List, str], cards: Sequence[OfferedCard], *, blind: bool) -> None:
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    names = [column.name for column in columns(blind=blind)]
    for listed, source in lists.items():
        letter = get_column_letter(names.index(TAG if listed == TAG else ANSWER) + 1)
        # The answer's number may be typed too, so that a value outside of the list only warns.
        rule = DataValidation(
            type="list", formula1=source, allow_blank=True, errorStyle="warning", showErrorMessage=True
        )
        rule.error = "This is not on the list; the sheet of instructions has it."
        for first, last in _runs([listed in (TAG, card.answers) for card in cards]):
            rule.add(f"{letter}{first + 2}:{letter}{last + 2}")
        if rule.sqref:
            sheet.add_data_validation(rule)


def _runs(marks: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Iterate over the first and the last place of each stretch of marks that are set."""
    for is_set, stretch in groupby(range(len(marks)), lambda place: marks[place]):
        places = list(stretch)
        if is_set:
            yield places[0], places[-1]


class _Sheet:
    """Appends rows to a sheet: texts, which are cells already, stay texts whatever they begin with."""

    def __init__(self, sheet: Worksheet) -> None:
        from openpyxl.styles import Alignment, PatternFill

        self.sheet, self.rows = sheet, 0
        # Styles are made once: openpyxl compares a new style with all it knows, which takes seconds for 2,000 cards.
        cells: list[Any] = [sheet.cell(1, place) for place in (1, 2, 3)]
        number, read, typed = cells
        for cell in (number, read, typed):
            cell.alignment = Alignment(wrap_text=True, vertical="top")
        for cell in (read, typed):
            cell.number_format = "@"
            cell.quotePrefix = True
        typed.fill = PatternFill("solid", fgColor="FFF7D6")
        self._number, self._read, self._typed = (copy(cell._style) for cell in (number, read, typed))

    def add(self, cells: Sequence[str | int], typed: Collection[int] = ()) -> None:
        """Append a row; `typed` are the places, from 0, that people fill in."""
        self.rows += 1
        for place, content in enumerate(cells):
            cell: Any = self.sheet.cell(self.rows, place + 1)
            if isinstance(content, int):
                cell.value = content
                cell._style = copy(self._number)
                continue
            if content:
                cell.value = content[:LONGEST]
                cell.data_type = "s"
            cell._style = copy(self._typed if place in typed else self._read)
