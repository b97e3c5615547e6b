"""Answers about one place of gold that name its value in two writings do not differ, and a decision is of a place."""

from functools import partial
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.review.accepted_pairs import decided_pairs
from evaljson.review.added_elements import added_elements
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.opinions import OpinionEvent, Opinions, read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome, outcome_after
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.questions import open_questions, settled_questions
from evaljson.review.same_meaning import RulesOfFields
from tests.review.planted import START

DATE = {"type": "string", "x-eval-compare": "date"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "day": DATE,
        "name": {"type": "string", "x-eval-transform": ["lowercase"]},
        "code": {"type": "string", "x-eval-compare": {"oneof": {"values": ["a", "b"]}}},
        "sum": {"type": "number", "x-eval-compare": {"numeric": {"tolerance": {"abs": 1}}}},
        "note": {"type": "string", "x-eval-nulls": {"absent": [None, ""]}},
        "text": {"type": "string", "x-eval-compare": "semantic"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"day": DATE}}},
    },
}
RIGHT, GOLD, BOTH = Answer("extracted_right"), Answer("gold_right"), Answer("both_acceptable")
Said = tuple[str, int, Answer]
"""(who, card, answer)"""


def typed(value: Any) -> Answer:
    return Answer("gold_wrong", value)


def cards(*extracted: Any, opinions: int = 1, gold: Any = "2025-03-01", key: str = "day") -> list[ReviewCard]:
    """A card for each variant, all about one place of gold."""
    runs = {f"v{i}": evaluate([{key: gold}], [{key: value}], SCHEMA) for i, value in enumerate(extracted)}
    return plan_cards(runs, ReviewPlan(opinions=opinions, overlap=0, audit=0))


def opinions_of(*said: Said, settled: tuple[tuple[int, Answer], ...] = ()) -> Opinions:
    events = [
        OpinionEvent(number, f"a{number}", "answer", who, START, card, 0, answer)
        for number, (who, card, answer) in enumerate(said)
    ]
    events += [
        OpinionEvent(100 + number, f"s{number}", "settle", "own", START, card, 0, answer)
        for number, (card, answer) in enumerate(settled)
    ]
    return read_opinions(events)


def outcome(cards: list[ReviewCard], *said: Said, settled: tuple[tuple[int, Answer], ...] = ()) -> ReviewOutcome:
    opinions, same = opinions_of(*said, settled=settled), RulesOfFields(SCHEMA)
    found = find_outcome(cards, opinions, same)
    empty = find_outcome(cards, read_opinions([]), same)
    after = outcome_after(empty, cards, opinions, range(len(cards)))
    assert (after.places, after.gold) == (found.places, found.gold)
    return found


@pytest.mark.parametrize(
    ("field", "one", "other", "expected"),
    [
        pytest.param("day", "2025-02-21", "21/02/2025", True, id="a date in two writings"),
        pytest.param("day", "2025-02-21", "2025-02-22", False, id="two dates"),
        pytest.param("name", "Huber", "HUBER", True, id="equal after the transforms"),
        pytest.param("sum", 10, 10.5, True, id="within the tolerance"),
        pytest.param("sum", 10, 12, False, id="beyond it"),
        pytest.param("code", "a", "b", False, id="both listed, whatever gold is"),
        pytest.param("note", "", None, True, id="both nothing by the rule for null"),
        pytest.param("name", None, ABSENT, False, id="null is not absent without one"),
        pytest.param("text", "a car", "A car", False, id="no judge is asked"),
        pytest.param("lines[]", {"day": "2025-02-21"}, {"day": "21/02/2025"}, True, id="a whole element"),
        pytest.param("lines[]", {"day": "2025-02-21"}, ABSENT, False, id="an element or none"),
        pytest.param("other", "a", "A", False, id="a field that the schema lacks"),
    ],
)
def test_two_values_mean_the_same_by_the_rule_of_their_field(field: str, one: Any, other: Any, expected: bool) -> None:
    same = RulesOfFields(SCHEMA)
    assert same(field, one, other) is expected
    assert same(field, other, one) is expected


def test_an_id_field_of_the_records_leaves_the_rules_of_fields_alone() -> None:
    same = RulesOfFields({**SCHEMA, "x-eval-id": "name"})
    assert same("day", "2025-02-21", "21/02/2025") is True
    assert same("", {"day": "2025-02-21"}, {"day": "21/02/2025"}) is False, "its own rule cannot be used alone"


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        pytest.param(RIGHT, RIGHT, "2025-02-21", id="the extraction is right on both"),
        pytest.param(
            typed("2025-02-22"), typed("22/02/2025"), "2025-02-22", id="one correction, typed in two writings"
        ),
        pytest.param(RIGHT, typed("21 Feb 2025"), "2025-02-21", id="the extraction, and typed"),
    ],
)
def test_one_person_does_not_differ_from_themselves_on_two_cards(first: Answer, second: Answer, value: str) -> None:
    two = cards("2025-02-21", "21/02/2025")
    found = outcome(two, ("ann", 0, first), ("ann", 1, second))
    [gold] = found.gold.values()
    assert (gold.state, gold.value, gold.people, gold.others) == ("corrected", value, ("ann",), ())
    assert open_questions(two, found) == []


def test_the_writing_that_most_people_gave_counts() -> None:
    two = cards("2025-02-21", "21/02/2025", "21.02.2025")
    found = outcome(two, ("ann", 0, RIGHT), ("ann", 1, RIGHT), ("ben", 2, typed("21/02/2025")))
    [gold] = found.gold.values()
    assert (gold.state, gold.value, gold.people) == ("corrected", "21/02/2025", ("ann", "ben"))


def test_two_people_may_type_one_value_in_two_writings_on_one_card() -> None:
    [card] = cards("2025-02-21", opinions=2)
    found = outcome([card], ("ann", 0, typed("2025-02-22")), ("ben", 0, typed("22/02/2025")))
    assert (found.places[0, 0].state, found.places[0, 0].answer) == ("decided", typed("2025-02-22"))
    found = outcome([card], ("ann", 0, typed("2025-02-22")), ("ben", 0, typed("2025-02-23")))
    assert found.places[0, 0].state == "disputed"


def test_gold_written_otherwise_is_not_gold_as_it_is() -> None:
    """Whoever types the date that gold has, in another writing, wants gold to have that."""
    [card] = cards("2025-02-21", opinions=2)
    found = outcome([card], ("ann", 0, typed("01/03/2025")), ("ben", 0, GOLD))
    assert found.places[0, 0].state == "disputed"


def test_what_is_settled_on_one_card_is_settled_on_the_other_one_too() -> None:
    two = cards("2025-02-21", "2025-02-23")
    said: list[Said] = [("ann", 0, RIGHT), ("ann", 1, RIGHT)]
    assert [one.why for one in open_questions(two, outcome(two, *said))] == ["contradicted"] * 2
    found = outcome(two, *said, settled=((0, RIGHT),))
    assert [found.state_at(number, 0, card.places[0]) for number, card in enumerate(two)] == ["settled"] * 2
    assert [found.answer_at(card, number, 0) for number, card in enumerate(two)] == [RIGHT, typed("2025-02-21")]
    assert open_questions(two, found) == []
    assert len(settled_questions(two, opinions_of(*said, settled=((0, RIGHT),)), found, [])) == 2


def test_what_people_differ_on_is_decided_by_what_another_card_settled() -> None:
    two = cards("2025-02-21", "21/02/2025", opinions=2)
    differ: list[Said] = [("ann", 0, RIGHT), ("ben", 0, GOLD), ("ann", 1, RIGHT), ("ben", 1, GOLD)]
    found = outcome(two, *differ, settled=((0, RIGHT),))
    assert found.answer_at(two[1], 1, 0) == RIGHT
    assert open_questions(two, found) == []
    assert len(settled_questions(two, opinions_of(*differ, settled=((0, RIGHT),)), found, [])) == 2
    accepts = [*differ[:3], ("ben", 1, BOTH)]
    found = outcome(two, *accepts, settled=((0, GOLD),))
    assert [one.card for one in open_questions(two, found)] == [1], "whether it is acceptable is still to say"


@pytest.mark.parametrize("first", [RIGHT, GOLD, typed("2025-02-25")])
def test_the_number_of_questions_stays_the_same_while_they_are_settled(first: Answer) -> None:
    """On the first card people differ, the second and third each say something else about the same place."""
    some = cards("2025-02-21", "2025-02-22", "2025-02-23", opinions=2)
    said: list[Said] = [("ann", 0, RIGHT), ("ben", 0, GOLD), ("ann", 1, RIGHT), ("ben", 1, RIGHT)]
    said += [("ann", 2, GOLD), ("ben", 2, BOTH)]
    left = open_questions(some, outcome(some, *said))
    settled = ((0, first),)
    found, opinions = outcome(some, *said, settled=settled), opinions_of(*said, settled=settled)
    after = open_questions(some, found)
    assert len(settled_questions(some, opinions, found, after)) + len(after) == len(left) == 2


def test_what_was_accepted_on_one_card_is_so_no_more_once_another_card_settled_it_otherwise() -> None:
    two = cards("2025-02-21", "2025-02-23")
    said: list[Said] = [("ann", 0, RIGHT), ("ben", 1, BOTH)]
    assert [one.is_accepted for one in decided_pairs(two, outcome(two, *said))] == [False, True]
    found = outcome(two, *said, settled=((0, GOLD),))
    assert [one.is_accepted for one in decided_pairs(two, found)] == [False, True], "gold is right, and so is the other"
    found = outcome(two, *said, settled=((0, RIGHT),))
    assert not any(one.is_accepted for one in decided_pairs(two, found))
    run = evaluate([{"day": "2025-03-01"}], [{"day": "2025-02-23"}], SCHEMA)
    again = partial(evaluate, extracted=[{"day": "2025-02-23"}], schema=SCHEMA)
    changes = correct_gold([{"day": "2025-03-01"}], two, found).changes
    figures = correct_figures(run, "v1", [{"day": "2025-03-01"}], two, found, changes, again)
    assert figures.mean_f1 is not None
    assert (figures.mean_f1.value, figures.decided, figures.open) == (0, 1, 0)


def test_an_element_that_two_variants_found_is_added_once_in_one_writing() -> None:
    two = cards([{"day": "2025-02-21"}], [{"day": "21/02/2025"}], gold=[], key="lines")
    [added] = added_elements(two, outcome(two, ("ann", 0, RIGHT), ("ben", 1, RIGHT)))
    assert (added.value, added.people, added.cards) == ({"day": "2025-02-21"}, ("ann", "ben"), (0, 1))
