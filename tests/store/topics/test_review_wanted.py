"""A review wants the opinions that it was made for: one that was brought in while a card was on screen adds no wish."""

from collections.abc import Callable

import pytest

from evaljson.store import Actor, Brought, Evaluation, Review, Store
from tests.store.topics.reviewing import ANN, BOB, CARL, Clock, make_review, new_card
from tests.store.topics.test_review_cards import clock as clock
from tests.store.topics.test_review_cards import store as store
from tests.store.topics.test_review_cards import take

RIGHT = {"answer": "gold_right"}
Full = tuple[Review, str]
"""A review of a card for one person and one for two, and the token under which ann has the first on screen."""


def bring(store: Store, review: Review, *answers: tuple[int, str]) -> None:
    rows = [Brought(card, who, RIGHT, f"{card} {who}") for card, who in answers]
    store.review_events.bring_in(review.id, rows, by=ANN)


def given_of_wanted(store: Store, review: Review) -> tuple[int, int]:
    """What pages, lists and minutes say."""
    about = store.reviews.get(review.id)
    assert store.check().faults == ()
    return about.answered, about.seats


def undo_newest(store: Store, review: Review, by: Actor) -> None:
    act = store.review_events.undoable(review.id, by=by)
    assert act is not None
    store.review_events.undo(review.id, act.act, by=by)


@pytest.fixture
def full(store: Store, evaluation: Evaluation) -> Full:
    """Files answered all of it while ann had the first card on screen."""
    review = make_review(store, evaluation, [new_card(0), new_card(1, opinions=2)])
    token = take(store, review).token
    bring(store, review, (0, "dora"), (1, "dora"), (1, "emil"))
    return review, token


LEAVE: dict[str, Callable[[Store, Review, str, Clock], object]] = {
    "skips it": lambda store, review, token, clock: store.review_events.skip(review.id, token, by=ANN),
    "closes the page": lambda store, review, token, clock: store.review_cards.release(review.id, token, by=ANN),
    "is gone for five minutes": lambda store, review, token, clock: clock.turn(301),
    "still looks at it": lambda store, review, token, clock: None,
}


@pytest.mark.parametrize("leave", LEAVE.values(), ids=list(LEAVE))
def test_a_card_that_a_file_answered_while_it_was_on_screen_wants_no_more(
    store: Store, full: Full, clock: Clock, leave: Callable[[Store, Review, str, Clock], object]
) -> None:
    review, token = full
    leave(store, review, token, clock)
    assert given_of_wanted(store, review) == (3, 3)
    for by in (BOB, CARL):
        assert not store.review_cards.has_free(review.id, by=by)
        for card in (None, 0, 1):
            assert store.review_cards.take(review.id, by=by, session=by.name, card=card) is None
    assert given_of_wanted(store, review) == (3, 3)


@pytest.mark.parametrize("leave", ["closes the page", "is gone for five minutes"])
def test_whoever_comes_back_is_not_asked_for_an_opinion_that_is_no_longer_wanted(
    store: Store, full: Full, clock: Clock, leave: str
) -> None:
    review, token = full
    LEAVE[leave](store, review, token, clock)
    assert store.review_cards.take(review.id, by=ANN, session="again") is None


def test_whoever_has_the_card_on_screen_keeps_it_and_an_answer_counts(store: Store, full: Full) -> None:
    review, token = full
    assert take(store, review, session="reloaded").card.number == 0
    token = take(store, review).token
    store.review_events.answer(review.id, token, RIGHT, by=ANN)
    assert given_of_wanted(store, review) == (4, 4)
    undo_newest(store, review, ANN)
    assert given_of_wanted(store, review) == (3, 3)
    store.review_events.answer(review.id, take(store, review).token, RIGHT, by=ANN)
    assert given_of_wanted(store, review) == (4, 4)


@pytest.mark.parametrize("is_seen", [True, False], ids=["answers again", "skips it then"])
def test_who_takes_a_skip_back_sees_the_card_again(store: Store, full: Full, is_seen: bool) -> None:
    review, token = full
    store.review_events.skip(review.id, token, by=ANN)
    undo_newest(store, review, ANN)
    assert given_of_wanted(store, review) == (3, 3)
    again = take(store, review).token
    if is_seen:
        store.review_events.answer(review.id, again, RIGHT, by=ANN)
    else:
        store.review_events.skip(review.id, again, by=ANN)
    assert given_of_wanted(store, review) == ((4, 4) if is_seen else (3, 3))
    assert not store.review_cards.has_free(review.id, by=BOB)


def test_an_opinion_that_is_taken_back_is_wanted_again_and_once(store: Store, full: Full) -> None:
    review, token = full
    store.review_events.skip(review.id, token, by=ANN)
    undo_newest(store, review, Actor("emil"))
    assert given_of_wanted(store, review) == (2, 3)
    undo_newest(store, review, Actor("dora"))
    undo_newest(store, review, Actor("dora"))
    assert given_of_wanted(store, review) == (0, 3)
    assert take(store, review, BOB).card.number == 0
    assert given_of_wanted(store, review) == (0, 3)


def test_an_answer_of_the_plan_that_is_taken_back_is_not_wanted_again_beside_one_that_was_brought(
    store: Store, evaluation: Evaluation
) -> None:
    review = make_review(store, evaluation, 1)
    store.review_events.answer(review.id, take(store, review).token, RIGHT, by=ANN)
    bring(store, review, (0, "dora"))
    assert given_of_wanted(store, review) == (2, 2)
    undo_newest(store, review, ANN)
    assert given_of_wanted(store, review) == (1, 1)
    store.review_events.skip(review.id, take(store, review).token, by=ANN)
    assert given_of_wanted(store, review) == (1, 1)
    assert not store.review_cards.has_free(review.id, by=BOB)


def test_of_two_people_with_the_card_on_screen_one_is_still_wanted(
    store: Store, evaluation: Evaluation, clock: Clock
) -> None:
    review = make_review(store, evaluation, [new_card(opinions=2)])
    first, second = take(store, review), take(store, review, BOB)
    bring(store, review, (0, "dora"))
    assert given_of_wanted(store, review) == (1, 2)
    store.review_events.skip(review.id, first.token, by=ANN)
    assert given_of_wanted(store, review) == (1, 2)
    assert not store.review_cards.has_free(review.id, by=CARL), "bob is about to give it"
    clock.turn(301)
    assert take(store, review, CARL).card.number == 0
    assert not store.review_cards.has_free(review.id, by=BOB), "carl is about to give it"
    store.review_events.answer(review.id, second.token, RIGHT, by=BOB)
    assert given_of_wanted(store, review) == (2, 2)


def test_a_file_fills_the_place_of_someone_who_has_gone(store: Store, evaluation: Evaluation, clock: Clock) -> None:
    review = make_review(store, evaluation, 1)
    take(store, review)
    clock.turn(301)
    bring(store, review, (0, "dora"))
    assert given_of_wanted(store, review) == (1, 1)
    assert store.review_cards.take(review.id, by=ANN, session="ann") is None
