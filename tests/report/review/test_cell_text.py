"""Any value is one cell and comes back the same, whatever the field may hold; what people type is read by the field."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, strict_equal
from evaljson.report.review.cell_text import cell_of_text, cell_of_value, text_of_cell, value_of_cell
from tests.profiles import examples
from tests.report.review.values import HARD, TEXTS, TYPES, VALUES

TEXT, NUMBER, FLAG, ANY = (
    ("string",),
    ("number", "null"),
    ("boolean",),
    ("string", "number", "boolean", "null", "array"),
)
# What XML and spreadsheets keep as it is.
KEPT = re.compile(r"[^\x00-\x09\x0b-\x1f\ud800-\udfff\ufffe\uffff]*")


@pytest.mark.parametrize("types", [TEXT, NUMBER, ANY], ids=str)
@pytest.mark.parametrize("value", HARD, ids=lambda value: ascii(value)[:30])
def test_a_hard_value_comes_back(value: Any, types: tuple[str, ...]) -> None:
    cell = cell_of_value(value, types)
    assert strict_equal(value_of_cell(cell, types), value)
    assert KEPT.fullmatch(cell)
    assert cell == cell.strip() != ""


@examples(400)
@given(value=VALUES, types=TYPES)
def test_any_value_comes_back(value: Any, types: tuple[str, ...]) -> None:
    cell = cell_of_value(value, types)
    assert strict_equal(value_of_cell(f" {cell}\n", types), value)
    assert KEPT.fullmatch(cell)
    assert not re.search("_x[0-9A-Fa-f]{4}_", cell)


@examples(200)
@given(text=TEXTS | st.text(max_size=40))
def test_any_text_comes_back(text: str) -> None:
    assert text_of_cell(cell_of_text(text)) == text
    assert KEPT.fullmatch(cell_of_text(text))


@pytest.mark.parametrize(
    ("typed", "types", "value"),
    [
        ("ACME Ltd", TEXT, "ACME Ltd"),
        ("  00123 ", TEXT, "00123"),
        ("null", TEXT, "null"),
        ("(null)", TEXT, None),
        ("(no value)", NUMBER, ABSENT),
        ("12.50", NUMBER, 12.5),
        ("true", FLAG, True),
        ('["a", 1]', ANY, ["a", 1]),
        ('json: "12"', ANY, "12"),
    ],
    ids=str,
)
def test_what_people_type_is_read_by_the_field(typed: str, types: tuple[str, ...], value: Any) -> None:
    assert strict_equal(value_of_cell(typed, types), value)


@pytest.mark.parametrize(
    ("typed", "types"), [("twelve", NUMBER), ("yes", FLAG), ("json: {", TEXT), ("[1", ("array",)), ("1e999", NUMBER)]
)
def test_what_is_no_value_of_the_field_is_refused(typed: str, types: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match=r"is not |no JSON"):
        value_of_cell(typed, types)
