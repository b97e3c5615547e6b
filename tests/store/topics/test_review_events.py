"""Answers are only ever added: one token writes once, undo takes one act back, the newest that stands counts."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from evaljson.review.answers import ANSWERS, answers_of
from evaljson.store import Actor, Brought, Conflict, Evaluation, NotAllowed, NotFound, Review, Store, StoreError
from tests.store.topics.reviewing import ANN, BOB, make_review, new_card
from tests.store.topics.test_review_cards import take
from tests.store.topics.test_reviews import HOSTILE

RIGHT = {"answer": "gold_right"}


@pytest.fixture
def wide(store: Store, evaluation: Evaluation) -> Review:
    """A card of five places for two people, and one of one place."""
    return make_review(store, evaluation, [new_card(0, places=5, opinions=2), new_card(1)])


def counting(store: Store, review: Review) -> dict[tuple[int, int, str], Any]:
    """What counts, by card, place and person, worked out from nothing but the events."""
    events = store.review_events.all(review.id)
    gone = {event.content["act"] for event in events if event.kind == "undo"}
    standing = [event for event in events if event.kind == "answer" and event.act not in gone]
    return {(event.card or 0, event.place or 0, event.who): event.content for event in standing}


def test_an_answer_is_an_event_for_each_place(store: Store, wide: Review) -> None:
    taken = take(store, wide)
    content = {"answer": "gold_wrong", "value": {"value": HOSTILE}, "comment": HOSTILE, "tag": HOSTILE, "seen": {}}
    stored = store.review_events.answer(wide.id, taken.token, content, by=Actor("ann", "oidc", "reviewer"))
    assert store.review_events.all(wide.id) == stored == store.review_events.of_card(wide.id, 0)
    assert [(event.number, event.card, event.place) for event in stored] == [(n + 1, 0, n) for n in range(5)]
    assert len({event.act for event in stored}) == 1
    first = stored[0]
    assert (first.kind, first.who, first.proof, first.role) == ("answer", "ann", "oidc", "reviewer")
    assert (first.token, first.content, first.schema_number, first.gold) == (taken.token, content, 1, wide.gold)
    assert store.reviews.get(wide.id).last_event == 5
    assert store.review_events.all(wide.id, after=5) == []


def test_a_token_writes_once(store: Store, wide: Review) -> None:
    taken = take(store, wide)
    first = store.review_events.answer(wide.id, taken.token, RIGHT, by=ANN)
    for _ in range(3):
        assert store.review_events.answer(wide.id, taken.token, {"answer": "unsure"}, by=ANN) == first
    assert store.review_events.all(wide.id) == first
    with pytest.raises(Conflict, match="no longer yours"):
        store.review_events.answer(wide.id, taken.token, RIGHT, by=BOB)


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("kind", ["disagreement", "audit"])
@pytest.mark.parametrize("extracted", [1, True])
def test_a_card_takes_the_answers_that_it_offers_and_no_others(
    store: Store, evaluation: Evaluation, kind: str, extracted: object, name: str
) -> None:
    content = {"gold": {"value": 1}, "extracted": {"value": extracted}}
    review = make_review(store, evaluation, [new_card(kind=kind, content=content)])
    answer = {"answer": name, **({"value": {"value": 2}} if name == "gold_wrong" else {})}

    def give(how: str) -> None:
        if how == "answer":
            store.review_events.answer(review.id, take(store, review).token, answer, by=ANN)
        elif how == "settle":
            store.review_events.settle(review.id, 0, answer, "t", by=ANN)
        else:
            store.review_events.bring_in(review.id, [Brought(0, "bob", answer, "t")], by=ANN)

    for how in ("answer", "settle", "import"):
        if name in answers_of(kind, 1, extracted):
            give(how)
        else:
            with pytest.raises(StoreError, match="both sides of card 0 match"):
                give(how)
    assert bool(store.review_events.all(review.id)) == (name in answers_of(kind, 1, extracted))


def test_undo_takes_back_one_act_and_gives_its_card_again(store: Store, wide: Review) -> None:
    for by in (ANN, ANN):
        store.review_events.answer(wide.id, take(store, wide, by).token, RIGHT, by=by)
    act = store.review_events.undoable(wide.id, by=ANN)
    assert act is not None
    undo = store.review_events.undo(wide.id, act.act, by=ANN)
    assert store.review_events.undo(wide.id, act.act, by=ANN) == undo, "a held key takes back one act"
    assert {key[0] for key in counting(store, wide)} == {0}
    assert take(store, wide).card.number == 1
    before = store.review_events.undoable(wide.id, by=ANN)
    assert before is not None
    store.review_events.undo(wide.id, before.act, by=ANN)
    assert take(store, wide).card.number == 0
    assert store.review_events.undoable(wide.id, by=ANN) is None
    assert (counting(store, wide), store.reviews.get(wide.id).answered) == ({}, 0)
    assert len(store.review_events.all(wide.id)) == 8, "nothing was removed"
    assert store.check().faults == ()


def test_undoing_a_second_answer_makes_the_first_one_count(store: Store, wide: Review) -> None:
    store.review_events.answer(wide.id, take(store, wide, card=1).token, {"n": 1}, by=ANN)
    again = store.review_events.answer(wide.id, take(store, wide, card=1).token, {"n": 2}, by=ANN)
    assert counting(store, wide) == {(1, 0, "ann"): {"n": 2}}
    store.review_events.undo(wide.id, again[0].act, by=ANN)
    assert counting(store, wide) == {(1, 0, "ann"): {"n": 1}}
    assert store.review_cards.answered_by(wide.id) == {"ann": 1}
    assert store.check().faults == ()


def test_places_left_out_become_a_card_at_the_end(store: Store, wide: Review) -> None:
    store.review_events.answer(wide.id, take(store, wide).token, RIGHT, by=ANN, places=[4, 0])
    whole, other, rest = store.review_cards.all(wide.id)
    assert (whole.current, other.current) == ((0, 4), (0,))
    assert (rest.number, rest.split_from, rest.key, rest.opinions) == (2, 0, whole.key, 2)
    assert (rest.places, rest.stake) == (whole.places[1:4], 3.0)
    assert take(store, wide, BOB).card.current == (0, 4), "what moved is asked for once"
    assert take(store, wide).card.number == 1
    assert take(store, wide, card=2).card == rest
    assert store.check().faults == ()


def test_undoing_puts_the_places_back_unless_someone_has_begun_with_them(store: Store, wide: Review) -> None:
    first = store.review_events.answer(wide.id, take(store, wide).token, RIGHT, by=ANN, places=[0, 1])
    store.review_events.undo(wide.id, first[0].act, by=ANN)
    whole, _, rest = store.review_cards.all(wide.id)
    assert (whole.current, rest.withdrawn, rest.current) == ((0, 1, 2, 3, 4), True, ())
    assert store.reviews.get(wide.id).cards == 2
    second = store.review_events.answer(wide.id, take(store, wide).token, RIGHT, by=ANN, places=[0, 1])
    store.review_events.answer(wide.id, take(store, wide, BOB, card=3).token, RIGHT, by=BOB)
    store.review_events.undo(wide.id, second[0].act, by=ANN)
    assert [card.current for card in store.review_cards.all(wide.id)] == [(0, 1), (0,), (), (0, 1, 2)]
    assert store.check().faults == ()


def test_what_was_answered_before_its_place_moved_goes_with_it(store: Store, wide: Review) -> None:
    store.review_events.answer(wide.id, take(store, wide).token, {"n": 1}, by=ANN)
    store.review_events.answer(wide.id, take(store, wide, BOB).token, {"n": 2}, by=BOB, places=[0, 1, 2])
    assert {key[:2] for key in counting(store, wide) if key[2] == "ann"} == {(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)}
    assert [(event.who, event.place) for event in store.review_events.of_card(wide.id, 2)] == [("ann", 0), ("ann", 1)]
    assert store.review_cards.take(wide.id, by=ANN, session="ann").card.number == 1, "not card 2"  # type: ignore[union-attr]
    assert take(store, wide, BOB, card=2).card.current == (0, 1)
    assert store.check().faults == ()


def test_an_answer_on_a_card_whose_places_moved_while_it_was_on_screen_counts(store: Store, wide: Review) -> None:
    shown, late = take(store, wide), take(store, wide, BOB)
    store.review_events.answer(wide.id, shown.token, {"n": 1}, by=ANN, places=[0, 1, 2])
    stored = store.review_events.answer(wide.id, late.token, {"n": 2}, by=BOB, places=range(5))
    assert len(stored) == 5
    assert {key[:2] for key in counting(store, wide) if key[2] == "bob"} == {(0, 0), (0, 1), (0, 2), (2, 0), (2, 1)}
    assert take(store, wide, BOB).card.number == 1, "not card 2, which bob has answered with the other one"
    store.review_events.undo(wide.id, stored[0].act, by=BOB)
    assert store.reviews.get(wide.id).answered == 1
    assert store.check().faults == ()


@pytest.mark.parametrize("places", [[], [5], [-1], [0, 0]])
def test_places_that_the_card_has_not_are_refused(store: Store, wide: Review, places: list[int]) -> None:
    taken = take(store, wide)
    with pytest.raises(StoreError, match="at least one place of its card"):
        store.review_events.answer(wide.id, taken.token, RIGHT, by=ANN, places=places)
    assert store.review_events.all(wide.id) == []
    assert store.review_events.answer(wide.id, taken.token, RIGHT, by=ANN), "the token is still good"


def test_only_ones_own_acts_can_be_undone(store: Store, wide: Review) -> None:
    (event, *_) = store.review_events.answer(wide.id, take(store, wide).token, RIGHT, by=ANN)
    with pytest.raises(NotAllowed, match="only ann can undo it"):
        store.review_events.undo(wide.id, event.act, by=BOB)
    with pytest.raises(NotFound, match="no act 'x'"):
        store.review_events.undo(wide.id, "x", by=ANN)
    undo = store.review_events.undo(wide.id, event.act, by=ANN)
    with pytest.raises(StoreError, match="'undo' here cannot be undone"):
        store.review_events.undo(wide.id, undo.act, by=ANN)


def test_a_decision_is_an_event_that_counts_once_and_can_be_undone(store: Store, wide: Review) -> None:
    settled = store.review_events.settle(wide.id, 0, RIGHT, "t", by=ANN, places=[1, 3])
    assert store.review_events.settle(wide.id, 0, {"answer": "unsure"}, "t", by=ANN) == settled
    assert [(event.kind, event.place) for event in settled] == [("settle", 1), ("settle", 3)]
    store.reviews.pause(wide.id, by=ANN)
    assert store.review_events.undo(wide.id, settled[0].act, by=ANN).content == {"act": settled[0].act}
    store.reviews.close(wide.id, by=ANN)
    with pytest.raises(Conflict, match="the review is closed"):
        store.review_events.settle(wide.id, 0, RIGHT, "u", by=ANN)


def test_a_comment_counts_once(store: Store, wide: Review) -> None:
    said = store.review_events.comment(wide.id, 1, {"comment": HOSTILE}, "t", by=BOB)
    assert store.review_events.comment(wide.id, 1, {"comment": "again"}, "t", by=BOB) == said
    assert (said.kind, said.card, said.place, said.content) == ("comment", 1, None, {"comment": HOSTILE})


def test_answers_of_a_file_are_taken_once(store: Store, wide: Review) -> None:
    store.review_events.answer(wide.id, take(store, wide, card=1).token, {"n": 0}, by=ANN)
    rows = [
        Brought(0, "dora ", {"n": 1}, "row 1"),
        Brought(1, "emil", {"n": 2}, "row 2"),
        Brought(0, "dora", {}, "row 1"),
    ]
    came = store.review_events.bring_in(wide.id, rows, by=ANN, content={"file": "a.xlsx"})
    assert (came.taken, came.known) == (2, 1)
    assert came.event is not None
    assert came.event.content == {"file": "a.xlsx", "answers": 2, "known": 1}
    again = store.review_events.bring_in(wide.id, rows, by=ANN)
    assert (again.taken, again.known, again.event) == (0, 3, None)
    counts = counting(store, wide)
    assert {key: content for key, content in counts.items() if key[0] == 1} == {
        (1, 0, "ann"): {"n": 0}, (1, 0, "emil"): {"n": 2}
    }  # fmt: skip
    brought = [event for event in store.review_events.all(wide.id) if event.who == "dora"]
    assert {(event.proof, event.role) for event in brought} == {("import", "reviewer")}
    assert store.check().faults == ()
    act = store.review_events.undoable(wide.id, by=Actor("emil"))
    assert act is not None
    store.review_events.undo(wide.id, act.act, by=Actor("emil"))
    assert store.reviews.get(wide.id).seats == 3, "the seat that was one too many is gone"


def test_a_file_with_one_wrong_row_brings_nothing(store: Store, wide: Review) -> None:
    rows = [Brought(0, "dora", {"n": 1}, "row 1"), Brought(9, "dora", {"n": 2}, "row 2")]
    with pytest.raises(NotFound, match="no card 9"):
        store.review_events.bring_in(wide.id, rows, by=ANN)
    assert store.review_events.all(wide.id) == []


WRONG: dict[str, tuple[Callable[[Store, Review, str], Any], str]] = {
    "too long": (lambda s, r, t: s.review_events.answer(r.id, t, {"x": "x" * 200_001}, by=ANN), "at most 200,000"),
    "no JSON": (lambda s, r, t: s.review_events.answer(r.id, t, {"x": {1}}, by=ANN), "cannot be stored as JSON"),
    "no token": (lambda s, r, t: s.review_events.answer(r.id, "", {}, by=ANN), "from 1 to 64 characters"),
    "a long token": (lambda s, r, t: s.review_events.settle(r.id, 0, {}, "t" * 65, by=ANN), "from 1 to 64"),
    "a long draft": (lambda s, r, t: s.review_cards.save_draft(r.id, 0, {"x": "x" * 200_001}, by=ANN), "at most 200,0"),
}


@pytest.mark.parametrize(("act", "said"), WRONG.values(), ids=list(WRONG))
def test_what_is_no_answer_is_refused(
    store: Store, wide: Review, act: Callable[[Store, Review, str], Any], said: str
) -> None:
    token = take(store, wide).token
    with pytest.raises(StoreError, match=said):
        act(store, wide, token)
    assert store.review_events.all(wide.id) == []


@pytest.mark.parametrize(
    "statement",
    ["UPDATE review_events SET content = '{}'", "DELETE FROM review_events", "UPDATE review_cards SET places = '[]'"],
)
def test_what_was_answered_cannot_be_changed_by_anyone(store: Store, wide: Review, statement: str) -> None:
    store.review_events.answer(wide.id, take(store, wide).token, RIGHT, by=ANN)
    with pytest.raises(StoreError, match="never change"), store._database.writing() as connection:
        connection.execute(text(statement))
    assert len(store.review_events.all(wide.id)) == 5
