"""How many values a review has decided, and on how many cards."""

from evaljson.review.outcome import PlaceOutcome, State
from evaljson.ui.review.counts import values_in_words


def place(state: State) -> PlaceOutcome:
    return PlaceOutcome(state, None, ())


def test_values_are_counted_with_the_cards_that_they_are_on() -> None:
    one = {(0, at): place("decided") for at in range(30)} | {(1, 0): place("decided"), (1, 1): place("open")}
    assert values_in_words(one) == "**31** decided, on 2 cards · **1** open, on 1 card"


def test_a_card_whose_values_differ_in_state_counts_for_each() -> None:
    states: list[State] = ["settled", "disputed", "unsure"]
    said = values_in_words({(7, at): place(state) for at, state in enumerate(states)})
    assert said == "**1** settled, on 1 card · **1** answers differ, on 1 card · **1** nobody was sure, on 1 card"
