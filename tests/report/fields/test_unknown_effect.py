"""What keys that the schema lacks do to F1, held against scoring the same records without them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaljson import evaluate, parse_eval_schema
from evaljson.report.fields.unknown_effect import UnknownEffect, unknown_effect

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "a": {"type": "string"},
        "rows": {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string"}}}},
    },
}
GOLD: list[Any] = [{"id": "x", "a": "1", "rows": [{"k": "p"}]}, {"id": "y", "a": "2", "rows": []}]


def effect(**variants: list[Any]) -> UnknownEffect:
    runs = {name: evaluate(GOLD, records, SCHEMA) for name, records in variants.items()}
    return unknown_effect(runs, parse_eval_schema(SCHEMA))


def test_only_what_moves_is_told_with_the_figure_that_it_would_be() -> None:
    talks = [{**record, "why": {"deep": [1]}} for record in GOLD]
    moving = effect(plain=GOLD, talks=talks)
    assert moving.fields == ("why",)
    assert moving.moved == {"talks": (pytest.approx(0.8), 1.0)}


def test_without_such_keys_there_is_nothing_to_tell() -> None:
    assert effect(plain=GOLD, wrong=[{**GOLD[0], "a": "?"}, GOLD[1]]) == UnknownEffect((), {})


KEYS = st.dictionaries(st.sampled_from(["a", "b", "c"]), st.sampled_from(["1", "2"]))
RECORDS = st.lists(st.tuples(KEYS, st.lists(st.dictionaries(st.sampled_from("kz"), st.sampled_from("pq")))), min_size=1)


@settings(max_examples=40)
@given(RECORDS)
def test_the_figure_is_that_of_the_records_without_those_keys(drawn: list[tuple[dict[str, str], list[Any]]]) -> None:
    gold: list[Any] = [{"id": i, "a": "1", "rows": [{"k": "p"}]} for i in range(len(drawn))]
    extracted = [{"id": i, **record, "rows": rows} for i, (record, rows) in enumerate(drawn)]
    run = evaluate(gold, extracted, SCHEMA)
    moving = unknown_effect({"v": run}, parse_eval_schema(SCHEMA))
    bare = [
        {key: value for key, value in record.items() if key in ("id", "a")}
        | {"rows": [{key: value for key, value in row.items() if key == "k"} for row in record["rows"]]}
        for record in extracted
    ]
    without = evaluate(gold, bare, SCHEMA).mean_f1
    # Of an element that nobody asked for, only what the schema knows counts.
    assert set(moving.fields) - {"rows[].z"} == {key for record, _ in drawn for key in record if key != "a"}
    assert moving.moved.get("v", (run.mean_f1, run.mean_f1))[1] == pytest.approx(without, abs=0.0006)
