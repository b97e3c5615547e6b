"""The sentence on a ranking is true for any ranking: a tied variant may have a lower F1 than one that is behind."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.compare.leaderboard import Leaderboard, Place
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.results.fully_right import RightShare
from tests.profiles import examples

Above = set[tuple[int, int]]
"""Pairs of variants, the first detectably better: that has a higher mean, and more need not hold."""


@st.composite
def rankings(draw: st.DrawFn) -> tuple[int, Above]:
    count = draw(st.integers(2, 7))
    pairs = list(combinations(range(count), 2))
    return count, {pair for pair in pairs if draw(st.booleans())}


def board(count: int, above: Above) -> Leaderboard:
    places = [
        Place(
            f"v{at}",
            0.9 - at / 20,
            None,
            1 + sum(low == at for _, low in above),
            count - sum(high == at for high, _ in above),
            RightShare(0, 1, 0, 0.0, None),
            (),
        )
        for at in range(count)
    ]
    return Leaderboard(tuple(places), 50, count * (count - 1) // 2, {})


@examples(400)
@given(rankings())
def test_what_it_says_holds(ranking: tuple[int, Above]) -> None:
    count, above = ranking
    said = str(ranking_sentence(board(count, above)))
    everyone = set(range(count))
    unbeaten = everyone - {low for _, low in above}
    rest = everyone - unbeaten
    if match := re.fullmatch(r"v0 is best: F1 90\.0, above (the other one|both others|all \d others)\.", said):
        assert {low for high, low in above if high == 0} == everyone - {0}
        assert str(count - 1) in {"the other one": "1", "both others": "2"}.get(match[1], match[1])
        return
    assert said.startswith("No variant is best: ")
    if match := re.search(r"v0 has the highest F1 \(90\.0\), maybe by chance above (\d) others?\.$", said):
        assert unbeaten == {0}
        assert int(match[1]) == count - 1 - sum(high == 0 for high, _ in above) > 0
        return
    assert " cannot be told apart (F1 " in said
    assert len(unbeaten) > 1
    behind_all = all((high, low) in above for high in unbeaten for low in rest)
    if match := re.search(r"; the other (\d) are behind\.$", said):
        assert behind_all
        assert int(match[1]) == len(rest)
    elif match := re.search(r"; each of the other (\d) is behind at least one variant\.$", said):
        assert not behind_all
        assert int(match[1]) == len(rest)
    elif match := re.search(r"; v(\d) is behind( one of them at least)?\.$", said):
        assert rest == {int(match[1])}
        assert behind_all == (match[2] is None)
    else:
        assert not rest


@pytest.mark.parametrize(
    ("count", "words"), [(2, "cannot be told apart (both F1 93.6)"), (3, "cannot be told apart (all F1 93.6)")]
)
def test_a_tie_of_variants_whose_f1_reads_alike_says_it_once(count: int, words: str) -> None:
    tied = board(count, set())
    alike = replace(tied, places=tuple(replace(place, f1=0.9361 - at / 9e5) for at, place in enumerate(tied.places)))
    assert words in str(ranking_sentence(alike))


def test_a_tied_variant_may_have_a_lower_f1_than_one_that_is_behind() -> None:
    """The third is too uncertain to be behind anything; the second and the fourth are behind the first."""
    said = str(ranking_sentence(board(4, {(0, 1), (0, 3)})))
    assert said == (
        "No variant is best: v0 and v2 cannot be told apart (F1 80.0 to 90.0); "
        "each of the other 2 is behind at least one variant."
    )


def test_the_only_one_that_none_is_above_need_not_be_above_all() -> None:
    said = str(ranking_sentence(board(3, {(0, 1), (1, 2)})))
    assert said == "No variant is best: v0 has the highest F1 (90.0), maybe by chance above 1 other."


@pytest.mark.parametrize(
    ("above", "half", "said"),
    [
        (
            set(),
            0.09,
            "The tied are up to 10.0 points apart, with intervals of up to 18.0 points: four times as many",
        ),
        (set(), 0.04, ""),
        ({(0, 1), (0, 2)}, 0.09, ""),
    ],
    ids=["few records that vary widely", "no wider than they are apart", "no tie for first"],
)
def test_the_note_says_where_a_tie_is_one_of_few_records_that_vary_widely(above: Above, half: float, said: str) -> None:
    made = board(3, above)
    wide = tuple(replace(place, interval=(place.f1 - half, place.f1 + half)) for place in made.places)
    note = ranking_sentence(replace(made, places=wide)).basis[0]
    assert said in note
    assert ("would halve" in note) == bool(said)
