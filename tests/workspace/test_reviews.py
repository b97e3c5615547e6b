"""A review made of an evaluation in a store: cards, answers, corrected figures, corrected gold, and back."""

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from evaljson import evaluate
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import ANSWERS, Answer, AnswerName
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Evaluation, Review, Store, open_store
from evaljson.workspace.history import in_words
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.newest_reviews import NewestReviews
from evaljson.workspace.read_review import answer_content, answer_of, continue_review, domain_card, read_review
from evaljson.workspace.review_gold import apply_review, corrected, figures
from evaljson.workspace.review_outcome import corrected_by
from evaljson.workspace.scoring import current_runs, due, score_due
from tests.postgres import own_schema
from tests.review.planted import SCHEMA, Planted, knowing, planted
from tests.workspace.conftest import loaded

ANN, OWNER = Actor("ann", role="reviewer"), Actor("owner")


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store of its own: SQLite, unless a test asks for "postgresql"."""
    with ExitStack() as held:
        url = held.enter_context(own_schema()) if getattr(request, "param", "") == "postgresql" else None
        yield held.enter_context(open_store(url, folder=None if url else tmp_path))


@pytest.fixture(scope="module")
def data() -> Planted:
    return planted(16, wrong=6, on_matches=3)


@pytest.fixture
def planted_evaluation(store: Store, data: Planted) -> Evaluation:
    """The planted records in a store, scored."""
    variants = {name: loaded(records, f"{name}.json") for name, records in data.extracted.items()}
    gold = loaded(data.gold, "gold.json", "gold")
    made = store.evaluations.create("Planted", by="owner", gold=gold, variants=variants, schema=SCHEMA)
    score_due(store, made.id, by="owner", tell=lambda share, message: None)
    return store.evaluations.get(made.id)


def reviewed(
    store: Store, evaluation: Evaluation, data: Planted, plan: ReviewPlan, people: Sequence[Actor] = (ANN,)
) -> Review:
    """Make a review, and let people who know the truth answer every card, one by one as they get them."""
    runs = runs_to_review(store, evaluation)
    review = make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("All of it"), by=OWNER)
    answer = knowing(data.truth)
    for person in people:
        while (taken := store.review_cards.take(review.id, by=person, session=person.name)) is not None:
            card = domain_card(taken.card)
            said = [answer(card, place) for place in card.places]
            same = [taken.card.current[place] for place, one in enumerate(said) if one == said[0]]
            store.review_events.answer(review.id, taken.token, answer_content(said[0]), by=person, places=same)
    return store.reviews.get(review.id)


@pytest.mark.parametrize("store", ["sqlite", "postgresql"], indirect=True)
def test_reviewed_in_full_gold_and_figures_are_the_truth_and_undo_gives_the_old_gold(
    store: Store, planted_evaluation: Evaluation, data: Planted
) -> None:
    review = reviewed(store, planted_evaluation, data, ReviewPlan(audit=1.0, overlap=0))
    assert (review.answered, review.seats) == (review.cards, review.cards)
    opened = read_review(store, review.id)
    assert {opened.state_of(card) for card in opened.live} == {"decided"}

    by_variant = figures(store, opened)
    for variant in planted_evaluation.variants:
        true = evaluate(data.truth, data.extracted[variant.name], SCHEMA)
        mean = by_variant[variant.id].mean_f1
        assert mean is not None
        assert (mean.value, mean.low, mean.high) == pytest.approx((true.mean_f1,) * 3, abs=1e-12)

    before = store.evaluations.get(planted_evaluation.id)
    assert before.gold is not None
    assert len(corrected(store, opened).changes) == 6
    apply_review(store, opened, before.revision, by=OWNER)
    after = store.evaluations.get(before.id)
    assert after.gold is not None
    assert store.datasets.load(after.gold.id).records == data.truth
    assert [variant.name for variant in due(store, after)] == ["prompt_a", "prompt_b"]
    score_due(store, after.id, by="owner", tell=lambda share, message: None)
    assert {run.gold for run in current_runs(store, after).values()} == {after.gold.id}

    store.reviews.unapply(review.id, after.revision, by=OWNER)
    back = store.evaluations.get(before.id)
    assert back.gold is not None
    assert back.gold.id == before.gold.id
    assert store.datasets.load(back.gold.id).records == data.gold
    assert due(store, back) == [], "the runs over the old gold are still there"
    assert [in_words(event) for event in store.evaluations.history(before.id)][-3:] == [
        "made the review “All of it”",
        "put in gold as corrected in the review “All of it”",
        "put back the gold from before the review “All of it”",
    ]
    assert corrected_by(store, before.id) == {after.gold.id: "All of it"}


def test_a_card_of_which_some_places_were_left_out_is_handed_out_again_for_those(
    store: Store, planted_evaluation: Evaluation
) -> None:
    runs = runs_to_review(store, planted_evaluation)
    plan = ReviewPlan(audit=0.0, overlap=0)
    review = make_review(store, planted_evaluation, runs, plan, ReviewScope(), ReviewTerms("R"), by=OWNER)
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    assert len(taken.card.places) > 1
    content = answer_content(Answer("gold_right"))
    store.review_events.answer(review.id, taken.token, content, by=ANN, places=[0])
    opened = read_review(store, review.id)
    assert opened.state_of(taken.card.number) == "decided"
    assert opened.state_of(len(opened.cards) - 1) == "open"
    assert len(opened.cards[taken.card.number].places) == 1
    assert len(opened.cards[-1].places) == len(taken.card.places) - 1


@pytest.mark.parametrize(
    ("scope", "fields"),
    [
        (ReviewScope(fields=("lines[]",)), {"lines[]"}),
        (ReviewScope(fields=("lines[].sku",)), {"lines[].sku"}),
        (ReviewScope(fields=("total",)), {"total"}),
        (ReviewScope(statuses=("omission",)), {"total", "lines[]"}),
    ],
    ids=["elements of an array", "one field in them", "one field", "one status"],
)
def test_a_review_has_the_cards_of_its_scope_alone(
    store: Store, planted_evaluation: Evaluation, scope: ReviewScope, fields: set[str]
) -> None:
    runs = runs_to_review(store, planted_evaluation)
    plan = ReviewPlan(audit=0.0)
    review = make_review(store, planted_evaluation, runs, plan, scope, ReviewTerms("R"), by=OWNER)
    assert {card.field for card in store.review_cards.all(review.id)} == fields


def test_single_values_are_reviewed_though_the_scope_was_written_as_json(
    store: Store, planted_evaluation: Evaluation, data: Planted
) -> None:
    runs = runs_to_review(store, planted_evaluation)
    wanted = data.on_differences[:2]
    scope = ReviewScope(values=tuple(json.loads(json.dumps(wanted))))
    review = make_review(store, planted_evaluation, runs, ReviewPlan(audit=0.0), scope, ReviewTerms("R"), by=OWNER)
    cards = store.review_cards.all(review.id)
    places = {(place["record"], place["gold_path"]) for card in cards for place in card.places}
    assert places == set(wanted)
    assert all(len(card.places) == len(runs) for card in cards)


def test_only_chosen_records_and_variants_are_reviewed(store: Store, planted_evaluation: Evaluation) -> None:
    first = planted_evaluation.variants[0].id
    scope = ReviewScope(variants=(first,), records=tuple(range(10)))
    runs = runs_to_review(store, planted_evaluation)
    review = make_review(store, planted_evaluation, runs, ReviewPlan(), scope, ReviewTerms("R"), by=OWNER)
    places = [place for card in read_review(store, review.id).cards for place in card.places]
    assert {place.variant for place in places} == {first}
    assert max(place.record for place in places) < 10
    assert len(review.runs) == 1


def test_a_review_without_a_card_is_refused(store: Store, planted_evaluation: Evaluation) -> None:
    runs = runs_to_review(store, planted_evaluation)
    scope, plan = ReviewScope(records=()), ReviewPlan()
    with pytest.raises(InputError, match="nothing to review"):
        make_review(store, planted_evaluation, runs, plan, scope, ReviewTerms("R"), by=OWNER)


def test_corrections_are_refused_over_gold_that_was_changed_meanwhile(
    store: Store, planted_evaluation: Evaluation, data: Planted
) -> None:
    review = reviewed(store, planted_evaluation, data, ReviewPlan(audit=0.0, overlap=0))
    current = store.evaluations.get(planted_evaluation.id)
    other = store.evaluations.set_gold(current.id, current.revision, loaded(data.gold[:20], "g.json", "gold"), by="bob")
    with pytest.raises(InputError, match="other gold"):
        apply_review(store, read_review(store, review.id), other.revision, by=OWNER)


@pytest.mark.parametrize("value", [ABSENT, None, "", 0, False, [], {}, {"a": [1.0, None]}], ids=repr)
def test_a_corrected_value_is_the_same_after_being_stored(value: object) -> None:
    answer = Answer("gold_wrong", value)
    assert repr(answer_of(answer_content(answer))) == repr(answer)


@pytest.mark.parametrize("name", ["extracted_right", "gold_right", "both_acceptable", "unsure"])
def test_the_other_answers_carry_no_value(name: AnswerName) -> None:
    assert answer_content(Answer(name)) == {"answer": name}
    assert answer_of({"answer": name}) == Answer(name)


def test_a_review_that_is_read_on_is_the_same_as_one_that_is_read_again(
    store: Store, planted_evaluation: Evaluation, data: Planted
) -> None:
    runs, chance, answer = runs_to_review(store, planted_evaluation), Random(3), knowing(data.truth)
    plan = ReviewPlan(opinions=2, audit=0.2)
    review = make_review(store, planted_evaluation, runs, plan, ReviewScope(), ReviewTerms("All"), by=OWNER)
    kept, newest, people = read_review(store, review.id), NewestReviews(2), (ANN, OWNER)
    kinds = set[str]()
    for _ in range(60):
        person = chance.choice(people)
        deed = chance.choice(("answer", "answer", "answer", "some", "skip", "undo", "settle"))
        act = store.review_events.undoable(review.id, by=person)
        if deed == "undo" and act is not None:
            store.review_events.undo(review.id, act.act, by=person)
        elif deed == "settle":
            content = answer_content(Answer(chance.choice(ANSWERS[:2])))
            number = chance.choice(kept.live)
            store.review_events.settle(review.id, number, content, str(chance.random()), by=OWNER)
        elif (taken := store.review_cards.take(review.id, by=person, session=person.name)) is not None:
            current, card = taken.card.current, domain_card(taken.card)
            if deed == "skip":
                store.review_events.skip(review.id, taken.token, by=person)
            else:
                some = current[:1] if deed == "some" else current
                said = answer(card, card.places[0]) if chance.random() < 0.7 else Answer("unsure")
                content = answer_content(said, comment="so")
                store.review_events.answer(review.id, taken.token, content, by=person, places=some)
        kept = continue_review(store, kept)
        assert kept == read_review(store, review.id)
        assert newest.up_to(store, store.reviews.get(review.id)) == kept
        kinds |= {event.kind for event in kept.events}
    assert kinds == {"answer", "skip", "undo", "settle"}
    assert len(kept.stored) > review.cards, "cards were split"
