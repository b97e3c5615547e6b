"""A preview of one zone says what scoring everything again says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaljson import evaluate
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.plan import KeptPlans
from evaljson.suggest.edit import Edit, edited
from evaljson.whatif import FieldIndex, Zones, zone_previews

ITEM = {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}}}
SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "list": {"type": "array", "items": ITEM},
        "other": {"type": "array", "x-eval-align": {"match_by": "hungarian"}, "items": ITEM},
    },
}
GOLD: list[Any] = [
    {"name": "Ada", "list": [{"sku": "A", "n": 1}, {"sku": "B", "n": 2}], "other": [{"sku": "c", "n": 3}]},
    {"name": "Bob", "list": [{"sku": "C"}], "other": []},
]
EXTRACTED: list[Any] = [
    {"name": "ADA", "list": [{"sku": "B", "n": 2}, {"sku": "A", "n": 1}], "other": [{"sku": "C", "n": 3}]},
    {"name": "Bob", "list": [], "more": 1},
]
BY_SKU = Edit("list", align={"match_by": "key_field", "key": "sku"})
CASE, DEEP = (Edit(path, ("lowercase",)) for path in ("name", "other[].sku"))


def test_each_zone_is_as_if_it_were_the_only_one_changed() -> None:
    old, run = parse_eval_schema(SCHEMA), evaluate(GOLD, EXTRACTED, SCHEMA)
    new, zones = parse_eval_schema(edited(SCHEMA, BY_SKU, CASE, DEEP)), ["list", "name", "other"]
    previews = list(zone_previews(run, FieldIndex(run.tallies), old, new, zones, KeptPlans()))
    for edit, path, preview in zip((BY_SKU, CASE, DEEP), zones, previews, strict=True):
        alone = evaluate(GOLD, EXTRACTED, edited(SCHEMA, edit))
        assert preview.figures.f1.tolist() == pytest.approx([record.f1 for record in alone.records])
        assert preview.pooled(path) == pytest.approx(FieldIndex(alone.tallies).pooled(path))
        assert np.array_equal(preview.up, [0])
        assert preview.gained(path) > 0


def test_an_example_is_a_result_that_becomes_right() -> None:
    old, run = parse_eval_schema(SCHEMA), evaluate(GOLD, EXTRACTED, SCHEMA)
    [preview] = zone_previews(run, FieldIndex(run.tallies), old, parse_eval_schema(edited(SCHEMA, BY_SKU)), ["list"])
    wrong = preview.becomes_right(0)
    assert wrong is not None
    assert (wrong.path, wrong.gold_value, wrong.extracted_value, wrong.status) == ("list[0].sku", "A", "B", "mismatch")
    assert preview.becomes_right(1) is None


def test_the_zone_of_an_edit_is_the_outermost_array_that_is_not_paired_by_position() -> None:
    zones = Zones(parse_eval_schema(SCHEMA))
    assert [zones.of(path) for path in ("name", "list[].sku", "other[].sku", "other")] == [
        "name", "list[].sku", "other", "other",
    ]  # fmt: skip
