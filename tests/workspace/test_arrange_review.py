"""Order and second opinions changed while a review is under way: nothing said is lost, and figures stay right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from evaljson.base.errors import InputError
from evaljson.load import read_records
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.opinions import Opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Conflict, Review, Store, open_store
from evaljson.workspace.arrange_review import arrange_review
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.newest_reviews import NewestReviews
from evaljson.workspace.read_review import answer_content, domain_card, read_review
from evaljson.workspace.review_gold import figures
from evaljson.workspace.scoring import score_due
from tests.review.planted import SCHEMA, Planted, knowing, planted
from tests.soak.known import as_file

ANN, BOB = Actor("ann"), Actor("bob")
PLAN = ReviewPlan(overlap=0, audit=0.5)


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(16, wrong=6, on_matches=3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def review(store: Store, data: Planted) -> Review:
    made = store.evaluations.create(
        "planted", by="ann", schema=SCHEMA, gold=read_records(as_file(data.gold), name="gold.json", kind="gold"),
        variants={
            name: read_records(as_file(records), name=f"{name}.json", kind="extracted")
            for name, records in data.extracted.items()
        },
    )  # fmt: skip
    score_due(store, made.id, by="ann", tell=lambda share, message: None)
    evaluation = store.evaluations.get(made.id)
    return make_review(
        store, evaluation, runs_to_review(store, evaluation), PLAN, ReviewScope(), ReviewTerms("Planted"), by=ANN
    )


def revision(store: Store, review: Review) -> int:
    return store.evaluations.get(review.evaluation).revision


def answered(store: Store, review: Review, data: Planted, count: int, by: Actor = ANN) -> list[int]:
    """Somebody who knows the truth answers so many cards; their numbers. Places of another answer become cards."""
    knows, numbers = knowing(data.truth), list[int]()
    while len(numbers) < count and (taken := store.review_cards.take(review.id, by=by, session=by.name)) is not None:
        card = domain_card(taken.card)
        said = [knows(card, place) for place in card.places]
        same = [taken.card.current[place] for place, one in enumerate(said) if one == said[0]]
        store.review_events.answer(review.id, taken.token, answer_content(said[0]), by=by, places=same)
        numbers.append(taken.card.number)
    return numbers


def arrange(store: Store, review: Review, order: str, overlap: float) -> int:
    _, count = arrange_review(store, review.id, revision(store, review), order=order, overlap=overlap, by=ANN)  # type: ignore[arg-type]
    return count


def test_before_the_first_answer_all_cards_are_arranged(store: Store, review: Review) -> None:
    before = store.review_cards.all(review.id)
    assert arrange(store, review, "record", 1.0) == review.cards
    after = store.review_cards.all(review.id)
    records = [card.places[0]["record"] for card in after]
    assert records == sorted(records)
    assert {card.opinions for card in after} == {2}
    assert sorted((card.key, card.places[0]["path"]) for card in after) == sorted(
        (card.key, card.places[0]["path"]) for card in before
    )
    now = store.reviews.get(review.id)
    assert (now.settings["order"], now.settings["overlap"], now.seats) == ("record", 1.0, 2 * review.cards)
    assert store.check().faults == ()


def test_what_someone_began_with_stays_and_the_event_says_what_was_before(
    store: Store, review: Review, data: Planted
) -> None:
    begun = answered(store, review, data, 5)
    looking = store.review_cards.take(review.id, by=BOB, session="2")
    assert looking is not None
    begun += [looking.card.number, *(card.number for card in store.review_cards.all(review.id) if card.split_from)]
    events, cards = store.review_events.all(review.id), store.review_cards.all(review.id)
    assert arrange(store, review, "random", 1.0) == len(cards) - len(set(begun) | {0})
    after = store.review_cards.all(review.id)
    assert [after[number] for number in begun] == [cards[number] for number in begun]
    *same, arranged = store.review_events.all(review.id)
    assert same == events
    assert (arranged.kind, arranged.content["before"]) == ("arrange", {"order": "stake", "overlap": 0})
    store.review_events.answer(review.id, looking.token, {"answer": "unsure"}, by=BOB)
    assert store.check().faults == ()


def test_pages_that_read_on_see_the_cards_in_their_new_places(store: Store, review: Review, data: Planted) -> None:
    newest = NewestReviews(1)
    newest.up_to(store, store.reviews.get(review.id))
    answered(store, review, data, 2)
    newest.up_to(store, store.reviews.get(review.id))
    arrange(store, review, "random", 0.5)
    read = newest.up_to(store, store.reviews.get(review.id))
    assert read.stored == tuple(store.review_cards.all(review.id))


@pytest.mark.parametrize("rest", [6, 1_000])
def test_corrected_figures_and_their_intervals_are_those_of_the_same_answers_in_the_first_order(
    store: Store, review: Review, data: Planted, rest: int
) -> None:
    first = [domain_card(card) for card in store.review_cards.all(review.id)]
    answered(store, review, data, 12)
    arrange(store, review, "random", 0)
    answered(store, review, data, rest)
    opened = read_review(store, review.id)
    at = {
        (card.kind, place): (number, index)
        for number, card in enumerate(first)
        for index, place in enumerate(card.places)
    }
    given = {
        at[opened.cards[card].kind, opened.cards[card].places[place]]: said
        for (card, place), said in opened.opinions.given.items()
    }
    outcome = find_outcome(first, Opinions(given, {}, {}))
    changes = correct_gold(data.gold, first, outcome).changes
    found = figures(store, opened)
    for variant in store.evaluations.get(review.evaluation).variants:
        run = data.runs()[variant.name]
        expected = correct_figures(run, variant.id, data.gold, first, outcome, changes, data.rescorer(variant.name))
        assert expected.audited > 0
        assert found[variant.id] == expected


def test_the_audit_that_was_looked_at_is_a_random_part_in_each_order(
    store: Store, review: Review, data: Planted
) -> None:
    """Its cards among themselves are in no order of records or of stake: a new seed gives another order."""

    def audit() -> list[str]:
        return [card.places[0]["record_id"] for card in store.review_cards.all(review.id) if card.kind == "audit"]

    orders = [audit()]
    for _ in range(2):
        arrange(store, review, "stake", 0)
        orders.append(audit())
    assert len({tuple(order) for order in orders}) == 3
    assert len({tuple(sorted(order)) for order in orders}) == 1
    assert all(order != sorted(order) for order in orders)


def test_a_review_that_is_closed_or_begun_in_full_is_not_arranged(store: Store, review: Review, data: Planted) -> None:
    store.reviews.close(review.id, by=ANN)
    with pytest.raises(Conflict, match="the review is closed"):
        arrange(store, review, "random", 0)
    store.reviews.open(review.id, by=ANN)
    answered(store, review, data, 1_000)
    with pytest.raises(InputError, match="begun with every card"):
        arrange(store, review, "random", 0)
