"""A comparison as tables for a page: what stands beside a verdict that the interval does not let expect."""

from dataclasses import replace

import pytest

from evaljson import compare_many, compare_runs, evaluate
from evaljson.compare.slices import Slice, Slices
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.report.compare.matrix import only_fields
from evaljson.report.compare.tables import field_rows, slice_rows, variant_rows
from tests.compare.made import run

FOUND = compare_runs(run(40), run(40, {"name": range(3)}), resamples=200)


@pytest.mark.parametrize(
    ("low", "high", "p", "declared", "mark"),
    [
        (-0.2, -0.1, 0.02, True, "– not after adjusting for 3 fields"),
        (0.1, 0.2, 0.02, False, "– not after adjusting for 1 key"),
        (-0.2, -0.1, 0.2, True, "– its test finds no difference"),
        (-0.2, 0.1, 0.02, True, "–"),
        (None, None, 0.02, True, "–"),
    ],
)
def test_a_field_whose_interval_holds_no_0_says_why_it_has_no_verdict(
    low: float | None, high: float | None, p: float, declared: bool, mark: str
) -> None:
    name = next(field for field in FOUND.fields if field.path == "name")
    odd = replace(name, low=low, high=high, p=p, p_holm=0.3, verdict=NO_DIFFERENCE, declared=declared, gained=-3.0)
    others = [field for field in FOUND.fields if field.path in ("total", "items[].sku")]
    of_schema = sum(field.declared for field in (odd, *others))
    found = replace(FOUND, fields=(odd, *others), tested_fields=of_schema, tested_keys=3 - of_schema)
    rows = field_rows(found)
    assert rows.set_index("field")["mark"].to_dict() == {"name": mark, "total": "–", "items[].sku": "–"}


@pytest.mark.parametrize(("tested", "why"), [(2, "2 groups"), (9, "9 tests of groups of all variants")])
def test_a_group_whose_interval_holds_no_0_says_why_it_has_no_verdict(tested: int, why: str) -> None:
    estimate = replace(FOUND.estimate, low=0.1, high=0.2)
    groups = (Slice("a", 9, estimate, 0.2, NO_DIFFERENCE), Slice("b", 9, estimate, 0.01, "better"))
    marks = slice_rows(Slices(groups, 0, (), tested=tested))["mark"].tolist()
    assert marks == [f"– not after adjusting for {why}", "▲ better"]


def test_a_field_and_a_variant_name_all_that_they_are_adjusted_for() -> None:
    runs = {"old": run(40), "new": run(40, {"name": range(3)}), "best": run(40, {"total": range(9)})}
    many = compare_many(runs, "old", resamples=200)
    tested = sum(field.p is not None for one in many.comparisons.values() for field in one.fields)
    new = many.comparisons["new"]
    odd = replace(new.fields[0], low=-0.2, high=-0.1, p=0.02, p_holm=0.3, verdict=NO_DIFFERENCE, gained=-3.0)
    marks = field_rows(replace(new, fields=(odd, *new.fields[1:])))["mark"].tolist()
    assert f"– not after adjusting for {tested} tests of fields of all variants" in marks
    assert any(
        f"adjusted for {tested} tests of fields of the eval schema, over both variants" in note for note in new.notes
    )

    figures = {"f1": replace(new.estimate, low=-0.2, high=-0.1, verdict=NO_DIFFERENCE)}
    cells = tuple(replace(cell, verdict=NO_DIFFERENCE) for cell in many.variants)
    unsure = replace(many, comparisons={**many.comparisons, "new": replace(new, figures=figures)}, variants=cells)
    marks_by_variant = variant_rows(unsure).set_index("variant")["mark"]
    assert marks_by_variant["new"] == "– not after adjusting for 3 comparisons of variants"


def test_a_field_that_gains_in_one_record_what_it_loses_in_another_has_changed_in_all_variants_too() -> None:
    gold = [{"id": str(n), "a": "x", "b": "x"} for n in range(4)]
    sides = {
        "old": [{**one, "a": "?"} if one["id"] == "0" else one for one in gold],
        "new": [{**one, "a": "?"} if one["id"] == "1" else one for one in gold],
    }
    fields = {"id": {"type": "string"}, "a": {"type": "string"}, "b": {"type": "string"}}
    schema = {"type": "object", "x-eval-id": "id", "properties": fields}
    many = compare_many({name: evaluate(gold, records, schema) for name, records in sides.items()}, baseline="old")
    assert only_fields(many, "changed") == ["a"]
    assert only_fields(many, "worse") == []
