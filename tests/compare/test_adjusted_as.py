"""A look while records are added is adjusted for as many tests as the verdict beside it, and never finds more."""

import pytest

from evaljson import compare_many, compare_runs
from evaljson.compare import Looks
from evaljson.compare.together import adjusted_as
from evaljson.compare.verdict import NO_DIFFERENCE
from tests.compare.made import run

RUNS = {
    "old": run(40),
    "new": run(40, {"name": range(7)}),
    "near": run(40, {"total": range(4)}),
    "far": run(40, {"name": range(20), "sku": range(9)}),
}


@pytest.mark.parametrize("name", ["new", "near", "far"])
def test_a_look_finds_no_more_than_the_exact_adjustment_of_all_looks(name: str) -> None:
    looks = Looks(80)
    beside = compare_many(RUNS, "old", resamples=400).comparisons[name]
    exact = compare_many(RUNS, "old", looks=looks, resamples=400).comparisons[name]
    alone = compare_runs(RUNS["old"], RUNS[name], names=("old", name), looks=looks, resamples=400)
    found = adjusted_as(alone, beside)
    assert (found.together, found.tested_fields) == (6, beside.tested_fields)
    assert found.p_adjusted is not None
    assert exact.p_adjusted is not None
    assert found.p_adjusted >= exact.p_adjusted - 1e-12
    assert found.verdict in (exact.verdict, NO_DIFFERENCE)
    by_path = {field.path: field.verdict for field in exact.fields}
    assert all(field.verdict in (by_path[field.path], NO_DIFFERENCE) for field in found.fields)
    assert all("over all 3 variants" in note for note in found.notes if note.startswith("Verdicts on fields"))


def test_of_two_variants_alone_there_is_nothing_to_adjust_for() -> None:
    alone = compare_runs(RUNS["old"], RUNS["new"], names=("old", "new"), looks=Looks(80), resamples=400)
    assert adjusted_as(alone, compare_runs(RUNS["old"], RUNS["new"], names=("old", "new"), resamples=400)) is alone
