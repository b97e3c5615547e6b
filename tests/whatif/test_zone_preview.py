"""A preview of one zone says what scoring everything again says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from evaljson import evaluate, whatif
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.plan import KeptPlans
from evaljson.suggest.edit import Edit, edited
from evaljson.whatif import FieldIndex, Zones, zone_previews
from evaljson.whatif.flipped import become_right, become_wrong

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
BOTH = (become_right, become_wrong)
CASE, DEEP = (Edit(path, ("lowercase",)) for path in ("name", "other[].sku"))


def test_each_zone_is_as_if_it_were_the_only_one_changed() -> None:
    old, run = parse_eval_schema(SCHEMA), evaluate(GOLD, EXTRACTED, SCHEMA)
    new, zones = parse_eval_schema(edited(SCHEMA, BY_SKU, CASE, DEEP)), ["list", "name", "other"]
    [every] = zone_previews([(run, FieldIndex(run.tallies))], old, new, zones, KeptPlans())
    previews = list(every)
    for edit, path, preview in zip((BY_SKU, CASE, DEEP), zones, previews, strict=True):
        alone = evaluate(GOLD, EXTRACTED, edited(SCHEMA, edit))
        assert preview.figures.f1.tolist() == pytest.approx([record.f1 for record in alone.records])
        assert preview.pooled(path) == pytest.approx(FieldIndex(alone.tallies).pooled(path))
        assert np.array_equal(preview.up, [0])
        assert preview.gained(path) > 0


def test_an_example_is_a_result_that_becomes_right() -> None:
    old, run = parse_eval_schema(SCHEMA), evaluate(GOLD, EXTRACTED, SCHEMA)
    new = parse_eval_schema(edited(SCHEMA, BY_SKU))
    [[preview]] = map(list, zone_previews([(run, FieldIndex(run.tallies))], old, new, ["list"]))
    [(record, wrong)] = preview.become_right([0, 1]).items()
    assert record == 0
    assert (wrong.path, wrong.gold_value, wrong.extracted_value, wrong.status) == ("list[0].sku", "A", "B", "mismatch")


def test_runs_that_are_scored_together_are_each_as_if_alone() -> None:
    old, new = parse_eval_schema(SCHEMA), parse_eval_schema(edited(SCHEMA, BY_SKU, CASE, DEEP))
    zones, sides = ["list", "name", "other"], [EXTRACTED, [{"name": "ada"}, None], [None, GOLD[1]]]
    runs = [(run, FieldIndex(run.tallies)) for run in (evaluate(GOLD, side, old) for side in sides)]
    for one, together in zip(runs, zone_previews(runs, old, new, zones), strict=True):
        [alone] = zone_previews([one], old, new, zones)
        for zone, mine, its in zip(zones, together, alone, strict=True):
            assert mine.figures.f1.tolist() == its.figures.f1.tolist()
            assert (mine.pooled(zone), mine.gained(zone)) == (its.pooled(zone), its.gained(zone))
            assert (mine.only_lenient, mine.up.tolist()) == (its.only_lenient, its.up.tolist())
            assert [mine.flipped(count) for count in BOTH] == [its.flipped(count) for count in BOTH]
            assert str(mine.become_right([0, 1])) == str(its.become_right([0, 1]))


def test_what_flips_is_told_by_result_against_the_run_and_against_another_edit() -> None:
    gold: list[Any] = [{"list": [{"sku": "A", "n": 1}, {"sku": "B", "n": 1}, {"sku": "c", "n": 2}]}, {"list": []}]
    extracted: list[Any] = [{"list": [{"sku": "b", "n": 3}, {"sku": "a", "n": 1}, {"sku": "C", "n": 2}]}, None]
    # By position all three n but the first are right, and no sku; by content, without case, n of A and c alone.
    lower, by_content = Edit("list[].sku", ("lowercase",)), Edit("list", align={"match_by": "hungarian"})
    old, run = parse_eval_schema(SCHEMA), evaluate(gold, extracted, SCHEMA)
    views = []
    for edits in ((lower,), (lower, by_content)):
        new = parse_eval_schema(edited(SCHEMA, *edits))
        [[view]] = map(list, zone_previews([(run, FieldIndex(run.tallies))], old, new, [""]))
        assert view.become_wrong == whatif.preview(run, old, new).become_wrong
        views.append(view)
    in_place, paired = views
    assert [(one.flipped(become_right), one.flipped(become_wrong), one.only_lenient) for one in views] == [
        (1, 0, True), (4, 1, False),
    ]  # fmt: skip
    assert [paired.flipped(count, "list", over=in_place) for count in BOTH] == [3, 1]
    assert [paired.flipped(count, "list[].n", over=in_place) for count in BOTH] == [1, 1]
    assert not paired.only_lenient_over(in_place)
    assert [in_place.flipped(count, over=in_place) for count in BOTH] == [0, 0]


def test_the_zone_of_an_edit_is_the_outermost_array_that_is_not_paired_by_position() -> None:
    zones = Zones(parse_eval_schema(SCHEMA))
    assert [zones.of(path) for path in ("name", "list[].sku", "other[].sku", "other")] == [
        "name", "list[].sku", "other", "other",
    ]  # fmt: skip
