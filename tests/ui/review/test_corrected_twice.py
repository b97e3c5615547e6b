"""A value of gold that is corrected by itself and with the element that it is in."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evaljson.store import Review
from evaljson.ui.session import author, server
from evaljson.workspace.read_review import domain_card
from tests.ui.conftest import Open, said
from tests.ui.review.reviews import ADA, begin, made

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {
        "cars": {
            "type": "array", "x-eval-align": {"match_by": "key_field", "key": "plate"},
            "items": {"type": "object", "properties": {"plate": {"type": "string"}, "make": {"type": "string"}}},
        }
    },
}  # fmt: skip


def reviewed(element: dict[str, str]) -> Review:
    """One variant lacks the car, and people type what gold should have; another has its make right."""
    gold = [{"id": "r1", "cars": [{"plate": "KS 1", "make": "Opel"}, {"plate": "KS 2", "make": "Fiat"}]}]
    lacks = [{"id": "r1", "cars": gold[0]["cars"][1:]}]
    knows = [{"id": "r1", "cars": [{"plate": "KS 1", "make": "Ford"}, gold[0]["cars"][1]]}]
    review = begin(made(gold, SCHEMA, lacks=lacks, knows=knows))
    store = server.store()
    while (taken := store.review_cards.take(review.id, by=ADA, session="s")) is not None:
        is_whole = domain_card(taken.card).field == "cars[]"
        content = {"answer": "gold_wrong", "value": {"value": element}} if is_whole else {"answer": "extracted_right"}
        store.review_events.answer(review.id, taken.token, content, by=ADA)
    return review


def outcome(open_app: Open, review: Review) -> AppTest:
    page = open_app("review", eval=review.evaluation, review=review.id, part="outcome")
    page.session_state[author.NAME] = "Ada"
    return page.run()


def test_what_the_correction_of_the_element_gives_too_is_no_change_that_cannot_be_made(open_app: Open) -> None:
    page = outcome(open_app, reviewed({"plate": "KS 1", "make": "Ford"}))
    assert not page.exception
    assert not [one for one in page.warning if "cannot be made" in one.value]
    assert "Values of gold: **1** found wrong" in said(page)
    assert "**1 value** of gold would change" in said(page)


@pytest.mark.parametrize("is_in_place", [False, True])
def test_what_it_gives_otherwise_once_it_is_settled_is_refused_with_the_value_that_gold_had(
    open_app: Open, is_in_place: bool
) -> None:
    review = reviewed({"plate": "KS 1", "make": "Saab"})
    store = server.store()
    [whole] = [card.number for card in store.review_cards.all(review.id) if card.field == "cars[]"]
    content = {"answer": "gold_wrong", "value": {"value": {"plate": "KS 1", "make": "Saab"}}}
    store.review_events.settle(review.id, whole, content, "once", by=ADA)
    page = outcome(open_app, review)
    if is_in_place:
        page.button("review.apply").click().run()
    assert not page.exception
    [refused] = [frame.value for frame in page.dataframe if "Why not" in frame.value.columns]
    [row] = refused.to_dict("records")
    assert row["Gold before" if is_in_place else "Gold now"] == "Opel"
    assert "corrects cars[0] as a whole, with another value there" in row["Why not"]
