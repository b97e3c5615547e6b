"""The workbook of a review: what goes in comes out, nothing runs, and files of any origin are read or refused."""

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base import limits
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_equal
from evaljson.report.review.cell_text import cell_of_text, cell_of_value, text_of_cell, value_of_cell
from evaljson.report.review.offered import ALL_TYPES, FilledAnswer, OfferedCard
from evaljson.report.review.workbook_in import ReadWorkbook, read_workbook
from evaljson.report.review.workbook_out import workbook
from evaljson.review.answers import WORDS
from tests.profiles import examples
from tests.report.review.values import HARD, TEXTS, VALUES

FORMULA = '=HYPERLINK("http://evil.example","click")'

BLANK = FilledAnswer()
USUAL = tuple(WORDS.items())


def card(number: int, filled: FilledAnswer = BLANK, text: str = "a") -> OfferedCard:
    cell = cell_of_text(text)
    return OfferedCard(number, f"{'0' * 16}.0-3.{'0' * 8}", cell, cell, cell, False, 4, cell, cell, USUAL, filled)


def book(*cards: OfferedCard, tags: tuple[str, ...] = ("misread",), text: str = "R") -> bytes:
    return workbook("the-id", text, text, tags, cards, person="ann", blind=False)


def read(data: bytes) -> ReadWorkbook:
    return read_workbook(data, "w.xlsx", 100)


@pytest.fixture(scope="module")
def plain() -> bytes:
    return book(card(0), card(1))


def with_part(data: bytes, name: str, change: Callable[[bytes], bytes], *, more: bool = False) -> bytes:
    """The workbook with one part changed, or one part more."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info.filename, change(content) if info.filename == name else content)
        if more:
            new.writestr(name, change(b""))
    return out.getvalue()


def edited(data: bytes, cells: dict[str, Any], sheet: str = "Cards") -> bytes:
    """The workbook as a person saves it after typing into cells."""
    opened = openpyxl.load_workbook(io.BytesIO(data))
    for at, value in cells.items():
        opened[sheet][at] = value
    out = io.BytesIO()
    opened.save(out)
    return out.getvalue()


def filled(answer: object, value: Any, comment: str) -> FilledAnswer:
    return FilledAnswer(str(answer), cell_of_value(value, ALL_TYPES), "", cell_of_text(comment))


def is_back(read: FilledAnswer, value: Any, comment: str) -> bool:
    return strict_equal(value_of_cell(read.value, ALL_TYPES), value) and text_of_cell(read.comment) == comment


def test_hard_values_and_comments_come_back() -> None:
    texts = [one if isinstance(one, str) else "" for one in HARD]
    rows = [card(n, filled(3, value, text)) for n, (value, text) in enumerate(zip(HARD, texts, strict=True))]
    found = read(edited(book(*rows), {}))
    assert (found.review, found.person, found.refused) == ("the-id", "ann", ())
    assert [one.card for one in found.answers] == [str(one.number) for one in rows]
    assert all(
        is_back(one.filled, *pair) for one, pair in zip(found.answers, zip(HARD, texts, strict=True), strict=True)
    )


@examples(40)
@given(st.lists(st.tuples(VALUES, TEXTS), min_size=1, max_size=8))
def test_any_values_and_comments_come_back(pairs: list[tuple[Any, str]]) -> None:
    found = read(book(*(card(n, filled(3, *pair)) for n, pair in enumerate(pairs))))
    assert all(is_back(one.filled, *pair) for one, pair in zip(found.answers, pairs, strict=True))


@pytest.mark.parametrize("text", [FORMULA, "+1+1", "-1", "@a", "\t=1", "=cmd|' /C calc'!A0", "＝1"], ids=ascii)
def test_no_text_is_a_formula(text: str) -> None:
    data = book(card(0, FilledAnswer("1", text, text, text), text), tags=(text,), text=text)
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        sheets = [parts.read(name) for name in parts.namelist() if name.startswith("xl/worksheets/")]
        assert not [name for name in parts.namelist() if "external" in name.lower()]
    assert len(sheets) == 2
    assert not any(re.search(rb"<f[ >]", sheet) for sheet in sheets)
    opened = openpyxl.load_workbook(io.BytesIO(data))
    typed = [cell for sheet in opened for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in typed} <= {"s", "n"}
    assert all(cell.quotePrefix for cell in typed if cell.data_type == "s"), "an edit must not make it one"


def test_the_answer_and_the_tag_have_drop_downs_over_every_row(plain: bytes) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(plain))["Cards"]
    rules = {str(rule.sqref): rule for rule in sheet.data_validations.dataValidation}
    assert set(rules) == {"H2:H3", "J2:J3"}
    assert all(rule.type == "list" for rule in rules.values())
    guide = openpyxl.load_workbook(io.BytesIO(plain))["Instructions"]
    first, last = re.findall(r"\$B\$(\d+)", rules["H2:H3"].formula1)
    listed = [guide[f"B{row}"].value for row in range(int(first), int(last) + 1)]
    assert listed[0] == "Extraction is right"
    assert len(listed) == 5


def test_a_blind_workbook_has_no_column_of_variants() -> None:
    data = workbook("r", "R", "", [], [card(0, text="prompt_a")], blind=True)
    heads = [cell.value for cell in openpyxl.load_workbook(io.BytesIO(data))["Cards"][1]]
    assert "variants" not in heads


@pytest.mark.parametrize("typed", ["=1+1", FORMULA, "='[other.xlsx]A'!A1"])
def test_a_formula_in_an_answer_is_refused_by_its_row(plain: bytes, typed: str) -> None:
    found = read(edited(plain, {"I3": typed, "H2": 2}))
    assert [(one.card, one.filled.answer) for one in found.answers] == [("0", "2")]
    assert [str(one) for one in found.refused] == [
        "row 3: the column “it should be” holds a formula; write the value itself."
    ]


def test_rows_may_be_sorted_and_columns_moved_and_blank_rows_added(plain: bytes) -> None:
    opened = openpyxl.load_workbook(io.BytesIO(plain))
    sheet = opened["Cards"]
    sheet["H2"] = "Gold is right"
    sheet.insert_cols(1)
    sheet.insert_rows(1)
    sheet.insert_rows(3)
    out = io.BytesIO()
    opened.save(out)
    found = read(out.getvalue())
    assert [(one.where, one.card, one.filled.answer) for one in found.answers] == [
        ("row 4", "0", "Gold is right"),
        ("row 5", "1", ""),
    ]


def huge(_: bytes) -> bytes:
    return b" " * (limits.DEFAULTS.answer_file_bytes + 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: b"", "no .xlsx workbook"),
        (lambda data: b"a,b\n1,2\n", "no .xlsx workbook"),
        (lambda data: b"\xd0\xcf\x11\xe0" + data, "encrypted"),
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: with_part(data, "xl/worksheets/sheet2.xml", lambda xml: xml[:300]), "damaged"),
        (lambda data: with_part(data, "xl/workbook.xml", lambda xml: b"<workbook/>"), "damaged|no sheet"),
        (lambda data: with_part(data, "xl/workbook.xml", lambda xml: xml.replace(b"Cards", b"Other")), "no sheet"),
        (lambda data: with_part(data, "xl/worksheets/sheet2.xml", huge), "more than 64 MiB"),
        (lambda data: with_part(data, "xl/styles.xml", lambda xml: xml + b" " * 2**20), "other than its cells"),
        (
            lambda data: with_part(data, "xl/worksheets/sheet2.xml", lambda xml: b"<c/>" * 3_000_001),
            "more than 3,000,000 tags",
        ),
        (
            lambda data: with_part(
                data, "xl/worksheets/sheet2.xml", lambda xml: b'<!DOCTYPE a [<!ENTITY b "c">]>' + xml
            ),
            "declares entities",
        ),
        (lambda data: with_part(data, "xl/worksheets/SHEET2.xml", lambda xml: b"<a/>", more=True), "one twice"),
        (lambda data: edited(data, {"A1": "number"}), "no row with the columns"),
    ],
)  # fmt: skip
def test_files_that_are_no_such_workbook_are_refused(plain: bytes, change: Callable[[bytes], bytes], says: str) -> None:
    with pytest.raises(InputError, match=says):
        read(change(plain))


@pytest.mark.parametrize("name", ["xl/vbaProject.bin", "xl/externalLinks/externalLink1.xml", "xl/media/image1.png"])
def test_macros_links_and_pictures_are_never_looked_into(plain: bytes, name: str) -> None:
    assert len(read(with_part(plain, name, lambda _: b"\0not what it says", more=True)).answers) == 2


def test_a_claimed_million_rows_are_not_waited_for(plain: bytes) -> None:
    def far(xml: bytes) -> bytes:
        last = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
        return re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', xml).replace(b"</sheetData>", last)

    assert len(read(with_part(plain, "xl/worksheets/sheet2.xml", far)).answers) == 2
