"""What others do in a review is on a page with its first refresh after, without a click; on a real server."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaljson.load import read_records
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store, open_store
from evaljson.ui.review.live import EVERY
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.scoring import score_due
from tests.server import Server
from tests.session import Session
from tests.soak.known import as_file
from tests.ui.review.reviews import GOLD, ONE, SCHEMA

ADA = Actor("Ada")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def review(store: Store) -> Review:
    """Two cards, each for two people."""
    made = store.evaluations.create(
        "live", by="Ada", schema=SCHEMA, gold=read_records(as_file(GOLD), name="gold.json", kind="gold"),
        variants={"A": read_records(as_file(ONE), name="A.json", kind="extracted")},
    )  # fmt: skip
    score_due(store, made.id, by="Ada", tell=lambda share, message: None)
    evaluation = store.evaluations.get(made.id)
    runs, plan = runs_to_review(store, evaluation), ReviewPlan(opinions=2, audit=0)
    return make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("Live"), by=ADA)


def come(session: Session, review: Review, name: str) -> None:
    session.open("review", f"review={review.id}")
    assert not session.set("review.who", string_value=name).errors


def answer(session: Session, name: str) -> None:
    [key] = session.keys(f"review.answer.{name}.")
    assert not session.set(key, trigger_value=True).errors


def refresh(session: Session) -> str:
    """What is on the page once its timer went off once."""
    [fragment] = session.timers
    assert not session.tick(fragment).errors
    return session.texts()


def test_answers_of_others_and_how_far_all_are_appear_with_the_first_refresh(
    tmp_path: Path, store: Store, review: Review
) -> None:
    with Server(tmp_path) as server, Session(server.url) as ann, Session(server.url) as ben:
        come(ann, review, "Ann")
        answer(ann, "gold_right")
        come(ben, review, "Ben")
        assert "**1 of 4 opinions** given, 3 missing" in refresh(ann)
        assert "**Ben**" in ann.texts()
        assert set(ann.timers.values()) == {EVERY}
        answer(ben, "extracted_right")
        assert "Ben said" not in ann.texts()
        assert "**2 of 4 opinions** given, 2 missing" in refresh(ann)
        assert "≠ name: Ben said extraction is right; you: gold is right." in ann.texts()
        assert "at a card of" in refresh(ann)
        [done] = {event.card for event in store.review_events.all(review.id) if event.kind == "answer"}
        store.review_presence.seen(review.id, "late", by=Actor("Cid"), card=done, token=None)
        assert re.search(r"\*\*Cid\*\*(?! at)", refresh(ann)), "nobody is at a card that wants no more answers"
        store.review_presence.leave(review.id, "late")
        assert "each for the 2 of you" in refresh(ann)
        answer(ann, "gold_right")
        assert "about 1 minute for Ben" in refresh(ann)
        assert "about 1 minute for you" in refresh(ben)
        store.reviews.pause(review.id, by=ADA)
        assert "at a card of" not in refresh(ann), "nobody sees a card of a paused review"
        assert "This review is paused" in refresh(ben)
