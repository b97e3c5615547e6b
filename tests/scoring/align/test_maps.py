"""Maps whose entries pair up by content: tests/cases/maps.json says what pairs with what."""

from typing import Any

import pytest

import evaljson
from evaljson.results.saved.run import load_run, save_run
from evaljson.schema import parse_eval_schema
from evaljson.whatif.touched import Zones, touched_paths
from tests.cases import read_cases

CASES: list[dict[str, Any]] = read_cases("maps")
ENTRY = {"type": "object", "properties": {"name": {"type": "string"}, "n": {"type": "number"}}}
GOLD = {"fees": {"f1": {"name": "A", "n": 1}, "f2": {"name": "B", "n": 2}, "f3": {"name": "C", "n": 3}}}
EXTRACTED = {"fees": {"f2": {"name": "A", "n": 1}, "x": {"name": "C", "n": 4}, "y": {"name": "Q"}}}
CHAIN = [{"match_by": "key_field", "key": "name"}, {"match_by": "hungarian"}]


def schema(align: Any = None, **entry: Any) -> dict[str, Any]:
    fees = {"type": "object", "additionalProperties": {**ENTRY, **entry}}
    return {"type": "object", "properties": {"fees": fees if align is None else {**fees, "x-eval-align": align}}}


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    run = evaljson.evaluate([case["gold"]], [case["extracted"]], case["schema"])
    found = [[one.path, one.extracted_path, one.status] for one in run.records[0].field_results]
    assert found == case["results"]


def test_the_frame_of_alignments_names_the_keys_that_were_paired() -> None:
    run = evaljson.evaluate([GOLD], [EXTRACTED], schema(CHAIN))
    assert run.alignments().drop(columns="record_id").values.tolist() == [
        ["fees", "f1", "f2", "key_field", 1.0],
        ["fees", "f2", None, None, 0.0],
        ["fees", "f3", "x", "key_field", 0.5],
        ["fees", None, "y", None, 0.0],
    ]


def test_maps_paired_by_their_keys_are_not_in_it() -> None:
    assert evaljson.evaluate([GOLD], [EXTRACTED], schema()).alignments().empty


def test_the_frame_is_the_same_after_a_post_processor_that_changes_nothing() -> None:
    plain, processed = (
        evaljson.evaluate([GOLD], [EXTRACTED], schema(CHAIN), post_process=post)
        for post in (None, lambda results: results)
    )
    assert processed.alignments().equals(plain.alignments())


def test_a_saved_run_has_the_same_results_and_pairs() -> None:
    run = evaljson.evaluate([GOLD], [EXTRACTED], schema(CHAIN))
    again = load_run(save_run(run), [GOLD], [EXTRACTED], schema(CHAIN))
    assert again.alignments().equals(run.alignments())
    assert again.to_frame().equals(run.to_frame())


@pytest.mark.parametrize(
    ("align", "entry", "problem"),
    [
        ({"ordered": True}, {}, "fees: the entries of a map have no order: pair them by map_key or hungarian"),
        ({"match_by": "key_field", "key": "nam"}, {}, r"fees: the entries have no field 'nam'.*Did you mean 'name'"),
        ({"match_by": "hungarian", "on": ["a"]}, {"x-eval-compare": "exact"}, "the entries are compared as one value"),
        ({"match_by": "map_kye"}, {}, "Did you mean 'map_key'"),
        ({"match_by": "map_key", "key": "name"}, {}, "map_key"),
    ],
)
def test_refuses_what_a_map_cannot_be_paired_by(align: Any, entry: dict[str, Any], problem: str) -> None:
    with pytest.raises(evaljson.SchemaError, match=problem):
        parse_eval_schema(schema(align, **entry))


def test_refuses_map_keys_for_an_array() -> None:
    array = {"type": "array", "items": ENTRY, "x-eval-align": {"match_by": "map_key"}}
    with pytest.raises(evaljson.SchemaError, match="map_key pairs the entries of a map, and this is an array"):
        parse_eval_schema({"type": "object", "properties": {"a": array}})


def test_refuses_an_alignment_of_an_object_whose_keys_are_fields() -> None:
    with pytest.raises(evaljson.SchemaError, match="belongs on an array, or on a map"):
        parse_eval_schema({"type": "object", "properties": {"a": {**ENTRY, "x-eval-align": {"match_by": "hungarian"}}}})


@pytest.mark.parametrize(
    ("align", "touched"), [(CHAIN, "fees"), ({"match_by": "map_key"}, "fees.*.n"), (None, "fees.*.n")]
)
def test_an_edit_inside_entries_that_are_paired_by_content_touches_the_whole_map(align: Any, touched: str) -> None:
    old, new = schema(align), schema(align)
    new["properties"]["fees"]["additionalProperties"] = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "n": {"type": "number", "x-eval-threshold": 0.5}},
    }
    trees = parse_eval_schema(old), parse_eval_schema(new)
    assert touched_paths(*trees) == {touched}
    assert Zones(trees[0]).of("fees.*.n") == touched
