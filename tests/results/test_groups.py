"""Figures of groups of records: those of scoring each group alone, with intervals."""

from collections import Counter
from typing import Any

import pytest

from evaljson import InputError, evaluate
from evaljson.results.groups import Groups, figures_by_group
from evaljson.stats import clustered_share, mean_interval, wilson_interval
from tests.cases import read_cases
from tests.compare import made
from tests.oracle import published, right
from tests.results.random_runs import MAKERS, Make, random_runs, results_of

CASES: list[dict[str, Any]] = read_cases("groups")


def test_each_group_has_the_figures_of_its_records_alone() -> None:
    gold, extracted = made.gold(20), made.extracted(20, {"name": [0, 1, 2], "price": [3, 4]})
    groups = figures_by_group(
        evaluate(gold, extracted, made.SCHEMA), lambda record: "first" if record.gold["id"] < 5 else "rest"
    )
    assert [(one.label, one.records) for one in groups.groups] == [("first", 5), ("rest", 15)]
    for group, part in zip(groups.groups, (slice(0, 5), slice(5, 20)), strict=True):
        alone = evaluate(gold[part], extracted[part], made.SCHEMA)
        assert (group.f1.mean, group.precision.mean, group.recall.mean) == (
            alone.mean_f1, alone.mean_precision, alone.mean_recall,
        )  # fmt: skip
        assert group.f1.interval == mean_interval([record.f1 for record in alone.records])
        assert (group.fully_right, group.accuracy.share) == (alone.fully_right, alone.accuracy.share)


@pytest.mark.parametrize("make", MAKERS)
def test_shares_are_those_of_looking_at_each_result(make: Make) -> None:
    for run in random_runs(make, 9, 12):
        places = {id(record): place for place, record in enumerate(run.records)}
        groups = figures_by_group(run, lambda record, places=places: places[id(record)] % 3)
        every = results_of(run)
        assert sum(group.records for group in groups.groups) == len(every)
        for group in groups.groups:
            members = every[int(group.label) :: 3]
            seen = right.verdicts(members)
            counted = seen.pop("")
            records, rows = group.fully_right.records, sum(seen.values(), Counter())
            assert (records.right, records.wrong) == (counted["right"], counted["wrong"])
            assert records.interval == wilson_interval(records.right, records.right + records.wrong)
            assert (group.fully_right.rows.right, group.fully_right.rows.wrong) == (rows["right"], rows["wrong"])
            matches, leaves, _ = published.accuracy([results for results, _ in members])
            assert (group.accuracy.matches, group.accuracy.leaves) == (matches, leaves)


def grouped(labels: dict[int, object]) -> Groups:
    return figures_by_group(made.run(10, {"name": [0]}), labels)


def test_records_without_a_label_are_in_no_group_and_counted() -> None:
    groups = grouped({0: "a", 1: "a", 2: None, 3: True, 4: 1})
    assert [(one.label, one.records) for one in groups.groups] == [("a", 2), ("1", 1), ("True", 1)]
    assert groups.unlabelled == 6


def test_a_group_of_fewer_than_five_records_says_so() -> None:
    groups = grouped(dict.fromkeys(range(4), "four") | dict.fromkeys(range(4, 9), "five"))
    assert {one.label: one.has_few for one in groups.groups} == {"four": True, "five": False}


def test_the_interval_of_rows_is_of_rows_in_their_records() -> None:
    [group] = figures_by_group(made.run(8, {"price": [0, 1]}), dict.fromkeys(range(8), "all")).groups
    assert group.fully_right.rows.interval == clustered_share([1, 1, *[2] * 6], [2] * 8)


def test_document_types_are_groups_if_there_are_any() -> None:
    with pytest.raises(InputError, match="the run has no document types"):
        figures_by_group(made.run(3))
    with pytest.raises(InputError, match="no record has a label to group by"):
        figures_by_group(made.run(3), {})
    with pytest.raises(InputError, match='by must be "type", labels by record id'):
        figures_by_group(made.run(3), "lang")


def test_records_that_gold_lacks_are_in_a_group_only_by_their_id() -> None:
    extracted = [*made.extracted(3), {"id": "x", "name": "?"}]
    run = evaluate(made.gold(3), extracted, made.SCHEMA, strays="invented")
    by_total = figures_by_group(run, lambda record: record.gold["total"])
    assert (len(by_total.groups), by_total.unlabelled) == (3, 1)
    assert [one.label for one in figures_by_group(run, {"x": "stray"}).groups] == ["stray"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_cases(case: dict[str, Any]) -> None:
    run = evaluate(case["gold"], case["extracted"], case["schema"])
    by = case["by"] if case["by"] == "type" else dict(enumerate(case["by"]))
    found = figures_by_group(run, by)
    assert [
        {
            "label": one.label, "records": one.records, "f1": round(one.f1.mean or 0.0, 9),
            "fully_right": one.fully_right.records.right, "rows_right": one.fully_right.rows.right,
            "rows_wrong": one.fully_right.rows.wrong, "matches": one.accuracy.matches, "leaves": one.accuracy.leaves,
        }
        for one in found.groups
    ] == case["groups"]  # fmt: skip
    assert found.unlabelled == case["unlabelled"]
