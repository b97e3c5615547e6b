"""What opinions come to at a place, and at a value of gold that several cards look at."""

from dataclasses import replace

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import OpinionEvent, read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.planted import START

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
Said = tuple[str, int, Answer]
"""(who, card, answer)"""

EXTRACTED, GOLD, BOTH, UNSURE = (
    Answer("extracted_right"), Answer("gold_right"), Answer("both_acceptable"), Answer("unsure"),
)  # fmt: skip


def cards(*extracted: str, opinions: int = 1) -> list[ReviewCard]:
    runs = {f"v{i}": evaluate([{"a": "gold"}], [{"a": text}], SCHEMA) for i, text in enumerate(extracted)}
    return plan_cards(runs, ReviewPlan(opinions=opinions, overlap=0, audit=1.0, order="record"))


def outcome(cards: list[ReviewCard], *said: Said, settled: dict[int, Answer] | None = None) -> tuple[str, str, object]:
    """The state of the first card's place, and state and value of gold."""
    events = [
        OpinionEvent(number, f"{number}", "answer", who, START, card, 0, answer)
        for number, (who, card, answer) in enumerate(said)
    ]
    events += [
        OpinionEvent(100 + card, f"s{card}", "settle", "owner", START, card, 0, answer)
        for card, answer in (settled or {}).items()
    ]
    found = find_outcome(cards, read_opinions(events))
    gold = found.gold[0, "a"]
    return found.places[0, 0].state, gold.state, gold.value


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param([], ("open", "open", "gold"), id="nobody has answered"),
        pytest.param([("ann", 0, GOLD)], ("open", "open", "gold"), id="one of two has answered"),
        pytest.param([("ann", 0, GOLD), ("bob", 0, GOLD)], ("decided", "confirmed", "gold"), id="both: gold"),
        pytest.param([("ann", 0, BOTH), ("bob", 0, BOTH)], ("decided", "confirmed", "gold"), id="both acceptable"),
        pytest.param([("ann", 0, EXTRACTED), ("bob", 0, EXTRACTED)], ("decided", "corrected", "x"), id="both: other"),
        pytest.param([("ann", 0, EXTRACTED), ("bob", 0, GOLD)], ("disputed", "disputed", "gold"), id="they differ"),
        pytest.param([("ann", 0, GOLD), ("bob", 0, UNSURE)], ("disputed", "disputed", "gold"), id="one is not sure"),
        pytest.param([("ann", 0, UNSURE), ("bob", 0, UNSURE)], ("unsure", "open", "gold"), id="nobody is sure"),
        pytest.param(
            [("ann", 0, EXTRACTED), ("bob", 0, Answer("gold_wrong", "x"))],
            ("decided", "corrected", "x"),
            id="one typed what was extracted",
        ),
        pytest.param(
            [("ann", 0, Answer("gold_wrong", "y")), ("bob", 0, Answer("gold_wrong", "z"))],
            ("disputed", "disputed", "gold"),
            id="they typed different values",
        ),
        pytest.param(
            [("ann", 0, Answer("gold_wrong", ABSENT)), ("bob", 0, Answer("gold_wrong", ABSENT))],
            ("decided", "corrected", ABSENT),
            id="gold should have none",
        ),
        pytest.param(
            [("ann", 0, Answer("gold_wrong", None)), ("bob", 0, Answer("gold_wrong", ABSENT))],
            ("disputed", "disputed", "gold"),
            id="null is not absent",
        ),
    ],
)  # fmt: skip
def test_two_opinions(said: list[Said], expected: tuple[str, str, object]) -> None:
    assert outcome(cards("x", opinions=2), *said) == expected


def test_a_decision_stands_above_differing_answers() -> None:
    said = [("ann", 0, EXTRACTED), ("bob", 0, GOLD)]
    assert outcome(cards("x", opinions=2), *said, settled={0: EXTRACTED}) == ("settled", "corrected", "x")


def voices(cards: list[ReviewCard], *said: Said, settled: tuple[Said, ...] = ()) -> tuple[object, ...]:
    """State of gold, who says so, and who says otherwise."""
    acts = [*(("answer", one) for one in said), *(("settle", one) for one in settled)]
    events = [
        OpinionEvent(number, f"{number}", kind, who, START, card, 0, answer)
        for number, (kind, (who, card, answer)) in enumerate(acts)
    ]
    gold = find_outcome(cards, read_opinions(events)).gold[0, "a"]
    return gold.state, gold.people, tuple((other.who, other.said) for other in gold.others)


BEN, EVA = "ben", "eva"
BEN_GOLD, BEN_OTHER = (BEN, "Gold is right"), (BEN, "Extraction is right")


@pytest.mark.parametrize(
    ("said", "settled", "expected"),
    [
        pytest.param(
            [(BEN, 0, GOLD), (EVA, 0, EXTRACTED)], [(EVA, 0, EXTRACTED)], ("corrected", (EVA,), (BEN_GOLD,)),
            id="settled by one of them, against the other",
        ),
        pytest.param(
            [(BEN, 0, UNSURE), (EVA, 0, EXTRACTED)], [("own", 0, EXTRACTED)],
            ("corrected", (EVA, "own"), ((BEN, "Not sure"),)), id="whoever settles it says so too",
        ),
        pytest.param(
            [(BEN, 0, EXTRACTED), (EVA, 0, UNSURE)], [(EVA, 0, EXTRACTED)], ("corrected", (BEN, EVA), ()),
            id="settled by whoever was not sure before",
        ),
        pytest.param(
            [(BEN, 0, GOLD), (EVA, 0, EXTRACTED)], [("own", 0, Answer("gold_wrong", "y"))],
            ("corrected", ("own",), (BEN_GOLD, (EVA, "Extraction is right"))), id="settled for what nobody answered",
        ),
        pytest.param(
            [(BEN, 0, Answer("gold_wrong", "y")), (EVA, 0, Answer("gold_wrong", ABSENT))], [("own", 0, BOTH)],
            ("confirmed", ("own",), ((BEN, "Gold is wrong, it should be: y"), (EVA, "Gold should have no value"))),
            id="gold stays against two",
        ),
        pytest.param(
            [(BEN, 0, BOTH), (EVA, 0, EXTRACTED)], [("own", 0, GOLD)],
            ("confirmed", (BEN, "own"), ((EVA, "Extraction is right"),)), id="both acceptable leaves gold as it is",
        ),
        pytest.param(
            [(BEN, 0, Answer("gold_wrong", "x")), (EVA, 0, EXTRACTED)], [], ("corrected", (BEN, EVA), ()),
            id="they agree in other words",
        ),
        pytest.param([(BEN, 0, GOLD), (EVA, 0, EXTRACTED)], [], ("disputed", (), ()), id="nobody settled it"),
    ],
)  # fmt: skip
def test_who_says_what_counts_and_who_says_otherwise(
    said: list[Said], settled: list[Said], expected: tuple[object, ...]
) -> None:
    assert voices(cards("x", opinions=2), *said, settled=tuple(settled)) == expected


def test_a_card_that_was_decided_otherwise_is_named_with_the_decision_of_another() -> None:
    two = cards("x", "y")
    said = [(EVA, 0, EXTRACTED), (BEN, 1, EXTRACTED)]
    assert voices(two, *said, settled=(("own", 0, EXTRACTED),)) == ("corrected", (EVA, "own"), (BEN_OTHER,))


def test_who_answered_a_card_that_waits_for_others_is_not_named() -> None:
    """So nobody sees what others said before the answer of one's own."""
    one, other = cards("x", "y", opinions=2)[:2]
    waiting = [replace(one, opinions=1), other]
    assert voices(waiting, (EVA, 0, EXTRACTED), (BEN, 1, EXTRACTED)) == ("corrected", (EVA,), ())


def test_cards_that_contradict_each_other_about_one_value_dispute_it() -> None:
    two = cards("x", "y")
    assert outcome(two, ("ann", 0, EXTRACTED), ("bob", 1, GOLD))[1:] == ("disputed", "gold")
    assert outcome(two, ("ann", 0, EXTRACTED), ("bob", 1, EXTRACTED))[1:] == ("disputed", "gold")


def test_cards_that_say_the_same_of_one_value_agree() -> None:
    two = cards("x", "y")
    assert outcome(two, ("ann", 0, EXTRACTED), ("bob", 1, Answer("gold_wrong", "x")))[1:] == ("corrected", "x")


def test_a_decision_on_one_card_settles_a_contradiction_with_another() -> None:
    two = cards("x", "y")
    said = [("ann", 0, EXTRACTED), ("bob", 1, GOLD)]
    assert outcome(two, *said, settled={0: EXTRACTED})[1:] == ("corrected", "x")


@pytest.mark.parametrize("answer", [GOLD, EXTRACTED, BOTH, Answer("gold_wrong", "gold")])
def test_on_an_audit_card_all_that_leave_gold_as_it_is_agree(answer: Answer) -> None:
    matching = cards("gold", opinions=2)
    assert outcome(matching, ("ann", 0, GOLD), ("bob", 0, answer)) == ("decided", "confirmed", "gold")
