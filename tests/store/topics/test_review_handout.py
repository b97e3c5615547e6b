"""Whatever people do in whatever order, and whoever dies: nobody's answer is lost, and no seat has two people."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import event as sql_event
from sqlalchemy import select, text

from evaljson.store import Actor, Conflict, Evaluation, Review, Store, StoreUnavailable, Taken, open_store
from evaljson.store.tables import ReviewSeatRow
from tests.profiles import examples
from tests.store.conftest import SCHEMA, gold
from tests.store.kills import processes
from tests.store.topics.reviewing import ANN, BOB, Clock, answer_all, make_review, new_card

PEOPLE = st.sampled_from(["ann", "bob", "carl"])
OPINIONS = (1, 2, 1, 3)


class HandOut(RuleBasedStateMachine):
    """Three people at one review of four cards with three places each; a clock that turns."""

    def __init__(self, store: Store, evaluation: Evaluation, clock: Clock) -> None:
        super().__init__()
        self.store, self.clock = store, clock
        cards = [new_card(number, places=3, opinions=opinions) for number, opinions in enumerate(OPINIONS)]
        self.review = make_review(store, evaluation, cards).id
        self.shown: dict[str, Taken] = {}
        self.alive: dict[tuple[str, int], Any] = {}
        self.skipped: set[tuple[str, int]] = set()
        self.drafts: dict[tuple[str, int], dict[str, Any]] = {}
        self.acknowledged: list[tuple[str, str, dict[str, Any], int]] = []
        self.undone: set[str] = set()

    @rule(who=PEOPLE, session=st.sampled_from(["1", "2"]), over=st.booleans())
    def take(self, who: str, session: str, over: bool) -> None:
        elsewhere = self.store.review_cards.elsewhere(self.review, by=Actor(who), session=who + session)
        taken = self.store.review_cards.take(self.review, by=Actor(who), session=who + session, over=over)
        if elsewhere and not over:
            assert taken is None
            return
        if taken is None:
            assert self.nothing_left(who)
            return
        number = taken.card.number
        assert (who, number) not in self.skipped
        assert not set(taken.card.current) <= self.places_answered(who, number), "nobody sees a card twice"
        assert taken.draft == self.drafts.get((who, number)), "a draft stays with its person"
        self.shown[who] = taken
        self.alive[who, number] = self.clock.moment

    @rule(who=PEOPLE, left_out=st.sets(st.integers(0, 2), max_size=2), twice=st.booleans())
    def answer(self, who: str, left_out: set[int], twice: bool) -> None:
        if (shown := self.shown.pop(who, None)) is None:
            return
        places = [place for place in shown.card.current if place not in left_out] or list(shown.card.current)
        content = {"n": len(self.acknowledged)}
        try:
            stored = self.store.review_events.answer(self.review, shown.token, content, by=Actor(who), places=places)
        except Conflict:
            assert self.is_lost(who, shown)
            return
        self.acknowledged.append((who, stored[0].act, content, len(places)))
        self.drafts.pop((who, shown.card.number), None)
        if twice:
            again = self.store.review_events.answer(self.review, shown.token, {"n": -1}, by=Actor(who))
            assert again[0].act == stored[0].act

    @rule(who=PEOPLE)
    def skip(self, who: str) -> None:
        if (shown := self.shown.pop(who, None)) is None:
            return
        try:
            self.store.review_events.skip(self.review, shown.token, by=Actor(who))
        except Conflict:
            assert self.is_lost(who, shown)
            return
        self.skipped.add((who, shown.card.number))

    @rule(who=PEOPLE)
    def undo(self, who: str) -> None:
        act = self.store.review_events.undoable(self.review, by=Actor(who))
        mine = [done for name, done, _, _ in self.acknowledged if name == who and done not in self.undone]
        if act is None:
            assert not mine
            return
        self.store.review_events.undo(self.review, act.act, by=Actor(who))
        if act.kind == "skip" and act.card is not None:
            self.skipped.discard((who, act.card))
        else:
            assert act.act == mine[-1]
            self.undone.add(act.act)
        self.shown.pop(who, None)

    @rule(who=PEOPLE, text=st.text(max_size=3))
    def type(self, who: str, text: str) -> None:
        if (shown := self.shown.get(who)) is not None:
            self.store.review_cards.save_draft(self.review, shown.card.number, {"text": text}, by=Actor(who))
            self.drafts[who, shown.card.number] = {"text": text}

    @rule(who=PEOPLE)
    def leave(self, who: str) -> None:
        if (shown := self.shown.get(who)) is not None:
            self.store.review_cards.release(self.review, shown.token, by=Actor(who))

    @rule(seconds=st.sampled_from([1, 200, 301]))
    def wait(self, seconds: int) -> None:
        self.clock.turn(seconds)

    @invariant()
    def nobody_shares_a_seat_and_every_place_is_on_one_card(self) -> None:
        cards, seated = self.store.review_cards.all(self.review), self.seated()
        for one in self.store.review_cards.held(self.review):
            seated.setdefault(one.card, []).append(one.holder)
        for card in cards:
            people = seated.get(card.number, [])
            assert len(people) <= card.opinions, card
            assert len(set(people)) == len(people), "one person has one seat of a card"
        at = sorted((card.key, card.places[place]["record"]) for card in cards for place in card.current)
        assert at == [(f"{card:064x}", place) for card in range(len(OPINIONS)) for place in range(3)]

    @invariant()
    def every_acknowledged_answer_is_there_once_and_in_order(self) -> None:
        events = [event for event in self.store.review_events.all(self.review) if event.kind == "answer"]
        found: dict[str, list[Any]] = {}
        for event in events:
            found.setdefault(event.act, []).append((event.who, event.content))
        assert [(each[0][0], act, each[0][1], len(each)) for act, each in found.items()] == self.acknowledged

    def teardown(self) -> None:
        assert self.store.check().faults == ()

    def places_answered(self, who: str, card: int) -> set[int]:
        events = self.store.review_events.of_card(self.review, card)
        mine = [event for event in events if (event.kind, event.who) == ("answer", who)]
        return {event.place for event in mine if event.act not in self.undone and event.place is not None}

    def is_lost(self, who: str, shown: Taken) -> bool:
        """Whether somebody else, or another tab, has had the card since."""
        number = shown.card.number
        with self.store._database.reading() as connection:
            query = select(ReviewSeatRow.token).where(ReviewSeatRow.review == self.review, ReviewSeatRow.card == number)
            return shown.token not in connection.execute(query).scalars().all()

    def seated(self) -> dict[int, list[str]]:
        """Who has answered from a seat, by card."""
        seat, found = ReviewSeatRow, dict[int, list[str]]()
        answered = select(seat.card, seat.answered_by).where(seat.review == self.review, seat.answered_by.is_not(None))
        with self.store._database.reading() as connection:
            for row in connection.execute(answered):
                found.setdefault(row.card, []).append(row.answered_by)
        return found

    def nothing_left(self, who: str) -> bool:
        """Whether every card is full, or was had or skipped by this person."""
        taken = self.seated()
        for one in self.store.review_cards.held(self.review):
            taken.setdefault(one.card, []).append(one.holder)
        return not any(
            card.current
            and who not in taken.get(card.number, [])
            and (who, card.number) not in self.skipped
            and len(taken.get(card.number, [])) < card.opinions
            for card in self.store.review_cards.all(self.review)
        )


@pytest.fixture
def turned(empty_store: str) -> Any:
    """A store on each database with a clock that turns, and its evaluation."""
    clock = Clock()
    with open_store(empty_store, clock=clock) as store:
        yield store, store.evaluations.create("x", by="ann", gold=gold(), schema=SCHEMA), clock


def test_cards_are_handed_out_rightly_in_any_order_of_events(turned: tuple[Store, Evaluation, Clock]) -> None:
    if turned[0]._database.is_sqlite:
        # Each step would wait for the disk three times, and no test turns off the power.
        sql_event.listen(turned[0]._database.engine, "connect", lambda raw, _: raw.execute("PRAGMA synchronous = OFF"))
        turned[0].close()
    run_state_machine_as_test(lambda: HandOut(*turned), settings=settings(examples(40), stateful_step_count=25))  # type: ignore[no-untyped-call]


def test_threads_that_answer_at_once_lose_and_share_nothing(store: Store, evaluation: Evaluation) -> None:
    review = make_review(store, evaluation, [new_card(number, opinions=1 + number % 2) for number in range(16)])
    with ThreadPoolExecutor(5) as pool:
        said = list(pool.map(lambda name: answer_all(store, review.id, name), ["ann", "bob", "carl", "dora", "ann"]))
    assert_all_there(store, review, [one for each in said for one in each])


def test_processes_that_answer_at_once_lose_and_share_nothing(url: str, store: Store, evaluation: Evaluation) -> None:
    review = make_review(store, evaluation, [new_card(number, opinions=1 + number % 2) for number in range(16)])
    hears, says = processes().Pipe(duplex=False)
    started = [processes().Process(target=answering, args=(url, review.id, name, says)) for name in ("ann", "bob")]
    for process in started:
        process.start()
    says.close()
    heard = [hears.recv() for _ in range(24)]
    for process in started:
        process.join()
        assert process.exitcode == 0
    hears.close()
    assert_all_there(store, review, heard)


def test_a_server_killed_amid_answers_loses_none_that_it_acknowledged(
    url: str, store: Store, evaluation: Evaluation
) -> None:
    review = make_review(store, evaluation, [new_card(number, places=3) for number in range(60)])
    heard = list[tuple[str, str]]()
    for wait_for in (3, 8, 1):
        hears, says = processes().Pipe(duplex=False)
        process = processes().Process(target=answering, args=(url, review.id, "ann", says))
        process.start()
        says.close()
        for _ in range(wait_for):
            heard.append(hears.recv())
        process.kill()
        try:
            while True:
                heard.append(hears.recv())
        except (EOFError, ConnectionError):
            process.join()
        hears.close()
    acts = list(dict.fromkeys(event.act for event in store.review_events.all(review.id)))
    acknowledged = [act for _, act in heard]
    assert [act for act in acts if act in set(acknowledged)] == acknowledged
    assert len(acts) - len(acknowledged) <= 3, "of each server at most the answer that it was storing"
    assert store.check().faults == ()
    assert_all_there(store, review, [*answer_all(store, review.id, "ann")], others=len(acts))


def answering(url: str, review: str, name: str, said: Any) -> None:
    """Answer all cards, and say so after each."""
    with open_store(url) as store:
        answer_all(store, review, name, said.send)


def assert_all_there(store: Store, review: Review, said: list[tuple[str, str]], others: int = 0) -> None:
    """Every acknowledged answer is there once, attributed; every seat is answered, and none twice by one person."""
    events = store.review_events.all(review.id)
    found = {event.act: event.who for event in events if event.kind == "answer"}
    assert {act: found.get(act) for _, act in said} == {act: who for who, act in said}
    assert len(found) == len(said) + others == review.seats == store.reviews.get(review.id).answered
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    wanted = {card.number: card.opinions for card in store.review_cards.all(review.id)}
    for card, opinions in wanted.items():
        people = [event.who for event in events if event.card == card and event.place == 0]
        assert len(set(people)) == len(people) == opinions, f"card {card}"
    assert store.check().faults == ()


def test_a_store_that_is_busy_changes_nothing_and_the_token_is_still_good(url: str, evaluation_at: Any) -> None:
    with open_store(url, busy_seconds=0.2) as store:
        review = make_review(store, evaluation_at(store))
        taken = store.review_cards.take(review.id, by=ANN, session="a")
        assert taken is not None
        with open_store(url) as other, other._database.writing() as connection:
            connection.execute(text("UPDATE reviews SET name = name"))
            assert store.review_cards.all(review.id), "readers never wait"
            with pytest.raises(StoreUnavailable, match="another process keeps it busy"):
                store.review_events.answer(review.id, taken.token, {"n": 1}, by=ANN)
        assert store.review_events.all(review.id) == []
        assert store.review_events.answer(review.id, taken.token, {"n": 1}, by=ANN)[0].content == {"n": 1}


@pytest.fixture
def evaluation_at() -> Any:
    return lambda store: store.evaluations.create("x", by="ann", gold=gold(), schema=SCHEMA)


def test_a_full_disk_takes_no_half_answer(tmp_path: Path, evaluation_at: Any) -> None:
    with open_store(folder=tmp_path) as store:
        review = make_review(store, evaluation_at(store), [new_card(places=2000, opinions=2)])
        taken = store.review_cards.take(review.id, by=ANN, session="a")
        assert taken is not None
        before = store.reviews.get(review.id)
        store.close()
        with store._database.reading() as connection:
            pages = connection.execute(text("PRAGMA page_count")).scalar()
        store.close()
        full = lambda raw, _: raw.execute(f"PRAGMA max_page_count = {pages}")  # noqa: E731
        sql_event.listen(store._database.engine, "connect", full)
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            store.review_events.answer(review.id, taken.token, {"x": "x" * 190_000}, by=ANN, places=range(1000))
        assert store.reviews.get(review.id) == before
        assert len(store.review_cards.all(review.id)) == 1
        assert store.check().faults == ()
        sql_event.remove(store._database.engine, "connect", full)
        store.close()
        assert len(store.review_events.answer(review.id, taken.token, {}, by=ANN)) == 2000


def test_one_answer_of_thousands_of_places_is_one_row(store: Store, evaluation: Evaluation) -> None:
    review = make_review(store, evaluation, [new_card(places=6000)])
    taken = store.review_cards.take(review.id, by=ANN, session="a")
    assert taken is not None
    assert len(store.review_events.answer(review.id, taken.token, {"n": 1}, by=ANN)) == 6000
    with store._database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM review_events")).scalar() == 1


def test_the_card_that_follows_is_read_without_taking_it(store: Store, evaluation: Evaluation) -> None:
    review = make_review(store, evaluation, [new_card(0), new_card(1)]).id
    cards = store.review_cards
    first = cards.take(review, by=ANN, session="1")
    assert first is not None
    following = cards.following(review, by=ANN)
    assert following is not None
    assert (first.card.number, following.number) == (0, 1)
    assert [held.card for held in cards.held(review)] == [0]
    assert cards.take(review, by=BOB, session="2") is not None
    assert cards.following(review, by=ANN) is None
