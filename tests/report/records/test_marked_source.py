"""Both values of a card are marked in the source text, however numbers and dates are written there."""

import re
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.report.records.marked_source import marked_source
from evaljson.schema.parse.parse import parse_eval_schema


def marked(text: str, value: Any, compare: Any = None) -> list[str]:
    """Return what is marked in a text for a value of gold, in order."""
    node = None
    if compare is not None:
        properties = {"on": {"type": "string", "x-eval-compare": compare}}
        tree = parse_eval_schema({"type": "object", "properties": properties})
        node = next(one for one in tree.walk() if one.path == "on")
    return re.findall(r'<mark class="rv-gold">(.*?)</mark>', marked_source(text, value, ABSENT, node).html)


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("Total 489.60 EUR, paid 489.6", 489.6, ["489.60", "489.6"]),
        ("Total 1,234.50", 1234.5, ["1,234.50"]),
        ("Summe 1.234,50 EUR", 1234.5, ["1.234,50"]),
        ("Total 1 234,50", 1234.5, ["1 234,50"]),
        ("2 pieces at 489.60: 979.20", 979.2, ["979.20"]),
        ("VAT 19 %", 0.19, ["19"]),
        ("credit -489.60", 489.6, ["489.60"]),
        ("12.50 and 112", 12, []),
        ("INV-0077", 77, []),
        ("seven", 7, []),
        ("Total: 489,60", "489.60", ["489,60"]),
    ],
)
def test_a_number_is_marked_by_its_value(text: str, value: Any, found: list[str]) -> None:
    assert marked(text, value) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,234 pieces", []),
        ("1,234 pieces at 0.55", ["1,234"]),
        ("1,234 pieces at 0,5 m", []),
        ("1,234 pieces at 0.55 or 0,5", []),
    ],
)
def test_what_can_be_read_in_two_ways_is_marked_where_the_text_tells_its_decimal_mark(
    text: str, found: list[str]
) -> None:
    assert marked(text, 1234) == found


@pytest.mark.parametrize(
    ("text", "value", "compare", "found"),
    [
        ("issued 31.12.2024", "2024-12-31", None, ["31.12.2024"]),
        ("issued December 31, 2024", "2024-12-31", None, ["December 31, 2024"]),
        ("issued 03/04/2024", "2024-04-03", None, []),
        ("issued 03/04/2024", "2024-04-03", {"date": {"day_first": True}}, ["03/04/2024"]),
        ("issued 03/04/2024", "2024-04-03", {"date": {"day_first": False}}, []),
    ],
)
def test_a_date_is_marked_as_its_field_reads_it(text: str, value: str, compare: Any, found: list[str]) -> None:
    assert marked(text, value, compare) == found


def test_of_an_object_the_values_in_it_are_marked() -> None:
    assert marked("1 Red bolt 12.50", {"name": "red bolt", "price": 12.5, "box": None}) == ["Red bolt", "12.50"]


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [("Acme  Ltd and ACME LTD", "Acme Ltd", ["Acme  Ltd", "ACME LTD"]), ("Acmeic", "Acme", []), ("x", "x", [])],
)
def test_a_text_is_marked_as_written_but_for_case_and_spaces(text: str, value: str, found: list[str]) -> None:
    assert marked(text, value) == found


@pytest.mark.parametrize("value", ["False", "1.00.0", "[7]", "null", "12345"])
def test_a_text_that_looks_like_another_value_is_marked_as_any_text(value: str) -> None:
    assert marked(f"code {value} paid", value) == [value]
