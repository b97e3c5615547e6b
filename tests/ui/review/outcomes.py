"""Planted errors that people who know the truth review, and the page of what that comes to."""

from typing import Any

from streamlit.testing.v1 import AppTest

from evaljson.review.answers import Answer
from evaljson.store import Actor, Review
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.review.planted import SCHEMA, Planted, knowing
from tests.ui.conftest import Made, Open, loaded


def planted_evaluation(data: Planted) -> Made:
    files = {name: loaded(records, f"{name}.json", "extracted") for name, records in data.extracted.items()}
    return Made("planted", loaded(data.gold, "gold.json"), files, SCHEMA)


def review_all(review: Review, data: Planted, *people: Actor) -> None:
    """Let people who know the truth answer everything."""
    store, knows = server.store(), knowing(data.truth)
    for person in people:
        while (taken := store.review_cards.take(review.id, by=person, session=person.name)) is not None:
            card = domain_card(taken.card)
            said: list[Answer] = [knows(card, place) for place in card.places]
            same = [taken.card.current[place] for place, one in enumerate(said) if one == said[0]]
            store.review_events.answer(review.id, taken.token, answer_content(said[0]), by=person, places=same)


def put_in_place(review: Review) -> None:
    """Make corrected gold that of the evaluation, and score against it."""
    store = server.store()
    apply_review(store, read_review(store, review.id), revision_of(review), by=Actor("Ada"))
    score_due(store, review.evaluation, by="Ada", tell=lambda share, message: None)


def outcome(open_app: Open, review: Review, who: str = "Ada") -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = who
    return page.run()


def table_with(page: AppTest, column: str) -> Any:
    return next(frame.value for frame in page.dataframe if column in frame.value.columns)


def revision_of(review: Review) -> int:
    return server.store().evaluations.get(review.evaluation).revision
