"""What a decision says of the ranking, and where it stands among others."""

import pytest

from evaljson.compare.ranking_change import RankingChange
from evaljson.ui.overview.decision import Decision, moved_in_words
from evaljson.ui.shared.ties_in_words import ranking_in_words

NOTHING = {"variants": 3, "first": None, "best": None, "moves": False, "tied": (), "apart": (), "turned": ()}


def change(**other: object) -> RankingChange:
    return RankingChange(**{**NOTHING, **other})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (None, ""),
        (change(), "The ranking stays."),
        (change(tied=(("a", "b"),)), "The order stays. **b would be tied with a.**"),
        (
            change(apart=(("a", "b"), ("a", "c"))),
            "The order stays. **a would be above b, no longer tied; a and c change too.**",
        ),
        (change(moves=True), "Highest F1 stays, the order below it changes."),
        (
            change(first=("a", "b"), moves=True, turned=(("b", "a"),)),
            "**Highest F1 changes: a → b.** b would be above a instead of below.",
        ),
        (change(first=("a", "b"), moves=True), "Highest F1, tied: a → b."),
        (
            change(first=("a", "b"), moves=True, tied=(("a", "b"),)),
            "**Highest F1 changes: a → b.** b would be tied with a.",
        ),
        (
            change(best=("a", None), tied=(("a", "b"),)),
            "**No variant would be best.** The order stays. b would be tied with a.",
        ),
        (
            change(best=(None, "a"), moves=True, apart=(("a", "b"),)),
            "**a would be best.** The order below changes. a would be above b, no longer tied.",
        ),
        (
            change(best=(None, "a"), variants=2, apart=(("a", "b"),)),
            "The order stays. a would be above b, no longer tied.",
        ),
    ],
)
def test_a_decision_says_what_changes_in_the_leaderboard(made: RankingChange | None, words: str) -> None:
    assert ranking_in_words(made).strip() == words


def test_decisions_stand_in_the_order_of_their_effect() -> None:
    def decision(text: str, of: RankingChange | None, moves: float, is_cause: bool = False) -> Decision:
        return Decision(text, lambda: None, of, is_cause, moves)

    in_order = [
        decision("a cause", None, 0.0, is_cause=True),
        decision("first place, by more", change(first=("a", "b"), moves=True), 0.3),
        decision("who is above all others", change(best=(None, "a"), apart=(("a", "b"),)), 0.2),
        decision("nothing of the ranking, by much", change(), 0.5),
        decision("ties, by less", change(tied=(("b", "c"),)), 0.4),
        decision("not known, by little", None, 0.02),
        decision("the order, by the least", change(moves=True), 0.01),
        decision("not known", None, 0.0),
    ]
    backwards = in_order[::-1]
    assert sorted(backwards, key=lambda one: one.place) == in_order


def test_who_leads_now_and_then_is_named_however_many_variants_move_more() -> None:
    moved = {"c": (0.626, 0.95), "b": (0.633, 0.953), "a": (0.798, 0.936), "e": (0.5, 0.8), "d": (0.826, 0.855)}
    assert moved_in_words(moved) == "d 82.6 → 85.5, b 63.3 → 95.3, c 62.6 → 95.0 and 2 more variants"
