"""Whole elements of arrays through every way that an answer takes: app, workbook, tasks, gold in place and back."""

import json
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from evaljson.review.answers import Answer, AnswerName
from evaljson.review.element_labels import elements_in_words
from evaljson.review.label_states import GoldLabels, LabelState, records_with_label
from evaljson.review.plan import ReviewPlan
from evaljson.store import Review, Store
from evaljson.workspace.gold_labels import labels_of_gold
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from evaljson.workspace.read_review import answer_content, read_review
from evaljson.workspace.review_gold import apply_review
from evaljson.workspace.scoring import score_due
from tests.workspace.conftest import loaded
from tests.workspace.review_files import ANN, OWNER, exported, imported
from tests.workspace.test_review_tasks import annotated, area, choice
from tests.workspace.test_review_workbooks import typed

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
A, B, C, D = ({"name": name, "count": count} for count, name in enumerate(("ax", "bit", "cap", "die")))
GOLD = [{"id": "1", "lines": [A, C]}, {"id": "2", "lines": [A, B, C]}, {"id": "3", "lines": [A]}]
EXTRACTED = [{"id": "1", "lines": [A, B, C]}, {"id": "2", "lines": [A, C]}, {"id": "3", "lines": [A, D]}]
TYPED = {**D, "count": 7}
CORRECTED = [{"id": "1", "lines": [A, B, C]}, {"id": "2", "lines": [A, C]}, {"id": "3", "lines": [A, TYPED]}]
ANSWERS = {
    "1": Answer("extracted_right"),
    "2": Answer("extracted_right"),
    "3": Answer("gold_wrong", TYPED),
}


@pytest.fixture
def review(store: Store) -> Review:
    """Gold lacks an element, has one too many, and lacks one that is extracted wrongly: three cards, by record."""
    evaluation = store.evaluations.create(
        "E", by="ann", gold=loaded(GOLD, "g.json", "gold"), variants={"one": loaded(EXTRACTED, "a.json")}, schema=SCHEMA
    )
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    evaluation = store.evaluations.get(evaluation.id)
    plan = ReviewPlan(overlap=0, audit=0, order="record")
    runs = runs_to_review(store, evaluation)
    return make_review(store, evaluation, runs, plan, ReviewScope(), ReviewTerms("Elements"), by=OWNER)


def in_the_app(store: Store, review: Review) -> None:
    for _ in range(review.cards):
        taken = store.review_cards.take(review.id, by=ANN, session="s")
        assert taken is not None
        content = answer_content(ANSWERS[taken.card.places[0]["record_id"]])
        store.review_events.answer(review.id, taken.token, content, by=ANN)


def in_a_workbook(store: Store, review: Review) -> None:
    rows = {at: _cells(answer) for at, answer in enumerate(ANSWERS.values())}
    done = imported(store, review, typed(exported(store, review, "xlsx"), rows))
    assert (done.taken, done.refused) == (3, ())


def _cells(answer: Answer) -> list[Any]:
    return [answer.name, json.dumps(answer.value)] if answer.name == "gold_wrong" else [answer.name]


def in_label_studio(store: Store, review: Review) -> None:
    said = [
        [choice(answer.name), *([area(json.dumps(answer.value))] if answer.name == "gold_wrong" else [])]
        for answer in ANSWERS.values()
    ]
    done = imported(store, review, annotated(exported(store, review, "label-studio"), *([one] for one in said)))
    assert (done.taken, done.refused) == (3, ())


@pytest.mark.parametrize("answer", [in_the_app, in_a_workbook, in_label_studio])
def test_whole_elements_get_into_gold_and_out_of_it(
    store: Store, review: Review, answer: Callable[[Store, Review], None]
) -> None:
    assert review.cards == 3
    answer(store, review)
    before = store.evaluations.get(review.evaluation)
    apply_review(store, read_review(store, review.id), before.revision, by=OWNER)
    after = store.evaluations.get(review.evaluation)
    assert after.gold is not None
    assert store.datasets.load(after.gold.id).records == CORRECTED

    store.reviews.unapply(review.id, after.revision, by=OWNER)
    assert store.evaluations.get(review.evaluation).gold == before.gold


def test_the_changes_name_an_element_as_its_card_does(store: Store, review: Review) -> None:
    in_the_app(store, review)
    changes = [orjson.loads(line) for line in exported(store, review, "changes").splitlines()]
    assert [(one["record"], one["path"], one["before"], one["after"]) for one in changes] == [
        ("1", "lines[-1]", {}, {"value": B}),
        ("2", "lines[1]", {"value": B}, {}),
        ("3", "lines[-1]", {}, {"value": TYPED}),
    ]


@pytest.mark.parametrize("name", ["gold_right", "both_acceptable", "unsure"])
def test_an_answer_that_leaves_gold_alone_changes_nothing(store: Store, review: Review, name: AnswerName) -> None:
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, answer_content(Answer(name)), by=ANN)
    assert not exported(store, review, "changes")


def test_an_answer_that_is_taken_back_leaves_gold_as_it_was(store: Store, review: Review) -> None:
    in_the_app(store, review)
    while (act := store.review_events.undoable(review.id, by=ANN)) is not None:
        store.review_events.undo(review.id, act.act, by=ANN)
    assert not exported(store, review, "changes")


def labels(store: Store, review: Review) -> GoldLabels:
    gold = store.evaluations.get(review.evaluation).gold
    assert gold is not None

    def read(identity: str) -> Any:
        return store.datasets.load(identity).records

    return labels_of_gold([read_review(store, review.id)], gold.id, read(gold.id), read)


def states(found: GoldLabels) -> dict[int, dict[str, LabelState]]:
    return {record: {path: label.state for path, label in of_record.items()} for record, of_record in found.items()}


def test_what_people_call_wrong_is_marked_so_until_gold_is_corrected_and_so_are_elements_that_gold_lacks(
    store: Store, review: Review
) -> None:
    in_the_app(store, review)
    found = labels(store, review)
    assert states(found) == {
        0: {"lines[].-1.name": "called_wrong", "lines[].-1.count": "called_wrong"},
        1: {"lines[1].name": "called_wrong", "lines[1].count": "called_wrong"},
        2: {"lines[].-1.name": "called_wrong", "lines[].-1.count": "called_wrong"},
    }
    assert elements_in_words(found[0]) == ["✎ lines: gold lacks an element, 1 person says; it is not corrected yet."]
    assert elements_in_words(found[1]) == [], "its values are there, and are marked themselves"
    assert records_with_label(found, "called_wrong", "lines[].name") == {0, 1, 2}
    assert records_with_label(found, "corrected") == set()


def test_in_corrected_gold_added_elements_are_marked_and_removed_ones_are_named(store: Store, review: Review) -> None:
    in_the_app(store, review)
    revision = store.evaluations.get(review.evaluation).revision
    apply_review(store, read_review(store, review.id), revision, by=OWNER)
    found = labels(store, review)
    assert states(found) == {
        0: {"lines[1].name": "corrected", "lines[1].count": "corrected"},
        1: {"lines[].1.name": "corrected", "lines[].1.count": "corrected"},
        2: {"lines[1].name": "corrected", "lines[1].count": "corrected"},
    }
    assert elements_in_words(found[1]) == ["✎ lines: the element that was lines[1] was removed by 1 person."]
    assert records_with_label(found, "corrected", "lines[].count") == {0, 1, 2}
    assert records_with_label(found, "called_wrong") == set()


def test_an_answer_after_gold_was_corrected_does_not_say_that_it_is_in_there(store: Store, review: Review) -> None:
    in_the_app(store, review)
    revision = store.evaluations.get(review.evaluation).revision
    apply_review(store, read_review(store, review.id), revision, by=OWNER)
    gold = store.evaluations.get(review.evaluation).gold
    assert gold is not None
    as_before = labels_of_gold([read_review(store, review.id)], gold.id, GOLD, lambda identity: GOLD)
    assert set(states(as_before)[0].values()) == {"called_wrong"}
    assert states(as_before)[1] == {"lines[1].name": "called_wrong", "lines[1].count": "called_wrong"}, "it is there"


def positioned(store: Store, gold: list[Any], extracted: list[Any]) -> Review:
    """Make a review of arrays that pair by position: what stands behind an element too many is beside another one."""
    evaluation = store.evaluations.create(
        "E", by="ann", gold=loaded([{"id": "1", "lines": gold}], "g.json", "gold"),
        variants={"one": loaded([{"id": "1", "lines": extracted}], "a.json")}, schema=SCHEMA,
    )  # fmt: skip
    score_due(store, evaluation.id, by="ann", tell=lambda share, message: None)
    evaluation = store.evaluations.get(evaluation.id)
    plan = ReviewPlan(overlap=0, audit=0)
    return make_review(
        store, evaluation, runs_to_review(store, evaluation), plan, ReviewScope(), ReviewTerms("E"), by=OWNER
    )


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (Answer("gold_right"), "confirmed"),
        (Answer("extracted_right"), "called_wrong"),
        (Answer("gold_wrong", {"name": "ax", "count": 7, "more": 1}), "called_wrong"),
    ],
)
def test_all_values_of_an_element_judged_as_a_whole_have_its_mark_also_those_equal_by_position(
    store: Store, answer: Answer, state: LabelState
) -> None:
    """`count` of the first element equals that of the one beside it, so no result differs there."""
    rest = [{"name": "bit", "count": 5}, {"name": "cap", "count": 6}, {"name": "die", "count": 8}]
    review = positioned(store, [{"name": "ax", "count": 5}, *rest], rest)
    [card] = read_review(store, review.id).cards
    assert card.places[0].gold_path == "lines[0]"
    assert "lines[0].count" not in card.places[0].gold_paths
    taken = store.review_cards.take(review.id, by=ANN, session="s")
    assert taken is not None
    store.review_events.answer(review.id, taken.token, answer_content(answer), by=ANN)
    found = states(labels(store, review))[0]
    assert {path: found[path] for path in ("lines[0].name", "lines[0].count")} == {
        "lines[0].name": state, "lines[0].count": state
    }  # fmt: skip
    assert ("lines[0].more" in found) is (answer.name == "gold_wrong")
    if answer.name == "gold_wrong":
        apply_review(store, read_review(store, review.id), store.evaluations.get(review.evaluation).revision, by=OWNER)
        found = states(labels(store, review))[0]
        assert {found[f"lines[0].{key}"] for key in ("name", "count", "more")} == {"corrected"}
