"""What suggestions make of the ranking is what scoring everything again says, and it is kept with them."""

import json
from dataclasses import replace

import pytest

from evaljson import RunResult, evaluate
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.ranking_change import ranking_change
from evaljson.compare.ranks import RankedRuns
from evaljson.suggest import apply, suggest_from
from evaljson.suggest.as_json import from_stored, to_stored
from tests.messy import messy


@pytest.mark.parametrize("seed", [3, 4])
def test_the_ranking_with_all_that_need_no_look_is_that_of_scoring_again(seed: int) -> None:
    data = messy(30, 5, seed=seed)

    def runs_under(schema: dict[str, object]) -> dict[str, RunResult]:
        return {name: evaluate(data.gold, records, schema) for name, records in data.extracted.items()}

    runs = runs_under(data.schema)
    found = suggest_from(runs, data.schema)
    after = runs_under(apply(data.schema, found.for_all))
    assert found.change is not None
    ranks = replace(found.change, f1={}, records=0, leaders=(), ranks_of_first=(0, 0))
    then = RankedRuns(after).ranks
    assert ranks == ranking_change(RankedRuns(runs).ranks, then)
    first = max(runs, key=lambda name: runs[name].mean_f1)
    placed = next(one for one in leaderboard(after).places if one.name == first)
    assert found.change.ranks_of_first == (placed.best_rank, placed.worst_rank)
    assert dict(found.change.leaders) == pytest.approx({name: after[name].mean_f1 for name in then.leaders})
    f1 = {name: (run.mean_f1, after[name].mean_f1) for name, run in runs.items()}
    moved = {name: both for name, both in f1.items() if both[0] != pytest.approx(both[1])}
    assert set(found.change.f1) == set(moved)
    for name, both in found.change.f1.items():
        assert both == pytest.approx(moved[name])
    assert from_stored(json.loads(json.dumps(to_stored(found)))).change == found.change


def test_of_one_variant_there_is_no_ranking() -> None:
    data = messy(12, 1)
    runs = {name: evaluate(data.gold, records, data.schema) for name, records in data.extracted.items()}
    assert suggest_from(runs, data.schema).change is None
