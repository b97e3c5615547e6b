"""What a decision says of F1 is over the records that are ranked, as the leaderboard has it before and after."""

import pytest

from evaljson.compare.ranking_change import RankingChange
from evaljson.ui.overview.decision import moved_by
from evaljson.ui.overview.decisions import _without_missing
from tests.ui.conftest import Open, said
from tests.ui.overview.test_leaderboard import GOLD, made, wrong_at

OWN = {"a": (0.5, 0.7)}
RANKED = RankingChange(2, None, None, False, (), (), (), {"b": (0.1, 0.2)}, 30)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(None, OWN, id="nothing is ranked"),
        pytest.param(RankingChange(2, None, None, False, (), (), ()), OWN, id="kept without figures"),
        pytest.param(RANKED, RANKED.f1, id="ranked"),
    ],
)
def test_figures_are_those_of_the_ranking_where_there_is_one(
    change: RankingChange | None, expected: dict[str, tuple[float, float]]
) -> None:
    assert moved_by(change, OWN) == expected


def test_all_variants_that_move_are_named_where_missing_records_would_be_left_out(open_app: Open) -> None:
    """Leaving the records of one variant out leaves them out for all."""
    app = open_app("overview", evaluation=made(lacks=GOLD[8:], fair=wrong_at("a", 3), bad=wrong_at("abc")))
    assert "over the 32 left: fair 93.0 → 93.1, lacks 80.0 → 100.0." in said(app)


@pytest.mark.parametrize(
    ("moved", "left", "said"),
    [
        pytest.param({"a": (0.5, 0.51), "b": (0.4, 0.41)}, 30, "Over the other 30, F1 gains up to 1.0.", id="all gain"),
        pytest.param(
            {"a": (0.5, 0.49), "b": (0.4, 0.405)},
            30,
            "Over the other 30, F1 moves up to 1.0.",
            id="one loses",
        ),
        pytest.param({"a": (0.5, 0.51), "b": (0.4, 0.41)}, 0, "Without them, F1 gains up to 1.0.", id="none ranked"),
        pytest.param({"a": (0.5, 0.51)}, 30, "F1 with → without, over the 30 left: a 50.0 → 51.0.", id="one variant"),
        pytest.param({}, 30, "F1 stays without them, over the 30 left.", id="nothing moves"),
    ],
)
def test_what_missing_records_cost_is_said_with_the_records_that_are_left(
    moved: dict[str, tuple[float, float]], left: int, said: str
) -> None:
    assert _without_missing(moved, left) == said
