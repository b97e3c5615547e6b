"""The documented examples."""

from typing import Any

import pytest

from evaljson import InputError
from evaljson.metrics import METRICS, metric_over_run
from tests.cases import read_cases

CASES: list[dict[str, Any]] = read_cases("metrics")
SCORED = [case for case in CASES if "raises" not in case]
REFUSED = [case for case in CASES if case.get("raises")]
by_case = pytest.mark.parametrize("case", SCORED)


def test_the_case_file_is_complete() -> None:
    assert (len(SCORED), len(REFUSED)) == (29, 2)


@by_case
def test_score_and_details_are_as_documented(case: dict[str, Any]) -> None:
    result = METRICS[case["metric"]](case["actual"], case["expected"], **case["params"])

    if case["score"] is None:
        assert result.score is None
        assert result.details["explanation"]
    else:
        assert result.score == pytest.approx(case["score"], abs=0.5 * 10 ** -case.get("places", 8))
    if "details" in case:
        assert result.details == case["details"]


@by_case
def test_a_run_of_one_record_has_the_same_mean(case: dict[str, Any]) -> None:
    run = metric_over_run(case["metric"], [case["expected"]], [case["actual"]], **case["params"])
    if case["score"] is None:  # over a run, text that cannot be read counts as a missing record
        assert (run.mean, run.missing) == (1.0, (0,))
    else:
        assert run.mean == pytest.approx(case["score"], abs=0.5 * 10 ** -case.get("places", 8))


@pytest.mark.parametrize("case", REFUSED)
def test_a_side_that_is_no_object_is_refused_by_name(case: dict[str, Any]) -> None:
    side = "actual" if case["actual"] == "sorry, no data" else "expected"
    with pytest.raises(InputError, match=rf"^{side}: .*JSON object") as caught:
        METRICS[case["metric"]](case["actual"], case["expected"], **case["params"])
    assert caught.value.path == side
