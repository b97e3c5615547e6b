"""What a decision says of the ranking, and where it stands among others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.compare.ranking_change import RankingChange, Ranks, ranking_change
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
        (change(tied=(("a", "b"),)), "The order stays, but not who is tied. **b would be tied with a.**"),
        (
            change(apart=(("a", "b"), ("a", "c"))),
            "The order stays, but not who is tied. **a would be above b, no longer tied; a and c change too.**",
        ),
        (change(moves=True), "Highest F1 stays, the order below it changes."),
        (
            change(first=("a", "b"), best=("a", "b"), moves=True, turned=(("b", "a"),)),
            "**Highest F1 changes: a → b.** **b would be best.** b would be above a instead of below.",
        ),
        (change(first=("a", "b"), moves=True), "Highest F1, tied: a → b."),
        (
            change(first=("a", "b"), moves=True, turned=(("b", "a"),)),
            "Highest F1, tied with another: a → b. b would be above a instead of below.",
        ),
        (
            change(first=("a", "b"), best=("a", None), moves=True, apart=(("b", "a"),)),
            "Highest F1, tied with another: a → b. **No variant would be best.** b would be above a, no longer tied.",
        ),
        (
            change(first=("a", "b"), best=("a", None), moves=True, tied=(("a", "b"),)),
            "Highest F1, tied: a → b. **No variant would be best.** b would be tied with a.",
        ),
        (
            change(first=("a", "b"), best=("a", None), variants=2, moves=True, tied=(("a", "b"),)),
            "Highest F1, tied: a → b. **b would be tied with a.**",
        ),
        (
            change(first=("a", "b"), best=(None, "b"), variants=2, moves=True, apart=(("b", "a"),)),
            "**Highest F1 changes: a → b.** b would be above a, no longer tied.",
        ),
        (
            change(best=("a", None), tied=(("a", "b"),)),
            "**No variant would be best.** The order stays, but not who is tied. b would be tied with a.",
        ),
        (
            change(best=(None, "a"), moves=True, apart=(("a", "b"),)),
            "**a would be best.** The order below changes. a would be above b, no longer tied.",
        ),
        (
            change(best=(None, "a"), variants=2, apart=(("a", "b"),)),
            "The order stays, but not who is tied. a would be above b, no longer tied.",
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


@st.composite
def rankings(draw: st.DrawFn) -> tuple[Ranks, Ranks]:
    """Two rankings of the same variants: each is above those that are some places below it."""
    names = draw(st.permutations("abcd"))[: draw(st.integers(2, 4))]

    def ranks() -> Ranks:
        order = draw(st.permutations(names))
        gap = [draw(st.integers(1, 4)) for _ in order]
        above = {(one, other) for at, one in enumerate(order) for other in order[at + gap[at] :]}
        return Ranks(tuple(order), frozenset(above))

    return ranks(), ranks()


@given(rankings())
def test_highest_f1_changes_only_to_a_variant_that_is_above_all_others_then(both: tuple[Ranks, Ranks]) -> None:
    before, after = both
    first, (then, *others) = before.order[0], after.order
    is_alone = all((then, other) in after.above for other in others)
    words = ranking_in_words(ranking_change(before, after))
    assert ("Highest F1 changes: " in words) == (first != then and is_alone)
    tied = [other for other in others if (then, other) not in after.above]
    said = "" if first == then or is_alone else "tied: " if first in tied else "tied with another: "
    assert ("Highest F1, " in words) == bool(said)
    assert said in words


def test_who_leads_now_and_then_is_named_however_many_variants_move_more() -> None:
    moved = {"c": (0.626, 0.95), "b": (0.633, 0.953), "a": (0.798, 0.936), "e": (0.5, 0.8), "d": (0.826, 0.855)}
    assert moved_in_words(moved) == "d 82.6 → 85.5, b 63.3 → 95.3, c 62.6 → 95.0 and 2 more variants"


def test_a_variant_that_is_not_named_and_falls_is_said_to() -> None:
    moved = {"a": (0.7, 0.9), "b": (0.6, 0.8), "c": (0.5, 0.7), "d": (0.55, 0.54), "e": (0.51, 0.5)}
    assert moved_in_words(moved).endswith(" and 2 more variants, which fall")


def test_a_single_variant_more_is_named_and_not_counted() -> None:
    moved = {"a": (0.7, 0.9), "b": (0.6, 0.8), "c": (0.5, 0.7), "d": (0.55, 0.54)}
    assert moved_in_words(moved) == "a 70.0 → 90.0, b 60.0 → 80.0, c 50.0 → 70.0, d 55.0 → 54.0"


def test_figures_of_one_sentence_have_the_same_decimals() -> None:
    moved = {"A": (0.87064, 0.94816), "B": (0.961, 0.965)}
    assert moved_in_words(moved) == "B 96.10 → 96.50, A 87.06 → 94.82"
    assert moved_in_words({"B": (0.961, 0.965)}) == "B 96.1 → 96.5"


def test_a_move_has_the_decimals_of_the_gain_beside_its_suggestion() -> None:
    assert moved_in_words({"A": (0.53244, 0.53764)}) == "A 53.24 → 53.76"
