"""Cards are handed out: never to two people where one is wanted, never twice to one, and no card is lost."""

from collections.abc import Iterator

import pytest

from evaljson.store import Conflict, Evaluation, NotFound, Review, Store, Taken, open_store
from tests.store.topics.reviewing import ANN, BOB, CARL, Clock, make_review, new_card


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(empty_store: str, clock: Clock) -> Iterator[Store]:
    """An empty store on each database, whose clock can be turned."""
    with open_store(empty_store, clock=clock) as opened:
        yield opened


@pytest.fixture
def review(store: Store, evaluation: Evaluation) -> Review:
    return make_review(store, evaluation, 3)


def take(store: Store, review: Review, by: object = ANN, session: str = "", card: int | None = None) -> Taken:
    taken = store.review_cards.take(review.id, by=by, session=session or by.name, card=card)  # type: ignore[arg-type, attr-defined]
    assert taken is not None
    return taken


def test_cards_come_in_order_and_each_to_one_person(store: Store, review: Review) -> None:
    first, second, third = take(store, review), take(store, review, BOB), take(store, review, CARL)
    assert [one.card.number for one in (first, second, third)] == [0, 1, 2]
    assert len({first.token, second.token, third.token}) == 3
    assert [(one.card, one.holder) for one in store.review_cards.held(review.id)] == [
        (0, "ann"),
        (1, "bob"),
        (2, "carl"),
    ]
    store.review_events.answer(review.id, first.token, {}, by=ANN)
    assert store.review_cards.take(review.id, by=ANN, session="ann") is None
    assert store.review_cards.answered_by(review.id) == {"ann": 1}


def test_a_page_whose_browser_is_gone_leaves_the_card_to_the_page_that_came_after_it(
    store: Store, review: Review, clock: Clock
) -> None:
    """The server is still at work for it: it stores the answer, and asks for a next card as its person comes back."""
    store.review_events.answer(review.id, take(store, review, session="gone").token, {}, by=ANN)
    came = take(store, review, session="new")
    assert store.review_cards.take(review.id, by=ANN, session="gone", over=False) is None
    assert store.review_cards.elsewhere(review.id, by=ANN, session="gone")
    assert store.review_events.answer(review.id, came.token, {}, by=ANN)
    assert take(store, review, session="new").card.number == 2
    clock.turn(10)
    assert not store.review_cards.elsewhere(review.id, by=ANN, session="gone"), "now the new page is gone too"
    assert store.review_cards.take(review.id, by=ANN, session="gone", over=False) is not None


def test_a_card_that_a_page_took_whose_browser_is_gone_is_the_one_that_its_person_gets(
    store: Store, review: Review
) -> None:
    store.review_events.answer(review.id, take(store, review, session="gone").token, {}, by=ANN)
    taken = store.review_cards.take(review.id, by=ANN, session="gone", over=False)
    assert taken is not None
    again = take(store, review, session="new")
    assert (again.card.number, again.token == taken.token) == (taken.card.number, False)
    assert [(one.card, one.holder) for one in store.review_cards.held(review.id)] == [(1, "ann")]
    assert store.review_cards.take(review.id, by=ANN, session="gone", over=False) is None
    assert not store.review_cards.elsewhere(review.id, by=BOB, session="b"), "others have nothing to do with it"


def test_a_card_that_was_given_back_or_undone_is_in_no_other_page(store: Store, review: Review) -> None:
    taken = take(store, review, session="one")
    store.review_cards.release(review.id, taken.token, by=ANN)
    second = store.review_cards.take(review.id, by=ANN, session="two", over=False)
    assert second is not None
    [event] = store.review_events.answer(review.id, second.token, {}, by=ANN)
    store.review_events.undo(review.id, event.act, by=ANN)
    back = store.review_cards.take(review.id, by=ANN, session="one", over=False)
    assert back is not None
    assert back.card.number == second.card.number


def test_one_session_gets_its_token_again_and_another_one_a_new_token(store: Store, review: Review) -> None:
    first = take(store, review)
    assert take(store, review).token == first.token
    other = take(store, review, session="another tab")
    assert (other.card.number, other.token == first.token) == (0, False)
    with pytest.raises(Conflict, match="no longer yours"):
        store.review_events.answer(review.id, first.token, {}, by=ANN)
    assert store.review_cards.renew(review.id, first.token, by=ANN) is None
    assert store.review_events.answer(review.id, other.token, {}, by=ANN)


def test_a_card_that_its_person_left_is_free_after_five_minutes(store: Store, review: Review, clock: Clock) -> None:
    left = take(store, review)
    clock.turn(300)
    assert take(store, review, BOB).card.number == 1, "the five minutes are not over"
    clock.turn(1)
    assert take(store, review, CARL).card.number == 0
    with pytest.raises(Conflict, match="someone else took it"):
        store.review_events.answer(review.id, left.token, {}, by=ANN)
    assert store.review_events.all(review.id) == []


def test_a_late_answer_counts_while_nobody_else_has_the_card(store: Store, review: Review, clock: Clock) -> None:
    left = take(store, review)
    clock.turn(3600)
    assert store.review_events.answer(review.id, left.token, {}, by=ANN)[0].moment == clock()


def test_a_card_on_screen_is_kept(store: Store, review: Review, clock: Clock) -> None:
    shown = take(store, review)
    for _ in range(3):
        clock.turn(200)
        until = store.review_presence.seen(review.id, "s", by=ANN, card=0, token=shown.token)
        assert until == store.review_cards.renew(review.id, shown.token, by=ANN) is not None
    assert take(store, review, BOB).card.number == 1
    assert store.review_cards.renew(review.id, shown.token, by=BOB) is None, "it is not bob's"


def test_a_card_that_was_left_is_free_at_once_and_its_draft_waits(store: Store, review: Review, clock: Clock) -> None:
    shown = take(store, review)
    store.review_cards.save_draft(review.id, 0, {"answer": "gold_wrong", "text": "4\x00"}, by=ANN)
    store.review_cards.release(review.id, shown.token, by=ANN)
    assert take(store, review).draft == {"answer": "gold_wrong", "text": "4\x00"}, "nobody took it meanwhile"
    store.review_cards.release(review.id, shown.token, by=ANN)
    other = take(store, review, BOB)
    assert (other.card.number, other.draft) == (0, None), "a draft is shown to nobody else"
    assert take(store, review, session="ann").card.number == 1
    assert store.review_cards.draft(review.id, 0, by=ANN) is not None
    store.review_events.skip(review.id, other.token, by=BOB)
    assert take(store, review, card=0).draft == {"answer": "gold_wrong", "text": "4\x00"}
    store.review_cards.save_draft(review.id, 0, None, by=ANN)
    assert store.review_cards.draft(review.id, 0, by=ANN) is None


def test_a_skipped_card_goes_to_others_and_comes_back_only_when_asked_for(store: Store, review: Review) -> None:
    shown = take(store, review)
    skipped = store.review_events.skip(review.id, shown.token, by=ANN)
    assert store.review_events.skip(review.id, shown.token, by=ANN) == skipped, "a held key skips one card"
    assert take(store, review).card.number == 1
    assert take(store, review, card=0).card.number == 0
    assert store.review_cards.take(review.id, by=BOB, session="b", card=0) is None, "ann has it"


def test_undoing_a_skip_gives_the_card_back(store: Store, review: Review) -> None:
    skipped = store.review_events.skip(review.id, take(store, review).token, by=ANN)
    store.review_events.undo(review.id, skipped.act, by=ANN)
    assert take(store, review).card.number == 0


def test_a_card_for_two_goes_to_two_people(store: Store, evaluation: Evaluation) -> None:
    review = make_review(store, evaluation, [new_card(0, opinions=2), new_card(1)])
    first, second = take(store, review), take(store, review, BOB)
    assert (first.card.number, second.card.number) == (0, 0)
    assert take(store, review, CARL).card.number == 1
    store.review_events.answer(review.id, first.token, {}, by=ANN)
    store.review_events.answer(review.id, second.token, {}, by=BOB)
    assert store.review_cards.take(review.id, by=ANN, session="ann") is None
    assert (store.reviews.get(review.id).answered, store.reviews.get(review.id).seats) == (2, 3)


def test_an_answered_card_can_be_asked_for_and_answered_again(store: Store, review: Review) -> None:
    store.review_events.answer(review.id, take(store, review).token, {"n": 1}, by=ANN)
    again = take(store, review, card=0)
    store.review_events.answer(review.id, again.token, {"n": 2}, by=ANN)
    assert [event.content for event in store.review_events.all(review.id)] == [{"n": 1}, {"n": 2}]
    assert store.reviews.get(review.id).answered == 1
    assert store.review_cards.take(review.id, by=BOB, session="b", card=0) is None


def test_a_card_that_is_not_there_is_said(store: Store, review: Review) -> None:
    with pytest.raises(NotFound, match="no card 9"):
        store.review_cards.get(review.id, 9)
    with pytest.raises(NotFound, match="no card 9"):
        store.review_cards.save_draft(review.id, 9, {}, by=ANN)
    assert store.review_cards.take(review.id, by=ANN, session="a", card=9) is None


def test_who_is_here_is_who_was_seen_of_late(store: Store, review: Review, clock: Clock) -> None:
    presence = store.review_presence
    assert presence.seen(review.id, "a", by=ANN, card=0) is None
    clock.turn(8)
    presence.seen(review.id, "b", by=BOB)
    presence.seen(review.id, "b", by=BOB, card=2)
    assert [(one.who, one.card) for one in presence.here(review.id)] == [("ann", 0), ("bob", 2)]
    clock.turn(3)
    assert [one.who for one in presence.here(review.id)] == ["bob"]
    presence.leave(review.id, "b")
    assert presence.here(review.id) == []
