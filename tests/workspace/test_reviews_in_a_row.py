"""A review of gold that another review corrected: marks stand where values moved to, and both tell what is in place."""

from collections.abc import Sequence
from typing import Any

import pytest

from evaljson.base.errors import InputError
from evaljson.review.answers import Answer, AnswerName
from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Review, Store
from evaljson.workspace.gold_favour import Favour, favour_of, reviews_below, reviews_together
from evaljson.workspace.gold_labels import labels_of_gold
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import answer_content, read_review
from evaljson.workspace.review_gold import apply_review, take_back
from evaljson.workspace.review_outcome import review_result, reviews_in_place, reviews_up_to_gold
from evaljson.workspace.scoring import score_due
from tests.workspace.conftest import loaded
from tests.workspace.review_files import ANN, OWNER

BEN = Actor("ben")
SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}, "count": {"type": "integer"}}},
        },
    },
}


def lines(*named: tuple[str, int]) -> list[Any]:
    return [{"id": "1", "lines": [{"name": name, "count": count} for name, count in named]}]


GOLD = lines(("ax", 1), ("bit", 2), ("cap", 3), ("die", 4))
FIRST = lines(("bit", 2), ("cap", 30), ("die", 4))
SECOND = lines(("egg", 5), ("bit", 2), ("cap", 30), ("die", 44))


def _answer_all(store: Store, review: Review, by: Any, name: AnswerName) -> None:
    while taken := store.review_cards.take(review.id, by=by, session="s"):
        store.review_events.answer(review.id, taken.token, answer_content(Answer(name)), by=by)


def _review(store: Store, evaluation: str, variant: str | tuple[str, ...], name: str) -> Review:
    """Make a review of a variant, or of several."""
    score_due(store, evaluation, by="ann", tell=lambda share, message: None)
    now = store.evaluations.get(evaluation)
    names = (variant,) if isinstance(variant, str) else variant
    chosen = tuple(one.id for one in now.variants if one.name in names)
    plan = ReviewPlan(overlap=0, audit=0, order="record")
    scope = ReviewScope(variants=chosen)
    return make_review(store, now, runs_to_review(store, now), plan, scope, ReviewTerms(name), by=OWNER)


def _put(store: Store, review: Review) -> None:
    apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=OWNER)


def _marks(store: Store, evaluation: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    now = store.evaluations.get(evaluation)
    assert now.gold is not None

    def read(gold: str) -> Sequence[Any]:
        return store.datasets.load(gold).records

    reviews = [read_review(store, one.id) for one in reviews_up_to_gold(store, now)]
    found = labels_of_gold(reviews, now.gold.id, read(now.gold.id), read)
    return {path: (label.state, label.people) for path, label in found.get(0, {}).items()}


@pytest.fixture
def evaluation(store: Store) -> str:
    """One variant lacks the first element, which gold should not have; the other adds one in front, and errs."""
    variants = {"one": loaded(FIRST, "a.json"), "two": loaded(SECOND, "b.json")}
    return store.evaluations.create(
        "E", by="ann", gold=loaded(GOLD, "g.json", "gold"), variants=variants, schema=SCHEMA
    ).id


ANN_SAID = ("corrected", ("ann",))
REMOVED = {"lines[].0.name": ANN_SAID, "lines[].0.count": ANN_SAID}


def test_marks_stand_where_values_are_once_an_element_in_front_was_removed(store: Store) -> None:
    variants = {"one": loaded(lines(("bit", 2), ("cap", 30), ("die", 9)), "a.json")}
    gold = loaded(GOLD, "g.json", "gold")
    evaluation = store.evaluations.create("E", by="ann", gold=gold, variants=variants, schema=SCHEMA).id
    review = _review(store, evaluation, "one", "First")
    while taken := store.review_cards.take(review.id, by=ANN, session="s"):
        said = Answer("gold_right" if taken.card.content["gold"] == {"value": 4} else "extracted_right")
        store.review_events.answer(review.id, taken.token, answer_content(said), by=ANN)
    wrong, confirmed = ("called_wrong", ("ann",)), ("confirmed", ("ann",))
    assert _marks(store, evaluation) == {
        "lines[0].name": wrong, "lines[0].count": wrong, "lines[2].count": wrong, "lines[3].count": confirmed
    }  # fmt: skip
    _put(store, review)
    assert _marks(store, evaluation) == {**REMOVED, "lines[1].count": ANN_SAID, "lines[2].count": confirmed}


def test_marks_of_the_first_review_stay_below_the_gold_of_the_second_one(store: Store, evaluation: str) -> None:
    first = _review(store, evaluation, "one", "First")
    _answer_all(store, first, ANN, "extracted_right")
    _put(store, first)
    second = _review(store, evaluation, "two", "Second")
    _answer_all(store, second, BEN, "extracted_right")
    ben_calls_wrong, ben_said = ("called_wrong", ("ben",)), ("corrected", ("ben",))
    lacks = {"lines[].-1.name": ben_calls_wrong, "lines[].-1.count": ben_calls_wrong}
    assert _marks(store, evaluation) == {
        **REMOVED,
        "lines[1].count": ANN_SAID,
        **lacks,
        "lines[2].count": ben_calls_wrong,
    }

    _put(store, second)
    came_in = {"lines[0].name": ben_said, "lines[0].count": ben_said}
    assert _marks(store, evaluation) == {**REMOVED, **came_in, "lines[2].count": ANN_SAID, "lines[3].count": ben_said}
    assert [one.name for one in reviews_in_place(store, store.evaluations.get(evaluation))] == ["First", "Second"]

    store.reviews.unapply(second.id, store.evaluations.get(evaluation).revision, by=OWNER)
    assert "lines[2].count" in _marks(store, evaluation)
    assert [one.name for one in reviews_in_place(store, store.evaluations.get(evaluation))] == ["First"]


def test_gold_that_was_corrected_further_is_taken_back_from_the_top(store: Store, evaluation: str) -> None:
    first = _review(store, evaluation, "one", "First")
    _answer_all(store, first, ANN, "extracted_right")
    _put(store, first)
    second = _review(store, evaluation, "two", "Second")
    _answer_all(store, second, BEN, "extracted_right")
    _put(store, second)
    with pytest.raises(InputError, match="corrected further in the review 'Second'"):
        take_back(store, store.evaluations.get(evaluation), first, by=OWNER)
    for review in (second, first):
        assert take_back(store, store.evaluations.get(evaluation), review, by=OWNER).applied is None


def test_a_value_that_a_later_review_removed_has_no_mark_of_the_first_one(store: Store, evaluation: str) -> None:
    first = _review(store, evaluation, "one", "First")
    _answer_all(store, first, ANN, "gold_right")
    assert _marks(store, evaluation)["lines[0].name"] == ("confirmed", ("ann",))
    second = _review(store, evaluation, "one", "Second")
    _answer_all(store, second, BEN, "extracted_right")
    _put(store, second)
    marks = _marks(store, evaluation)
    assert marks["lines[].0.name"] == ("corrected", ("ben",))
    assert not [path for path, (_, people) in marks.items() if "ann" in people], "gold says otherwise by now"


def test_what_was_decided_since_gold_was_corrected_is_counted_apart(store: Store, evaluation: str) -> None:
    review = _review(store, evaluation, "one", "First")
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, answer_content(Answer("extracted_right")), by=ANN)
    _put(store, review)
    one = review_result(store, read_review(store, review.id))
    assert (len(one.changes), len(one.made), one.not_made, one.no_longer_said) == (1, 1, (), ())
    _answer_all(store, review, ANN, "extracted_right")
    both = review_result(store, read_review(store, review.id))
    assert (len(both.changes), both.made, len(both.not_made), both.no_longer_said) == (2, one.made, 1, ())
    assert "called_wrong" in {state for state, _ in _marks(store, evaluation).values()}, "the second is not in gold yet"


def test_what_answers_no_longer_say_is_told_as_long_as_it_is_in_gold(store: Store, evaluation: str) -> None:
    review = _review(store, evaluation, "one", "First")
    _answer_all(store, review, ANN, "extracted_right")
    _put(store, review)
    made = review_result(store, read_review(store, review.id)).made
    while (act := store.review_events.undoable(review.id, by=ANN)) is not None:
        store.review_events.undo(review.id, act.act, by=ANN)
    now = review_result(store, read_review(store, review.id))
    assert (len(made), now.changes, now.made, now.no_longer_said) == (2, (), made, made)
    store.reviews.unapply(review.id, store.evaluations.get(evaluation).revision, by=OWNER)
    assert review_result(store, read_review(store, review.id)).made == ()


def _favoured(store: Store, review: Review) -> tuple[str, ...]:
    now = store.evaluations.get(review.evaluation)
    favour = favour_of(store, now, reviews_together(store, now, store.reviews.get(review.id)))
    return () if favour is None else favour.reviewed


def test_gold_favours_no_variant_once_each_was_reviewed_by_one_of_the_reviews_that_corrected_it(
    store: Store, evaluation: str
) -> None:
    first = _review(store, evaluation, "one", "First")
    _answer_all(store, first, ANN, "extracted_right")
    _put(store, first)
    second = _review(store, evaluation, "two", "Second")
    _answer_all(store, second, BEN, "extracted_right")
    assert (_favoured(store, first), _favoured(store, second)) == (("one",), ()), "the second goes on from the first"
    now = store.evaluations.get(evaluation)
    in_place = favour_of(store, now, reviews_in_place(store, now))
    assert in_place is not None
    assert in_place == Favour(("one",), (), ("two",))

    _put(store, second)
    assert (_favoured(store, first), _favoured(store, second)) == ((), ())
    for review in (second, first):
        store.reviews.unapply(review.id, store.evaluations.get(evaluation).revision, by=OWNER)
    assert (_favoured(store, first), _favoured(store, second)) == (("one",), ())
    assert [one.name for one in reviews_below(store, store.reviews.get(second.id))] == ["First"]
    _put(store, first)
    _put(store, second)
    assert (_favoured(store, first), _favoured(store, second)) == ((), ()), "the very same gold is in place again"


def test_gold_does_not_favour_a_file_that_took_the_place_of_the_one_that_was_reviewed(
    store: Store, evaluation: str
) -> None:
    both = _review(store, evaluation, "one", "First")
    _answer_all(store, both, ANN, "extracted_right")
    _put(store, both)
    other = _review(store, evaluation, "two", "Second")
    _answer_all(store, other, BEN, "extracted_right")
    assert _favoured(store, other) == ()
    now = store.evaluations.get(evaluation)
    one = next(variant for variant in now.variants if variant.name == "one")
    records = store.datasets.load(one.dataset.id).records[:1]
    store.variants.update(evaluation, now.revision, one.id, by="ann", data=loaded(records, "newer.json"))
    together = reviews_together(store, now, store.reviews.get(other.id))
    assert favour_of(store, store.evaluations.get(evaluation), together) == Favour(("two",), ("one",), ())
    alone = favour_of(store, store.evaluations.get(evaluation), [store.reviews.get(both.id)])
    assert alone == Favour((), ("one",), ("two",)), "nobody looked at any file that is there now"
    now = store.evaluations.get(evaluation)
    two = next(variant for variant in now.variants if variant.name == "two")
    store.variants.update(evaluation, now.revision, two.id, by="ann", data=loaded(records, "newer too.json"))
    assert favour_of(store, store.evaluations.get(evaluation), together) is None, "all were looked at, in earlier files"


BOTH = ("one", "two")


@pytest.mark.parametrize(
    ("reviewed", "expected"),
    [
        ([BOTH, ("one",)], Favour(("one",), (), ("two",), 1)),
        ([BOTH, ("two",)], Favour(("two",), (), ("one",), 1)),
        ([BOTH, BOTH], None),
        ([("one",), BOTH], None),
        ([("one",), ("two",)], None),
        ([BOTH, ("one",), ("two",)], None),
        ([BOTH, ("one",), ("one",)], Favour(("one",), (), ("two",), 2)),
    ],
)
def test_gold_favours_what_was_looked_at_once_more_after_all_were(
    store: Store, reviewed: list[tuple[str, ...]], expected: Favour | None
) -> None:
    """Each review takes the extraction's side on its first card, so that each corrects one value."""
    gold = list(zip("abcdef", range(6), strict=True))
    one, two = ([(name, count + 10 * (name in wrong)) for name, count in gold] for wrong in ("abc", "def"))
    variants = {"one": loaded(lines(*one), "a.json"), "two": loaded(lines(*two), "b.json")}
    evaluation = store.evaluations.create(
        "E", by="ann", gold=loaded(lines(*gold), "g.json", "gold"), variants=variants, schema=SCHEMA
    ).id
    for number, names in enumerate(reviewed):
        review = _review(store, evaluation, names, f"Review {number}")
        is_last = number == len(reviewed) - 1
        answer: AnswerName = "extracted_right"
        while taken := store.review_cards.take(review.id, by=ANN, session="s"):
            store.review_events.answer(review.id, taken.token, answer_content(Answer(answer)), by=ANN)
            answer = "gold_right"
        now = store.evaluations.get(evaluation)
        if is_last:
            together = reviews_together(store, now, store.reviews.get(review.id))
            changes = {review.id: len(review_result(store, read_review(store, review.id)).changes)}
            assert favour_of(store, now, together, changes) == expected, "before it is in place"
        _put(store, review)
    now = store.evaluations.get(evaluation)
    assert favour_of(store, now, reviews_in_place(store, now)) == expected
