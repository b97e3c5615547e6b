"""Clusters that the eval schema names hold for every interval of a run and for ranks, without anyone asking again."""

from typing import Any

import pytest

from evaljson import InputError, compare_runs, evaluate
from evaljson.compare import with_clusters
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.results.groups import figures_by_group
from evaljson.results.model import RunResult
from evaljson.results.saved.run import load_run, save_run

FIELDS: dict[str, Any] = {"number": {"type": "string"}, "lines": {"type": "array", "items": {"type": "string"}}}
CONFORMS = {"type": "object", "properties": {"number": {"type": "string", "maxLength": 3}}}
GOLD = [
    {"id": at, "customer": f"c{at // 4}", "of": "even" if at % 2 == 0 else "odd", "number": f"n{at}", "lines": ["a"]}
    for at in range(48)
]
OF = {at: at // 4 for at in range(48)}


def run(wrong: set[int], key: str | None = "customer") -> RunResult:
    """Everything is wrong in some records; all say how sure they are."""
    schema: dict[str, Any] = {"type": "object", "x-eval-id": "id", "x-eval-confidence": {"leaves": {}}}
    schema |= {"properties": FIELDS, **({} if key is None else {"x-eval-cluster": key})}
    written: list[dict[str, Any]] = [
        {
            "id": one["id"],
            "number": {"value": "far off" if one["id"] in wrong else one["number"], "confidence": one["id"] / 48},
            "lines": ["b" if one["id"] in wrong else "a"],
        }
        for one in GOLD
    ]
    gold = [{name: one[name] for name in ("id", "number", "lines", *((key,) if key in one else ()))} for one in GOLD]
    return evaluate(gold, written, schema)


FOUR = set(range(8)) | set(range(24, 32))
"""All documents of four customers."""
NAMED, BY_RECORDS, MISNAMED = run(FOUR), run(FOUR, None), run(FOUR, "custmer")


def intervals(one: RunResult) -> list[object]:
    confidence = one.confidence()
    assert confidence is not None
    groups = figures_by_group(one, {at: "even" if at % 2 == 0 else "odd" for at in range(48)}).groups
    return [
        one.fully_right.records.interval,
        one.records_right.interval,
        one.fully_right.rows.interval,
        one.accuracy.interval,
        one.conformity(CONFORMS).interval,
        confidence.overall.auroc_interval,
        confidence.overall.brier_interval,
        confidence.overall.ece_interval,
        [group.f1.interval for group in groups],
        [group.fully_right.records.interval for group in groups],
    ]


def test_intervals_of_a_run_go_by_what_its_schema_names() -> None:
    named, alone = intervals(NAMED), intervals(BY_RECORDS)
    assert named == intervals(with_clusters(BY_RECORDS, OF)[0])
    # Each record of a group is of another pair: two of four documents of a customer.
    assert all(one != other for one, other in zip(named, alone, strict=True))
    assert of_intervals(NAMED.clustered) == "Intervals go by 12 clusters of customer, the largest of 4 records."


def test_false_counts_each_record_by_itself_again() -> None:
    without, about = with_clusters(NAMED, False)
    assert about is None
    assert intervals(without) == intervals(BY_RECORDS)
    assert without.clustered is None


def test_a_key_that_no_record_has_is_not_passed_over_in_silence() -> None:
    assert intervals(MISNAMED) == intervals(BY_RECORDS)
    said = "No record has a value for the cluster custmer: each counts by itself."
    assert of_intervals(MISNAMED.clustered) == said
    assert said in ranking_sentence(leaderboard({"A": MISNAMED, "B": run(set(), "custmer")})).basis
    with pytest.raises(InputError, match="no compared record has a value for the cluster 'custmer'"):
        with_clusters(MISNAMED)


def test_chosen_clusters_hold_for_parts_saved_runs_and_comparisons() -> None:
    chosen = with_clusters(BY_RECORDS, OF)[0]
    part = list(range(0, 48, 3))
    assert chosen.only(part).records_right == NAMED.only(part).records_right
    assert chosen.only(part).records_right != BY_RECORDS.only(part).records_right
    gold, extracted = ([dict(getattr(record, side)) for record in chosen.records] for side in ("gold", "extracted"))
    assert load_run(save_run(chosen), gold, extracted).clusters == chosen.clusters
    perfect = run(set(), None)
    named = compare_runs(NAMED, run(set()))
    assert compare_runs(chosen, perfect).estimate == named.estimate
    assert compare_runs(chosen, perfect, cluster=False).estimate.p < named.estimate.p  # type: ignore[operator]


def test_ranks_go_by_clusters_too() -> None:
    """Sixteen of sixteen records went one way, but they are four customers."""
    runs = {"A": NAMED, "B": run(set())}
    board, alone = leaderboard(runs), leaderboard(runs, cluster=False)
    assert [(place.name, place.worst_rank) for place in alone.places] == [("B", 1), ("A", 2)]
    assert (board.places[0].worst_rank == 1) == (compare_runs(*runs.values()).verdict == "better")
    assert board.places[1].interval == leaderboard({"A": BY_RECORDS}, cluster=OF).places[0].interval
    assert board.places[1].interval != alone.places[1].interval
    assert ranking_sentence(board).basis == (
        "Over the same 48 records in 12 clusters, adjusted for 1 comparison; "
        "the interval of an F1 is of that variant alone.",
        "Intervals may overlap where ranks differ: ranks go cluster by cluster.",
    )
    assert ranking_sentence(alone).basis == (
        "Over the same 48 records, adjusted for 1 comparison; the interval of an F1 is of that variant alone.",
    )
