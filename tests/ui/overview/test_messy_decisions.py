"""What decisions say of the ranking on messy data is what scoring all again then shows."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from evaljson import RunResult, evaluate
from evaljson.compare.leaderboard import leaderboard
from evaljson.compare.ranking_change import ranking_change
from evaljson.compare.ranks import RankedRuns
from evaljson.ui.overview.decision import moved_in_words
from evaljson.ui.session import server
from evaljson.ui.shared.ties_in_words import ranking_in_words
from tests.messy import EXTRA, Messy, messy, messy_evaluation
from tests.ui.conftest import Open


def without_extra_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_extra_keys(inner) for key, inner in value.items() if key != EXTRA}
    return [without_extra_keys(inner) for inner in value] if isinstance(value, list) else value


def runs_of(
    data: Messy, change: Callable[[Any], Any] = lambda records: records, **options: Any
) -> dict[str, RunResult]:
    return {name: evaluate(data.gold, change(one), data.schema, **options) for name, one in data.extracted.items()}


@pytest.mark.parametrize(
    ("begins", "after"),
    [
        pytest.param("key", partial(runs_of, change=without_extra_keys), id="extra keys are ignored"),
        pytest.param("Missing records", partial(runs_of, missing_records="exclude"), id="missing records are left out"),
    ],
)
def test_on_messy_data_a_decision_says_what_becomes_of_the_ranking(
    open_app: Open, begins: str, after: Callable[[Messy], dict[str, RunResult]]
) -> None:
    data = messy(24, 7)
    app = open_app("overview", eval=messy_evaluation(server.store(), data))
    runs, runs_after = runs_of(data), after(data)
    change = ranking_change(RankedRuns(runs).ranks, RankedRuns(runs_after).ranks)
    (card,) = [one.value for one in app.markdown if begins in one.value.split(".")[0] and "F1" in one.value]
    said = ranking_in_words(change).replace("\\", "").replace("extracted_", "")  # which all names begin with
    assert card.replace("\\", "").endswith(said)
    assert not change.is_nothing
    now, then = leaderboard(runs).places, leaderboard(runs_after).places
    f1 = {place.name: (place.f1, next(one.f1 for one in then if one.name == place.name)) for place in now}
    moved = {name: both for name, both in f1.items() if both[0] != pytest.approx(both[1])}
    assert moved_in_words(moved).replace("\\", "").replace("extracted_", "") in card.replace("\\", "")
