"""What an edit does to a field counts what is below the field too."""

from typing import Any

import pytest

import evaljson
from evaljson.schema import parse_eval_schema
from evaljson.whatif import preview
from evaljson.whatif.wholes import Whole, wholes

GOLD = [{"tools": ["saw", "axe"]}, {"tools": []}]
EXTRACTED = [{"tools": ["axe", "saw"]}, {"tools": []}]


def of_edit(gold: list[Any], extracted: list[Any], items: dict[str, Any]) -> dict[str, Whole]:
    """Pair the array by content instead of by position."""
    tools = {"type": "array", "items": items}
    old, new = (
        parse_eval_schema({"type": "object", "properties": {"tools": tools | align}})
        for align in ({}, {"x-eval-align": {"match_by": "hungarian"}})
    )
    seen = preview(evaljson.evaluate(gold, extracted, old), old, new)
    return dict(wholes(seen.run.tallies, seen.tallies, seen.touched))


def test_an_array_that_is_sometimes_empty_counts_its_elements() -> None:
    of_array = of_edit(GOLD, EXTRACTED, {"type": "string"})["tools"]
    assert (of_array.before.f1, of_array.after.f1) == (pytest.approx(1 / 3), 1.0), "one empty array is right either way"
    assert of_array.has_below


def test_an_array_that_is_never_empty_has_figures_too() -> None:
    named = [{"tools": [{"name": name, "size": 1} for name in record["tools"]]} for record in (GOLD[0], EXTRACTED[0])]
    item = {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}}
    found = of_edit(named[:1], named[1:], item)
    assert list(found) == ["tools", "tools[]", "tools[].name", "tools[].size"]
    assert (found["tools"].before.f1, found["tools"].after.f1) == (0.5, 1.0)
    assert (found["tools[].name"].before.f1, found["tools[].name"].has_below) == (0.0, False)


def test_what_an_edit_does_not_touch_is_left_out() -> None:
    text, number = {"type": "string"}, {"type": "integer"}
    old, new = (
        parse_eval_schema({"type": "object", "properties": {"a": text | case, "b": number}})
        for case in ({}, {"x-eval-transform": ["lowercase"]})
    )
    seen = preview(evaljson.evaluate([{"a": "X", "b": 1}], [{"a": "x", "b": 2}], old), old, new)
    assert list(wholes(seen.run.tallies, seen.tallies, seen.touched)) == ["a"]


def test_a_field_whose_weight_is_edited_is_among_them_with_what_is_around_it() -> None:
    def schema(weight: int) -> Any:
        city = {"type": "object", "properties": {"name": {"type": "string"}, "zip": {"type": "string"}}}
        city["properties"]["zip"]["x-eval-weight"] = weight  # type: ignore[index]
        return parse_eval_schema({"type": "object", "properties": {"a": {"type": "string"}, "city": city}})

    old, new = schema(1), schema(3)
    gold, extracted = {"a": "x", "city": {"name": "Ulm", "zip": "1"}}, {"a": "x", "city": {"name": "Ulm", "zip": "2"}}
    seen = preview(evaljson.evaluate([gold], [extracted], old), old, new)
    found = wholes(seen.run.tallies, seen.tallies, seen.touched)
    assert list(found) == ["city", "city.zip"]
    assert (found["city"].before.f1, found["city"].after.f1) == (0.5, 0.25)
    assert (found["city.zip"].before.f1, found["city.zip"].after.f1) == (0.0, 0.0)
