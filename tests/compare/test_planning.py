"""How many records a comparison takes: now, with more, and before anything is labelled."""

import json
from typing import Any

import numpy as np
import pytest

from evaljson import InputError, compare_many, compare_runs
from evaljson.compare import plan, plan_ahead
from evaljson.compare.planning import round_number
from tests.compare.made import run


@pytest.fixture(scope="module")
def compared() -> Any:
    return compare_runs(run(60, {"name": range(20), "sku": range(0, 60, 3)}), run(60, {"name": range(10, 34)}))


def test_now_is_what_the_comparison_says_itself(compared: Any) -> None:
    planned = plan(compared)
    assert planned is not None
    assert planned.figure.smallest == pytest.approx(compared.estimate.smallest)
    assert planned.figure.records == 60
    assert planned.sentence.startswith("With 60 records you can see a difference of ")
    assert f"; {planned.added} more bring it to" in planned.sentence


def test_the_number_it_takes_is_enough_and_one_less_is_not(compared: Any) -> None:
    planned = plan(compared, difference=0.02)
    assert planned is not None
    need = planned.figure
    assert need.needed is not None
    assert need.more == need.needed - 60
    assert (need.smallest_with(need.needed) or 1) <= 0.02 < (need.smallest_with(need.needed - 1) or 0)
    assert f"It takes {need.needed:,} to see 2.0 points: {need.more:,} more." in planned.sentence


def test_a_margin_is_planned_for_by_the_lower_end_of_the_interval(compared: Any) -> None:
    planned = plan(compared, non_inferior=0.05)
    assert planned is not None
    need = planned.figure
    assert need.needed is not None
    rng, kept = np.random.default_rng(0), 0
    for _ in range(1000):  # as many equal extractors with this spread
        drawn = rng.normal(0, need.spread, need.needed)
        kept += drawn.mean() - 1.96 * drawn.std(ddof=1) / np.sqrt(need.needed) > -0.05
    assert kept / 1000 == pytest.approx(0.8, abs=0.05)
    assert "to rule out a loss of 5.0 points if nothing differs" in planned.sentence


def test_enough_is_said_to_be_enough(compared: Any) -> None:
    planned = plan(compared, difference=0.5)
    assert planned is not None
    assert planned.figure.more == 0
    assert "They are enough to see 50.0 points" in planned.sentence


def test_fields_are_planned_for_as_one_of_many(compared: Any) -> None:
    planned = plan(compared, difference=0.05)
    assert planned is not None
    assert [need.name for need in planned.fields] == [field.path for field in compared.fields]
    assert [need.confidence for need in planned.fields] == pytest.approx([1 - 0.05 / 4] * 4)
    field = next(need for need in planned.fields if need.name == "name")
    assert field.needed is not None
    assert planned.figure.needed is not None
    assert field.needed > planned.figure.needed
    assert json.loads(json.dumps(planned.to_dict()))["fields"][0]["more"] == planned.fields[0].more


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0.1, "non_inferior": 0.1}, "not for both"),
        ({"difference": 0}, "a difference is above 0"),
        ({"non_inferior": 2}, "a margin is above 0"),
        ({"added": 0}, "added records is above 0"),
        ({"power": 0.01}, "power is between"),
    ],
)
def test_what_makes_no_sense_is_refused(compared: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan(compared, **options)


def test_a_single_record_cannot_be_planned_by() -> None:
    assert plan(compare_runs(run(1, {"name": [0]}), run(1))) is None


def test_before_labelling_it_goes_by_what_is_supposed() -> None:
    assert plan_ahead(difference=0.3, differing=0.7).needed == 59  # Chow, Shao and Wang 2008
    ahead = plan_ahead(non_inferior=0.1, differing=0.1)
    assert (ahead.method, ahead.needed) == ("Liu 2002", 104)
    assert ahead.sentence == (
        "It takes 104 records to rule out a loss of 10.0 points if nothing differs four times out of five, at 95% "
        "confidence."
    )
    one, of_many = plan_ahead(difference=0.05, spread=0.2), plan_ahead(difference=0.05, spread=0.2, fields=20)
    assert one.needed is not None
    assert of_many.needed is not None
    assert one.needed < of_many.needed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0.1}, "say one of the two"),
        ({"difference": 0.1, "spread": 1, "differing": 1}, "say one of the two"),
        ({"spread": 0.1}, "say what the records shall show"),
        ({"difference": 0, "spread": 0.1}, "a difference is above 0"),
        ({"difference": 0.1, "spread": -1}, "the spread is the standard deviation"),
    ],
)
def test_plans_that_lack_something_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan_ahead(**options)


@pytest.mark.parametrize(("value", "rounded"), [(300, 300), (312, 300), (75, 80), (4.9, 5), (0.2, 1)])
def test_numbers_in_sentences_are_round(value: float, rounded: int) -> None:
    assert round_number(value) == rounded


def test_of_several_variants_a_plan_allows_for_as_many_comparisons_as_the_verdict() -> None:
    runs = {"old": run(40), "new": run(40, {"name": range(7)}), "far": run(40, {"name": range(20)})}
    among = compare_many(runs, "old", resamples=200).comparisons["new"]
    alone = compare_runs(runs["old"], runs["new"], names=("old", "new"), resamples=200)
    ours, theirs = plan(among, difference=0.02), plan(alone, difference=0.02)
    assert ours is not None
    assert theirs is not None
    assert ours.figure.needed is not None
    assert theirs.figure.needed is not None
    assert ours.figure.confidence == pytest.approx(1 - 0.05 / 3)
    assert theirs.figure.confidence == pytest.approx(0.95)
    assert ours.figure.needed > theirs.figure.needed
