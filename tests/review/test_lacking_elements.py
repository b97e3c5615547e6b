"""Elements that only an extraction has are counted by what people say of them, apart from the values of gold."""

import pytest

from evaljson import evaluate
from evaljson.cli.text.corrected import gold_in_counts
from evaljson.review.answers import Answer
from evaljson.review.lacking_elements import lacking_elements
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.planted import events_of

SCHEMA = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    },
}
GOLD = [{"id": "1", "lines": [{"sku": "a"}]}]
MORE = [{"id": "1", "lines": [{"sku": "a"}, {"sku": "ghost"}]}]


@pytest.mark.parametrize(
    ("answers", "counts", "words"),
    [
        ({}, {"open": 1}, " Elements and keys that gold lacks, not counted there: 1 not decided."),
        ({"ann": "gold_right"}, {"open": 1}, " Elements and keys that gold lacks, not counted there: 1 not decided."),
        (
            {"ann": "gold_right", "ben": "extracted_right"},
            {"disputed": 1},
            " Elements and keys that gold lacks, not counted there: 1 disputed.",
        ),
        (
            {"ann": "gold_right", "ben": "both_acceptable"},
            {"disputed": 1},
            " Elements and keys that gold lacks, not counted there: 1 disputed.",
        ),
        (
            {"ann": "gold_right", "ben": "gold_right"},
            {"confirmed": 1},
            " Elements and keys that gold lacks, not counted there: 1 rightly so.",
        ),
        ({"ann": "extracted_right", "ben": "extracted_right"}, {"corrected": 1}, ""),
    ],
)
def test_an_element_that_two_variants_have_and_gold_lacks_is_one(
    answers: dict[str, str], counts: dict[str, int], words: str
) -> None:
    runs = {name: evaluate(GOLD, MORE, SCHEMA) for name in ("one", "two")}
    cards = plan_cards(runs, ReviewPlan(opinions=2, audit=0))
    events = []
    for who, name in answers.items():
        events += events_of(cards, lambda card, at, name=name: Answer(name), who, len(events))
    found = lacking_elements(cards, find_outcome(cards, read_opinions(events)))
    assert found == counts
    assert gold_in_counts({"corrected": 3, "confirmed": 2}, found) == f"Gold: 2 confirmed, 3 found wrong.{words}"


@pytest.mark.parametrize(("of_one", "of_two", "expected"), [(4, 0, 4), (4, 2, 4), (1, 3, 3)])
def test_equal_elements_of_one_variant_are_as_many_as_the_variant_with_most_of_them_has(
    of_one: int, of_two: int, expected: int
) -> None:
    lines = [{"sku": "a"}]
    sides = {
        name: [{"id": "1", "lines": lines + [{"sku": "ghost"}] * many}]
        for name, many in (("one", of_one), ("two", of_two))
    }
    cards = plan_cards(
        {name: evaluate(GOLD, side, SCHEMA) for name, side in sides.items()}, ReviewPlan(audit=0, overlap=0)
    )
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("gold_right"))))
    assert lacking_elements(cards, outcome) == {"confirmed": expected}
