"""What stands around a value of a card: its rule, what is beside it in the same element, and other variants."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.evaluate import evaluate
from evaljson.report.records.place_context import place_context
from evaljson.results.model import RunResult
from evaljson.review.differences import differences
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.ui.review.card_html import source_html

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "total": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}},
        "by": {"type": "string"},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}}},
        },
    },
}  # fmt: skip
GOLD: list[Any] = [
    {"id": "a", "total": 1, "by": "x", "lines": [{"sku": "P", "n": 1}, {"sku": "Q", "n": 2}]},
    {"id": "b", "total": 5, "by": "y", "lines": [{"sku": "S", "n": 1}]},
    {"id": "c", "total": 5, "by": "y", "lines": [{"sku": one, "n": 1} for one in "STU"]},
]
ONE: list[Any] = [
    {"id": "a", "total": 9, "by": "x", "lines": [{"sku": "P", "n": 1}, {"sku": "R", "n": 2}]},
    {**GOLD[1], "lines": [*GOLD[1]["lines"], {"sku": "X", "n": 3}]},
    {**GOLD[2], "lines": GOLD[2]["lines"][:2]},
]
TWO: list[Any] = [{"id": "b", "total": 5.5, "by": "z", "lines": []}, {**GOLD[0], "total": 7}, {**ONE[2]}]


@pytest.fixture(scope="module")
def runs() -> dict[str, RunResult]:
    return {"one": evaluate(GOLD, ONE, SCHEMA), "two": evaluate(GOLD, TWO, SCHEMA)}


@pytest.mark.parametrize(
    ("path", "neighbours", "others"),
    [
        pytest.param("total", ["by"], {"two": 7}, id="outside of arrays: the same object"),
        pytest.param("lines[1].sku", ["lines[1].n"], {"two": "Q"}, id="in an array: the same element"),
        pytest.param("lines[-1]", ["lines[0]"], {}, id="an element that only this variant has: the array"),
        pytest.param("lines[2]", ["lines[0]", "lines[1]"], {"two": ABSENT}, id="an element that it lacks"),
    ],
)
def test_a_place_has_what_is_beside_it_and_what_other_variants_have(
    runs: dict[str, RunResult], path: str, neighbours: list[str], others: dict[str, object]
) -> None:
    place = next(pair.place for pair in differences(runs["one"], "one") if pair.place.path == path)
    found = place_context(runs, parse_eval_schema(SCHEMA), place)
    assert [row.path for row in found.neighbours] == neighbours
    assert {other.variant: other.side.value for other in found.others} == others


def test_the_rule_of_a_place_is_in_words_also_where_its_run_is_gone(runs: dict[str, RunResult]) -> None:
    place = next(pair.place for pair in differences(runs["one"], "one") if pair.place.path == "total")
    assert place_context(runs, parse_eval_schema(SCHEMA), place).rule.startswith("compared as numbers")
    gone = place_context({"two": runs["two"]}, parse_eval_schema(SCHEMA), place)
    assert "number" in gone.rule
    assert (gone.neighbours, gone.others) == ((), ())


def test_both_values_are_marked_in_the_source_text_and_the_text_is_escaped() -> None:
    html = source_html("<b>Total</b> 12 EUR, paid 13 EUR", 12, 13)
    assert "&lt;b&gt;Total" in html
    assert "gold</mark> 1×" in html
    assert "extracted</mark> 1×" in html
    assert "Neither value was found in it" in source_html("nothing", "x", 13)
    assert "The value that was extracted was not found in it" in source_html("nothing", ABSENT, 13)


@pytest.mark.parametrize(
    ("align", "skus", "path", "is_warned"),
    [
        (None, "yz", "lines[0].sku", True),
        (None, "xqz", "lines[1].sku", False),
        (None, "yz", "total", False),
        ({"match_by": "hungarian"}, "yz", "total", False),
    ],
    ids=["the first is missing", "one is misread", "outside the array", "paired by content"],
)
def test_an_element_is_warned_of_where_another_one_is_beside_it(
    align: dict[str, str] | None, skus: str, path: str, is_warned: bool
) -> None:
    lines = {**SCHEMA["properties"]["lines"], **({} if align is None else {"x-eval-align": align})}
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "lines": lines}}
    gold, extracted = (
        [{"id": "a", "total": total, "lines": [{"sku": sku, "n": ord(sku)} for sku in of]}]
        for total, of in ((10, "xyz"), (99, skus))
    )
    run = evaluate(gold, extracted, schema)
    total = next(pair.place for pair in differences(run, "one") if pair.place.path == "total")
    place = replace(total, path=path, gold_path=path, extracted_path=path)
    assert ("by position" in place_context({"one": run}, parse_eval_schema(schema), place).pairing) is is_warned
    assert not place_context({}, parse_eval_schema(schema), place).pairing, "the run is gone"
