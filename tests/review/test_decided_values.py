"""Values of a review are counted one by one, as they were scored, however the review pairs them."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.results.model import RunResult
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.decided_values import DecidedValues, decided_values, scored_at
from evaljson.review.differences import differences
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import PlannedReview, ReviewPlan, plan_cards
from evaljson.workspace.review_size import size_of
from tests.review.planted import events_of, planted
from tests.review.test_shifted_arrays import SCHEMA, A, B, C, D, record


def counts(run: RunResult, name: str, cards: list[ReviewCard], answered: int) -> DecidedValues:
    """What is decided once the first cards are answered."""
    some = [number < answered for number in range(len(cards))]
    numbers = {id(card): number for number, card in enumerate(cards)}
    events = events_of(cards, lambda card, at: Answer("gold_right") if some[numbers[id(card)]] else None)
    return decided_values(run, name, cards, find_outcome(cards, read_opinions(events)))


def wrong(run: RunResult) -> int:
    """The wrong values of a run where both sides have the record, counted from its results."""
    lone = {*run.missing, *run.invented_records}
    return sum(
        one.status in ("mismatch", "omission", "hallucination")
        for each in run.records
        if each.record_id not in lone
        for one in each.field_results
    )


def shifted() -> dict[str, RunResult]:
    """Arrays by position with an element too many, a missing one, and other differences; one record is missing."""
    gold = [*record([A, B, C]), {"id": "2", "lines": [A, C, D], "tags": ["x", "y"]}, {"id": "3", "lines": [A]}]
    one = [*record([A, D, B, {**C, "count": 9}]), {"id": "2", "lines": [C, {**D, "unit": "kg"}], "tags": ["y"]}]
    two = [*record([{**A, "unit": "kg"}, B]), {"id": "2", "lines": [A, C, D], "tags": []}, {"id": "9", "lines": [B]}]
    return {name: evaluate(gold, records, SCHEMA) for name, records in (("one", one), ("two", two))}


RUNS = {"in shifted arrays": shifted, "in lone elements": lambda: planted(40).runs(), "messy": lambda: messy_runs()}


def messy_runs() -> dict[str, RunResult]:
    random, pick = Random(8), ["", None, 0, "x", "1", [], [A], [B, A]]
    properties: dict[str, Any] = {**SCHEMA["properties"], "odd [0].key": {"type": ["string", "null"]}}

    def records(count: int) -> list[dict[str, Any]]:
        return [
            {"id": f"r{n}", "lines": random.choices([A, B, C, D, {}, None], k=random.randrange(5)),
             "tags": random.choices("xyz", k=random.randrange(4)), "odd [0].key": random.choice(pick)}
            for n in range(count)
        ]  # fmt: skip

    gold, schema = records(30), {**SCHEMA, "properties": properties}
    return {name: evaluate(gold, records(28), schema) for name in ("one", "two")}


@pytest.mark.parametrize("most", [None, 1, 4])
@pytest.mark.parametrize("made", RUNS.values(), ids=RUNS)
def test_decided_open_and_unasked_values_are_those_that_the_run_has_wrong(made: Any, most: int | None) -> None:
    runs: Mapping[str, RunResult] = made()
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0, most=most))
    on_cards = 0
    for name, run in runs.items():
        before, some, all_of_them = (counts(run, name, cards, answered) for answered in (0, 1, len(cards)))
        for found in (before, some, all_of_them):
            assert found.decided + found.open + found.unasked == wrong(run)
        assert (before.decided, all_of_them.open) == (0, 0)
        assert before.open == some.decided + some.open == all_of_them.decided
        assert most is not None or all_of_them.decided == wrong(run) - moved(run, name)
        on_cards += all_of_them.decided
    assert size_of(PlannedReview(cards, ())).values == on_cards


def moved(run: RunResult, name: str) -> int:
    """Count the wrong values that are so for the order of elements alone: no card asks about them."""
    return sum(len(scored_at(pair.place)) for pair in differences(run, name) if pair.is_moved)


def test_a_card_of_an_element_stands_for_each_wrong_value_in_it() -> None:
    """By position, what is behind an element that is too many is wrong too: nine values, on one card."""
    run = evaluate(record([A, C, D]), record([A, B, C, D]), SCHEMA)
    [card] = plan_cards({"one": run}, ReviewPlan(audit=0, overlap=0))
    assert counts(run, "one", [card], 1) == DecidedValues(wrong(run), 0, 0)
    assert wrong(run) > 3


@pytest.mark.parametrize(("answered", "stay_invented"), [(0, 2), (1, 2), (3, 0)], ids=["none", "a field", "all"])
def test_undecided_values_of_keys_that_the_schema_lacks_are_counted_apart(answered: int, stay_invented: int) -> None:
    gold, extracted = record([A]), record([{**A, "unit": "kg", "sure": 1}])
    extracted[0]["sure"] = 0.9
    run = evaluate(gold, extracted, SCHEMA)
    cards = plan_cards({"one": run}, ReviewPlan(audit=0, overlap=0))
    found = counts(run, "one", cards, answered)
    assert (found.decided, found.open, found.stay_invented) == (answered, 3 - answered, stay_invented)
