"""Which places of cards give gold an element once more."""

from typing import Any

from evaljson import evaluate
from evaljson.review.answers import Answer
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.questions import open_questions
from evaljson.review.repeated_elements import repeated_at, repeated_places
from tests.review.planted import START

SCHEMA: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}}},
}  # fmt: skip


def test_of_a_card_only_the_places_where_gold_has_the_element_are_asked_about_until_they_are_settled() -> None:
    gold = [{"id": "r0", "tags": ["red"]}, {"id": "r1", "tags": ["blue"]}]
    extracted = [{"id": "r0", "tags": ["red", "red"]}, {"id": "r1", "tags": ["blue", "red"]}]
    cards = plan_cards({"one": evaluate(gold, extracted, SCHEMA)}, ReviewPlan(overlap=0, audit=0))
    assert [len(card.places) for card in cards] == [2], "one answer serves both records"

    def event(number: int, kind: str, place: int, answer: Answer) -> OpinionEvent:
        return OpinionEvent(number, f"act {number}", kind, "ann", START, 0, place, answer)

    answers = [event(place, "answer", place, Answer("extracted_right")) for place in (0, 1)]
    outcome = find_outcome(cards, read_opinions(answers))
    repeated = repeated_places(gold, cards, outcome)
    assert repeated == {(0, 0)}
    assert repeated_at(gold[0], cards, outcome, (0, 0)) == ["tags[0]"]
    [question] = open_questions(cards, outcome, repeated)
    assert (question.why, question.places) == ("repeated", (0,))
    for settled in (Answer("gold_right"), Answer("extracted_right")):
        after = find_outcome(cards, read_opinions([*answers, event(2, "settle", 0, settled)]))
        assert not repeated_places(gold, cards, after)


def test_where_a_correction_makes_another_element_equal_it_is_at_no_place_of_gold_yet() -> None:
    gold, extracted = [{"id": "r0", "tags": ["rde", "blue"]}], [{"id": "r0", "tags": ["red", "blue"]}]
    cards = plan_cards({"one": evaluate(gold, extracted, SCHEMA)}, ReviewPlan(overlap=0, audit=0))
    assert sorted(card.places[0].path for card in cards) == ["tags[-1]", "tags[0]"]
    answers = [
        OpinionEvent(
            number, f"act {number}", "answer", "ann", START, number, 0,
            Answer("gold_wrong", "red") if card.places[0].gold_path else Answer("extracted_right"),
        ) for number, card in enumerate(cards)
    ]  # fmt: skip
    outcome = find_outcome(cards, read_opinions(answers))
    [at] = repeated_places(gold, cards, outcome)
    assert repeated_at(gold[0], cards, outcome, at) == []
