"""Figures of a review go by what earlier reviews decided of differences that are on no card of it."""

from itertools import product
from typing import Any

import pytest

from evaljson.review.answers import Answer
from evaljson.review.corrected_figures import CorrectedVariant
from evaljson.review.plan import ReviewPlan
from evaljson.store import Review, Store
from evaljson.workspace.make_review import ReviewScope
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import apply_review, figures, take_back
from tests.workspace.conftest import loaded
from tests.workspace.review_files import ANN, OWNER
from tests.workspace.test_decided_before import answer_all, evaluation_of, records, review_of

ANSWERS = ("extracted_right", "gold_right", "both_acceptable", "unsure")
GOLD = records(1, 2, 3, tags=("a",))
ONE = [{**record, "total": record["total"] * 10, "tags": ["a", "b"] if at else []} for at, record in enumerate(GOLD)]
ASKED = ReviewScope(decided=True)


def answer_each(
    store: Store, review: Review, said: dict[tuple[int, str], Any], most: int = 100
) -> list[tuple[int, str]]:
    """Answer so many cards by what is to be said of each place; the places that were answered."""
    done = list[tuple[int, str]]()
    for _ in range(most):
        if (taken := store.review_cards.take(review.id, by=ANN, session="s")) is None:
            break
        card = domain_card(taken.card)
        places = [(at.record, at.path) for at in card.places]
        store.review_events.answer(review.id, taken.token, answer_content(Answer(said[places[0]])), by=ANN)
        done += places
    return done


def figures_of(store: Store, review: Review) -> CorrectedVariant:
    [one] = figures(store, read_review(store, review.id)).values()
    return one


@pytest.mark.parametrize(("before", "after"), list(product(ANSWERS, repeat=2)))
@pytest.mark.parametrize("put", [False, True], ids=["of the same gold", "of gold that is corrected"])
def test_they_are_those_of_a_review_that_asks_about_all_of_it_again(
    store: Store, before: Any, after: Any, put: bool
) -> None:
    """Some is answered in a first review, the rest in a second; in a third one all is, in the same way."""
    identity = evaluation_of(store, GOLD, one=ONE)
    first = review_of(store, identity, scope=ASKED)
    places = [(at.record, at.path) for card in read_review(store, first.id).cards for at in card.places]
    said = {place: before if at % 2 else "gold_right" for at, place in enumerate(places)}
    answered = answer_each(store, first, said, most=first.cards // 2)
    said |= {place: after for place in places if place not in answered}
    if put and before == "extracted_right":
        apply_review(store, read_review(store, first.id), store.evaluations.get(identity).revision, by=OWNER)
    second = review_of(store, identity)
    answer_each(store, second, said)
    third = review_of(store, identity, scope=ASKED)
    answer_each(store, third, said)
    found, expected = figures_of(store, second), figures_of(store, third)
    assert found.mean_f1 == expected.mean_f1
    assert found.fields == expected.fields
    assert (found.decided + found.earlier, found.open) == (expected.decided, expected.open)
    assert found.unasked == expected.unasked == 0
    assert found.differing == expected.differing


def test_of_earlier_reviews_the_newest_counts_and_later_ones_do_not(store: Store) -> None:
    identity = evaluation_of(store, records(1, 2), one=records(10, 2))
    reviews = [review_of(store, identity, scope=ASKED) for _ in range(2)]
    audit = ReviewPlan(overlap=0, audit=1.0)
    last = review_of(store, identity, audit, ReviewScope(decided=False, records=(1,)))
    for review, said in zip(reviews, ("gold_right", "both_acceptable"), strict=True):
        answer_all(store, review, said)  # type: ignore[arg-type]
    f1 = [figures_of(store, review).mean_f1 for review in (*reviews, last)]
    assert [one and one.value for one in f1] == [0.75, 1.0, 1.0]
    assert [figures_of(store, review).earlier for review in (*reviews, last)] == [0, 0, 1]


def test_a_value_of_another_file_is_not_taken_for_the_one_that_was_decided(store: Store) -> None:
    identity = evaluation_of(store, records(1, 2, 3), one=records(10, 20, 3))
    answer_all(store, review_of(store, identity), "both_acceptable")
    now = store.evaluations.get(identity)
    other = loaded(records(11, 20, 30), "one.json", "extracted")
    store.variants.update(identity, now.revision, now.variants[0].id, by="ann", data=other)
    found = figures_of(store, review_of(store, identity))
    assert (found.earlier, found.open) == (1, 2)


LINE = {"type": "object", "properties": {"name": {"type": "string"}, "count": {"type": "integer"}}}
LINES = {
    "type": "object", "x-eval-id": "id",
    "properties": {"id": {"type": "string"}, "lines": {"type": "array", "items": LINE}},
}  # fmt: skip


def lines(identity: str, *named: tuple[str, int]) -> dict[str, Any]:
    return {"id": identity, "lines": [{"name": name, "count": count} for name, count in named]}


def taken_back(store: Store, review: Review) -> None:
    take_back(store, store.evaluations.get(review.evaluation), review, by=OWNER)


def put_with_newer_answers(store: Store, review: Review) -> None:
    answer_all(store, review, "extracted_right")
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=OWNER)


def replaced_by_a_file(store: Store, review: Review) -> None:
    now = store.evaluations.get(review.evaluation)
    store.evaluations.set_gold(now.id, now.revision, loaded([lines("1"), lines("2")], "other.json", "gold"), by="ann")


@pytest.mark.parametrize("what", [taken_back, put_with_newer_answers, replaced_by_a_file])
def test_they_stay_when_the_gold_that_an_earlier_review_corrected_is_in_place_no_more(store: Store, what: Any) -> None:
    """The first review takes out the first line, so that what it decides of the third one is in the second by then."""
    gold = [lines("1", ("ax", 0), ("bit", 1), ("cap", 2), ("die", 3)), lines("2", ("elm", 4))]
    one = [lines("1", ("bit", 1), ("cap", 30), ("die", 3)), lines("2", ("elm", 40))]
    files = {"one": loaded(one, "one.json", "extracted")}
    made = store.evaluations.create("E", gold=loaded(gold, "gold.json"), variants=files, schema=LINES, by="ann")
    first = review_of(store, made.id, scope=ASKED)
    cards = read_review(store, first.id).cards
    said = {
        (at.record, at.path): "extracted_right" if at.is_element else "gold_right"
        for card in cards
        for at in card.places
    }
    answer_each(store, first, said, most=2)
    apply_review(store, read_review(store, first.id), store.evaluations.get(made.id).revision, by=OWNER)
    second = review_of(store, made.id)
    before = figures_of(store, second)
    assert (before.earlier, before.open) == (1, 1)
    what(store, store.reviews.get(first.id))
    assert figures_of(store, second) == before
