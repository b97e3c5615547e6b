"""How many values a review has decided, and on how many cards."""

from evaljson.review.answers import Answer
from evaljson.review.opinions import Opinion
from evaljson.review.outcome import PlaceOutcome, State
from evaljson.review.plan import ReviewPlan
from evaljson.ui.review.counts import values_in_words
from tests.review.planted import START
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, BOB, GOLD, answer, begin, made


def place(state: State) -> PlaceOutcome:
    return PlaceOutcome(state, None, ())


def test_values_are_counted_with_the_cards_that_they_are_on() -> None:
    one = {(0, at): place("decided") for at in range(30)} | {(1, 0): place("decided"), (1, 1): place("open")}
    assert values_in_words(one) == "**31** decided, on 2 cards · **1** open, on 1 card"


def test_values_that_someone_has_answered_are_told_apart_from_those_without_an_answer() -> None:
    opinion = Opinion("Ada", Answer("gold_right"), START, "1")
    answered = PlaceOutcome("open", None, (opinion,))
    places = {(0, 0): answered, (0, 1): answered, (1, 0): place("open")}
    assert values_in_words(places) == "**2** waiting for another opinion, on 1 card · **1** open, on 1 card"


def test_the_page_says_that_one_person_alone_cannot_decide_what_waits(open_app: Open) -> None:
    review = begin(made(), ReviewPlan(opinions=2, audit=0))
    answer(review, ADA, "gold_right")
    for person, alone in ((ADA, True), (BOB, False)):
        if person == BOB:
            answer(review, BOB, "gold_right")
        page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
        [line] = [one for one in page.markdown if one.value.startswith("Values of variants")]
        assert ("waiting for another opinion" in line.value) is alone
        assert ("One person alone cannot decide them" in line.help) is alone


def test_a_card_whose_values_differ_in_state_counts_for_each() -> None:
    states: list[State] = ["settled", "disputed", "unsure"]
    words = values_in_words({(7, at): place(state) for at, state in enumerate(states)})
    assert words.split(" · ") == [
        "**1** settled, on 1 card", "**1** with answers that differ, on 1 card",
        "**1** that nobody was sure of, on 1 card",
    ]  # fmt: skip


def test_cards_that_contradict_each_other_are_not_decided_and_no_match_was_looked_at(open_app: Open) -> None:
    """One and two differ at the name of the same record; three has there what gold has."""
    one, two = ([{**GOLD[0], "name": name}] for name in ("Ax", "Bx"))
    review = begin(made(GOLD[:1], one=one, two=two, three=GOLD[:1]))
    answer(review, ADA, "extracted_right")
    answer(review, ADA, "gold_right")
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    assert not page.exception
    assert "Values of variants: **2** with answers that differ, on 2 cards" in said(page)
    assert "Decided: **0 of 2 cards** with a difference." in said(page)
    [figures] = [frame.value for frame in page.dataframe if "Matches looked at" in frame.value.columns]
    assert figures.set_index("Variant").loc["three", "Matches looked at"] == "0 of 3"
