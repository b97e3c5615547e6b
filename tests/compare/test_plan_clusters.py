"""Plans of records in clusters count clusters: of records by themselves they would promise too much."""

from typing import Any

import pytest

from evaljson import compare_runs
from evaljson.compare import plan
from tests.compare.made import run


@pytest.fixture(scope="module")
def compared() -> Any:
    a, b = run(60, {"name": range(20), "sku": range(0, 60, 3)}), run(60, {"name": range(10, 34)})
    return compare_runs(a, b, cluster=lambda record: int(record.gold["id"]) // 4)


def test_now_is_what_the_comparison_says_itself(compared: Any) -> None:
    planned = plan(compared)
    assert planned is not None
    assert (planned.figure.records, planned.figure.clusters) == (60, 15)
    assert planned.figure.smallest == pytest.approx(compared.estimate.smallest)
    assert planned.sentence.startswith("With 60 records in 15 clusters you can see a difference of ")


def test_further_records_are_said_to_be_of_further_clusters(compared: Any) -> None:
    planned = plan(compared, added=40)
    assert planned is not None
    assert "; 40 more in 10 further clusters bring it to" in planned.sentence


def test_the_clusters_it_takes_are_enough_and_one_less_is_not(compared: Any) -> None:
    planned = plan(compared, difference=0.02)
    assert planned is not None
    need = planned.figure
    assert need.needed_clusters is not None
    assert need.needed == 4 * need.needed_clusters
    assert (need.smallest_with(need.needed) or 1) <= 0.02 < (need.smallest_with(need.needed - 4) or 0)
    assert (
        f"It takes {need.needed_clusters:,} clusters to see 2.0 points: {need.more_clusters:,} more, "
        in planned.sentence
    )
    assert f"{need.more:,} records at the present 4.0 a cluster." in planned.sentence


def test_fields_count_the_clusters_that_have_them(compared: Any) -> None:
    planned = plan(compared, difference=0.05)
    assert planned is not None
    assert {need.clusters for need in planned.fields} == {15}


def test_clusters_of_one_record_change_no_plan() -> None:
    a, b = run(60, {"name": range(20)}), run(60, {"name": range(10, 34)})
    alone, apart = (
        plan(compare_runs(a, b, cluster=cluster), difference=0.02) for cluster in (None, lambda one: one.gold["id"])
    )
    assert alone == apart
