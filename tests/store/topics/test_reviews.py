"""Reviews: made, listed, changed, opened and closed, applied and taken back, deleted."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, Literal

import pytest

from evaljson.load import LoadedRecords
from evaljson.store import Actor, Conflict, Evaluation, NotAllowed, NotFound, Review, Store, StoreError, open_store
from tests.store.conftest import SCHEMA, gold
from tests.store.test_gc import AT_ONCE
from tests.store.topics.reviewing import ANN, BOB, make_review, new_card

HOSTILE = "=1+1\x00\ud800<script>'\";--\\u0041\\"


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Review]]:
    """A store with one review, for what changes nothing."""
    with open_store(folder=tmp_path_factory.mktemp("unchanged")) as opened:
        made = opened.evaluations.create("Invoices", by="ann", gold=gold(), schema=SCHEMA)
        yield opened, make_review(opened, made)


def newest(store: Store, review: Review) -> int:
    return store.evaluations.get(review.evaluation).revision


def test_a_review_comes_back_as_it_was_made(store: Store, evaluation: Evaluation) -> None:
    settings = {"people": ["ann", HOSTILE], "decider": "anyone", "blind": True, "due": None, "tags": [HOSTILE]}
    cards = [
        new_card(0, places=2, opinions=2, field=HOSTILE, content={HOSTILE: [1, 1.0, HOSTILE]}),
        new_card(1, kind="audit"),
    ]
    made = make_review(store, evaluation, cards, instructions=HOSTILE, settings=settings)
    assert store.reviews.get(made.id) == made
    assert store.reviews.all(evaluation.id) == [made]
    assert (made.name, made.instructions, made.settings, made.runs) == ("Totals", HOSTILE, settings, ("r",))
    assert (made.state, made.created_by, made.last_event, made.applied) == ("open", "ann", 0, None)
    assert (made.cards, made.seats, made.answered) == (2, 3, 0)
    first, second = store.review_cards.all(made.id)
    assert (first.number, first.field, first.content) == (0, HOSTILE, {HOSTILE: [1, 1.0, HOSTILE]})
    assert (first.places, first.current, first.opinions) == (tuple(cards[0].places), (0, 1), 2)
    assert second == store.review_cards.get(made.id, 1)
    assert store.check().faults == ()


def test_what_changes_the_evaluation_is_in_its_history(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    store.reviews.edit(made.id, 2, by=BOB, name="Sums")
    store.reviews.edit(made.id, 3, by=ANN, instructions="Look at the page.")
    store.reviews.delete(made.id, 4, by=ANN)
    store.reviews.undelete(made.id, 5, by=BOB)
    happened = [(event.who, event.what) for event in store.evaluations.history(evaluation.id)[1:]]
    assert happened == [
        ("ann", "made review"),
        ("bob", "renamed review"),
        ("ann", "changed review"),
        ("ann", "deleted review"),
        ("bob", "undeleted review"),
    ]


@pytest.mark.parametrize(
    ("act", "what"),
    [
        (lambda store, made: store.reviews.edit(made.id, 1, by=ANN, name="x"), "edit"),
        (lambda store, made: store.reviews.delete(made.id, 1, by=ANN), "delete"),
        (lambda store, made: store.reviews.apply(made.id, 1, gold(b'{"id": "a"}\n'), by=ANN), "apply"),
    ],
    ids=["edit", "delete", "apply"],
)
def test_whoever_is_late_changes_nothing(
    store: Store, evaluation: Evaluation, act: Callable[[Store, Review], Any], what: str
) -> None:
    made = make_review(store, evaluation)
    with pytest.raises(Conflict, match=r"ann made review 'Totals'"):
        act(store, made)
    assert store.reviews.get(made.id) == made, what


def test_settings_that_made_the_cards_stay_and_the_others_change(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation, settings={"overlap": 0.2, "seed": 1, "people": []})
    changed = store.reviews.edit(made.id, 2, by=ANN, settings={"people": ["ann"], "overlap": 0.2})
    assert changed.settings == {"overlap": 0.2, "seed": 1, "people": ["ann"]}
    with pytest.raises(StoreError, match="the cards were made by 'overlap'"):
        store.reviews.edit(made.id, 3, by=ANN, settings={"overlap": 0.5})
    assert newest(store, made) == 3


def test_a_review_is_opened_paused_and_closed(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation, state="paused")
    with pytest.raises(Conflict, match="the review is paused"):
        store.review_cards.take(made.id, by=BOB, session="b")
    assert store.reviews.open(made.id, by=ANN).state == "open"
    assert store.reviews.open(made.id, by=ANN).last_event == 1, "opening what is open is no event"
    taken = store.review_cards.take(made.id, by=BOB, session="b")
    assert taken is not None
    store.reviews.close(made.id, by=ANN)
    with pytest.raises(Conflict, match=r"the review is closed.*kept as a draft"):
        store.review_events.answer(made.id, taken.token, {}, by=BOB)
    assert [event.kind for event in store.review_events.all(made.id)] == ["open", "close"]


def test_a_deleted_review_is_gone_until_it_is_brought_back(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    store.reviews.delete(made.id, 2, by=ANN)
    assert store.reviews.all(evaluation.id) == []
    assert [one.id for one in store.reviews.all(evaluation.id, deleted=True)] == [made.id]
    for look in (store.reviews.get, store.review_cards.all, store.review_events.all):
        with pytest.raises(NotFound, match="no review"):
            look(made.id)
    with pytest.raises(NotFound, match="no review"):
        store.review_cards.take(made.id, by=ANN, session="a")
    assert store.reviews.undelete(made.id, 3, by=ANN) == made
    with pytest.raises(Conflict, match="is not deleted"):
        store.reviews.undelete(made.id, 4, by=ANN)


def test_the_head_of_a_review_is_all_but_its_progress(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation, settings={"people": ["ann"]})
    head = asdict(store.reviews.head(made.id))
    assert asdict(made) == {**head, "cards": made.cards, "seats": made.seats, "answered": made.answered}
    store.reviews.delete(made.id, newest(store, made), by=ANN)
    with pytest.raises(NotFound, match="no review"):
        store.reviews.head(made.id)
    store.reviews.undelete(made.id, newest(store, made), by=ANN)
    store.evaluations.delete(evaluation.id, newest(store, made), by="ann")
    with pytest.raises(NotFound, match="no review"):
        store.reviews.head(made.id)


def test_a_review_goes_with_its_evaluation(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    store.evaluations.delete(evaluation.id, 2, by="ann")
    with pytest.raises(NotFound, match="no review"):
        store.reviews.get(made.id)
    with pytest.raises(NotFound, match="no review"):
        store.review_cards.take(made.id, by=ANN, session="a")


def test_gc_removes_a_deleted_review_with_all_its_answers(store: Store, evaluation: Evaluation) -> None:
    kept, made = make_review(store, evaluation), make_review(store, evaluation)
    for review in (kept, made):
        taken = store.review_cards.take(review.id, by=ANN, session="a")
        assert taken is not None
        store.review_cards.save_draft(review.id, 1, {"x": 1}, by=ANN)
        store.review_presence.seen(review.id, "a", by=ANN)
        store.review_events.answer(review.id, taken.token, {"answer": "unsure"}, by=ANN)
    before = store.review_events.all(kept.id)
    store.reviews.delete(made.id, 3, by=ANN)
    assert store.gc().reviews == 0
    assert store.gc(AT_ONCE).reviews == 1
    assert store.reviews.all(evaluation.id, deleted=True) == []
    assert store.review_events.all(kept.id) == before
    store.evaluations.delete(evaluation.id, 4, by="ann")
    assert store.gc(AT_ONCE).reviews == 1
    assert store.check().faults == ()


def test_corrected_gold_is_put_in_place_and_taken_back(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    assert evaluation.gold is not None
    corrected = gold(b'{"id": "a", "total": 2}\n')
    applied = store.reviews.apply(made.id, 2, corrected, by=ANN, content={"changes": 1})
    now = store.evaluations.get(evaluation.id).gold
    assert now is not None
    assert (now.id, applied.applied, applied.replaced) == (now.id, now.id, evaluation.gold.id)
    assert store.datasets.load(now.id) == corrected
    again = store.reviews.apply(made.id, 3, gold(b'{"id": "a", "total": 3}\n'), by=ANN)
    assert again.replaced == evaluation.gold.id, "one click leads back to the gold before the first time"
    assert store.gc(AT_ONCE).datasets == 1, "of the gold that was in place in between"
    back = store.reviews.unapply(made.id, 4, by=ANN)
    assert (back.applied, back.replaced) == (None, None)
    assert store.evaluations.get(evaluation.id).gold == evaluation.gold
    assert [event.kind for event in store.review_events.all(made.id)] == ["apply", "apply", "unapply"]
    assert store.review_events.all(made.id)[0].content == {
        "changes": 1, "gold": now.id, "before": evaluation.gold.id
    }  # fmt: skip
    with pytest.raises(Conflict, match="nothing to undo"):
        store.reviews.unapply(made.id, 5, by=ANN)
    assert store.check().faults == ()


def corrected_to(total: int) -> LoadedRecords:
    return gold(f'{{"id": "a", "total": {total}}}\n'.encode())


Step = int | Literal["last", "all"]
"""A total that is put into gold, or what is taken back of what was."""


@pytest.mark.parametrize(
    ("steps", "total"),
    [
        pytest.param([2, 3, "last"], 2, id="the last of two"),
        pytest.param([2, 3, "all"], 1, id="both at once"),
        pytest.param([2, "last"], 1, id="the only one"),
        pytest.param([2, 3, 4, "last", "last"], 2, id="one after the other"),
        pytest.param([2, 3, 4, "last", "last", "last"], 1, id="down to the gold from before"),
        pytest.param([2, 3, "last", 4, "last"], 2, id="after another one was put in its place"),
        pytest.param([2, 3, 2, "last"], 3, id="the same gold came twice"),
        pytest.param([2, 3, "all", 4, 5, "last"], 4, id="what was taken back before is no step any more"),
    ],
)
def test_what_was_put_into_gold_in_steps_is_taken_back_step_by_step(
    store: Store, evaluation: Evaluation, steps: list[Step], total: int
) -> None:
    store.evaluations.set_gold(evaluation.id, 1, corrected_to(1), by="ann")
    evaluation = store.evaluations.get(evaluation.id)
    made, revision = make_review(store, evaluation), evaluation.revision + 1
    for step in steps:
        if isinstance(step, int):
            store.reviews.apply(made.id, revision, corrected_to(step), by=ANN)
        else:
            store.reviews.unapply(made.id, revision, by=ANN, last=step == "last")
        revision += 1
    now = store.evaluations.get(evaluation.id).gold
    assert now is not None
    assert store.datasets.load(now.id).records == [{"id": "a", "total": total}]
    review = store.reviews.get(made.id)
    assert (review.applied, review.replaced) == ((None, None) if total == 1 else (now.id, evaluation.gold.id))  # type: ignore[union-attr]
    assert store.check().faults == ()


def test_a_step_whose_gold_was_removed_for_good_is_not_taken_back_alone(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    for revision, total in ((2, 2), (3, 3)):
        store.reviews.apply(made.id, revision, corrected_to(total), by=ANN)
    assert store.gc(AT_ONCE).datasets == 1
    with pytest.raises(Conflict, match="all of it can still be taken back"):
        store.reviews.unapply(made.id, 4, by=ANN, last=True)
    assert store.reviews.unapply(made.id, 4, by=ANN).applied is None


def test_gold_that_others_have_changed_since_is_not_taken_back(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation)
    store.reviews.apply(made.id, 2, gold(b'{"id": "a", "total": 2}\n'), by=ANN)
    store.evaluations.set_gold(evaluation.id, 3, gold(b'{"id": "a", "total": 4}\n'), by="bob")
    with pytest.raises(Conflict, match="is not that of review 'Totals'"):
        store.reviews.unapply(made.id, 4, by=ANN)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"cards": []}, "needs at least one card"),
        ({"cards": [new_card(places=0)]}, "card 0 is none"),
        ({"cards": [new_card(opinions=6)]}, "from 1 to 5 opinions"),
        ({"cards": [new_card(kind="x")]}, "a kind of disagreement, audit"),
        ({"settings": {"people": "ann"}}, "list of names"),
        ({"settings": {"people": [" "]}}, "needs a name"),
        ({"settings": {"decider": "x"}}, "one of owner, anyone"),
        ({"instructions": "x" * 20_001}, "at most 20,000"),
        ({"schema_number": 9}, "no schema version 9"),
        ({"gold": "0" * 64}, "no dataset"),
        ({"by": Actor(" ")}, "needs a name"),
    ],
)
def test_what_is_no_review_is_refused(unchanged: tuple[Store, Review], wrong: dict[str, Any], message: str) -> None:
    store, made = unchanged
    with pytest.raises(StoreError, match=message):
        make_review(store, store.evaluations.get(made.evaluation), **wrong)
    assert store.reviews.all(made.evaluation) == [made]


ROLES = ("viewer", "reviewer", "editor", "owner")
NEEDED: dict[str, tuple[str, Callable[[Store, Review, Actor], Any]]] = {
    "make": ("editor", lambda s, r, by: make_review(s, s.evaluations.get(r.evaluation), by=by)),
    "edit": ("editor", lambda s, r, by: s.reviews.edit(r.id, newest(s, r), by=by, name="x")),
    "pause": ("editor", lambda s, r, by: s.reviews.pause(r.id, by=by)),
    "apply": ("owner", lambda s, r, by: s.reviews.apply(r.id, newest(s, r), gold(b'{"id": "a"}\n'), by=by)),
    "delete": ("owner", lambda s, r, by: s.reviews.delete(r.id, newest(s, r), by=by)),
    "take": ("reviewer", lambda s, r, by: s.review_cards.take(r.id, by=by, session="s")),
    "draft": ("reviewer", lambda s, r, by: s.review_cards.save_draft(r.id, 0, {}, by=by)),
    "renew": ("reviewer", lambda s, r, by: s.review_cards.renew(r.id, "t", by=by)),
    "release": ("reviewer", lambda s, r, by: s.review_cards.release(r.id, "t", by=by)),
    "comment": ("reviewer", lambda s, r, by: s.review_events.comment(r.id, 0, {}, "t", by=by)),
    "presence": ("reviewer", lambda s, r, by: s.review_presence.seen(r.id, "s", by=by)),
    "settle": ("editor", lambda s, r, by: s.review_events.settle(r.id, 0, {}, "t", by=by)),
    "import": ("editor", lambda s, r, by: s.review_events.bring_in(r.id, [], by=by)),
}


@pytest.mark.parametrize(("needed", "act"), NEEDED.values(), ids=list(NEEDED))
def test_a_role_may_do_what_it_says_and_no_more(
    unchanged: tuple[Store, Review], needed: str, act: Callable[[Store, Review, Actor], Any]
) -> None:
    store, made = unchanged
    for role in [*ROLES[: ROLES.index(needed)], "admin", "OWNER", ""]:
        with pytest.raises(NotAllowed, match="may not"):
            act(store, made, Actor("eve", role=role))  # type: ignore[arg-type]
    assert store.reviews.all(made.evaluation) == [made], "nothing was stored"


def test_a_role_is_enough_for_what_needs_it(store: Store, evaluation: Evaluation) -> None:
    for needed, act in NEEDED.values():
        act(store, make_review(store, evaluation), Actor("eve", role=needed))  # type: ignore[arg-type]
    assert len(store.reviews.all(evaluation.id)) == len(NEEDED), "one was made and one was deleted"


def test_a_review_for_some_people_is_for_no_others(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation, settings={"people": ["ann", "Zoe\u0301"], "decider": "anyone"})
    assert store.review_cards.take(made.id, by=Actor(" Zo\u00e9 ", role="reviewer"), session="z") is not None
    for act in (
        lambda: store.review_cards.take(made.id, by=BOB, session="b"),
        lambda: store.review_events.settle(made.id, 0, {}, "t", by=BOB),
        lambda: store.review_presence.seen(made.id, "b", by=BOB),
    ):
        with pytest.raises(NotAllowed, match="bob is not among the people"):
            act()


def test_who_settles_takes_that_back_whether_or_not_the_review_is_for_them(
    store: Store, evaluation: Evaluation
) -> None:
    made = make_review(store, evaluation, settings={"people": ["ann"]})
    lead = Actor("lead")
    (settled,) = store.review_events.settle(made.id, 0, {"answer": "gold_right"}, "t", by=lead)
    act = store.review_events.undoable(made.id, by=lead)
    assert act is not None
    assert act.act == settled.act
    with pytest.raises(NotAllowed, match="only lead can undo it"):
        store.review_events.undo(made.id, settled.act, by=Actor("ann"))
    assert store.review_events.undo(made.id, settled.act, by=lead).content == {"act": settled.act}
    assert store.review_events.undoable(made.id, by=lead) is None


def test_anyone_settles_where_the_group_decides(store: Store, evaluation: Evaluation) -> None:
    made = make_review(store, evaluation, settings={"decider": "anyone"})
    (event,) = store.review_events.settle(made.id, 0, {"answer": "gold_right"}, "t", by=Actor("eve", role="reviewer"))
    assert (event.kind, event.who, event.role) == ("settle", "eve", "reviewer")
