"""Figures of a review whose cards cover some of what differs, beside plain counts over messy records."""

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from evaljson import RunResult, evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.report.review.corrected_rows import decided_in_words
from evaljson.review.answers import Answer
from evaljson.review.corrected_figures import CorrectedVariant, correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.differences import differences
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.unasked import unasked
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION
from tests.review.planted import events_of, planted

FIELDS = ("a", "b", "c", "d")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string", "x-eval-skip": True},
        "a": {"type": "string"},
        "b": {"type": "integer"},
        "c": {"type": "boolean"},
        "d": {"type": "string", "x-eval-weight": 3},
    },
}
VALUES: dict[str, list[Any]] = {
    "a": ["x", "X", "y", "", None, ABSENT],
    "b": [0, 1, 2, None, ABSENT],
    "c": [True, False, None, ABSENT],
    "d": ["long", "short", "1", None, ABSENT],
}
Records = list[dict[str, Any]]


def records(random: Random, like: Records | None = None, share: float = 1.0) -> Records:
    """Twenty records, of whose values a share is drawn; the others are those of `like`."""
    found: Records = []
    for number in range(20):
        one: dict[str, Any] = {"id": str(number)}
        for name in FIELDS:
            value = like[number].get(name, ABSENT) if like and random.random() >= share else random.choice(VALUES[name])
            if value is not ABSENT:
                one[name] = value
        found.append(one)
    return found


class Reviewed:
    """Two variants of different quality, a review of a few cards, and answers to some of these."""

    def __init__(self, seed: int, audit: float = 0.0) -> None:
        random = Random(f"limited {seed}")
        self.gold = records(random)
        self.extracted = {name: records(random, self.gold, share) for name, share in (("good", 0.1), ("bad", 0.5))}
        self.extracted["good"].pop()  # a missing record is no value that differs
        self.runs = {name: evaluate(self.gold, some, SCHEMA) for name, some in self.extracted.items()}
        self.cards = plan_cards(self.runs, ReviewPlan(audit=audit, overlap=0, most=random.choice([2, 5, 9])))
        said = (None, Answer("gold_right"), Answer("extracted_right"), Answer("both_acceptable"))
        answers = [random.choice(said) for _ in self.cards]
        numbers = {id(card): number for number, card in enumerate(self.cards)}
        events = events_of(self.cards, lambda card, at: answers[numbers[id(card)]])
        self.outcome: ReviewOutcome = find_outcome(self.cards, read_opinions(events))
        self.fixed = correct_gold(self.gold, self.cards, self.outcome)

    def figures(self, name: str) -> CorrectedVariant:
        """The corrected figures of a variant."""
        run, changes = self.runs[name], self.fixed.changes
        return correct_figures(run, name, self.gold, self.cards, self.outcome, changes, self._rescored(name))

    def _rescored(self, name: str) -> Callable[[Sequence[Any]], RunResult]:
        return lambda gold: evaluate(gold, self.extracted[name], SCHEMA)

    def asked(self, name: str) -> dict[tuple[int, str], str]:
        """The answer about each differing value of a variant that is on a card, by record and field; "": none counts.

        Where the extraction is right and gold did not become it, another card disputes that.
        """
        found = dict[tuple[int, str], str]()
        for number, card in enumerate(self.cards):
            for place, at in enumerate(card.places):
                if card.kind != "disagreement" or at.variant != name:
                    continue
                answer = self.outcome.places[number, place].answer
                said = "" if answer is None else answer.name
                is_gold = self.fixed.records[at.record].get(at.path, ABSENT) == card.extracted
                found[at.record, at.path] = "" if said == "extracted_right" and not is_gold else said
        return found

    def results(self, name: str, *statuses: str) -> set[tuple[int, str]]:
        """Where a variant has results of these kinds, by record and field, in records that it has."""
        there = len(self.extracted[name])
        return {
            (number, one.path)
            for number, record in enumerate(self.runs[name].records[:there])
            for one in record.field_results
            if one.status in statuses
        }

    def differing(self, name: str) -> set[tuple[int, str]]:
        """Where a variant differs from gold."""
        return self.results(name, "mismatch", "omission", "hallucination")


def best_f1(data: Reviewed, name: str) -> float | None:
    """Score with gold as the extraction, by hand, wherever they differ and no answer about this variant is decided."""
    gold, extracted = copy.deepcopy(data.fixed.records), copy.deepcopy(data.extracted[name])
    asked = data.asked(name)
    for number, field in data.differing(name):
        answer, value = asked.get((number, field), ""), extracted[number].get(field, ABSENT)
        if answer == "both_acceptable" and (value is ABSENT or field not in gold[number]):
            for side in (gold, extracted):  # what is missing or invented counts on neither side then
                side[number].pop(field, None)
        elif answer in ("", "both_acceptable") and value is ABSENT:
            gold[number].pop(field, None)
        elif answer in ("", "both_acceptable"):
            gold[number][field] = value
    return evaluate(gold, extracted, SCHEMA).mean_f1


many = pytest.mark.parametrize("seed", range(40))
each = pytest.mark.parametrize("name", ["good", "bad"])


@many
@each
def test_at_most_is_f1_with_all_right_that_nobody_decided_on_cards_or_not(seed: int, name: str) -> None:
    data = Reviewed(seed)
    found = data.figures(name).mean_f1
    assert found is not None
    assert found.at_most == pytest.approx(best_f1(data, name), abs=1e-12)


@many
@each
def test_differing_values_are_those_of_the_variant_whatever_is_on_cards(seed: int, name: str) -> None:
    data = Reviewed(seed)
    found, asked, differing = data.figures(name), data.asked(name), data.differing(name)
    assert set(asked) <= differing
    assert (found.differing, found.unasked) == (len(differing), len(differing) - len(asked))
    assert found.decided == sum(answer != "" for answer in asked.values())


@many
@each
def test_matching_values_are_those_of_the_variant_and_looked_at_are_those_with_an_answer_about_gold(
    seed: int, name: str
) -> None:
    data = Reviewed(seed, audit=0.5)
    found, matching = data.figures(name), data.results(name, "match")
    answered = {
        (at.record, at.gold_path)
        for number, card in enumerate(data.cards)
        for place, at in enumerate(card.places)
        if data.outcome.places[number, place].answer is not None
    }
    changed = {(change.record, change.path) for change in data.fixed.changes}
    assert found.matches == len(matching)
    assert found.looked_at == len(matching & answered)
    assert found.wrong_matches == len(matching & changed)


def test_the_other_variants_matches_are_not_those_of_this_one() -> None:
    """The bad variant differs at more places, on cards: the good one still has all its matches, and they count."""
    counts = {name: Reviewed(1).figures(name).matches for name in ("good", "bad")}
    assert counts["good"] > counts["bad"]


def test_the_table_says_how_many_differing_values_are_on_cards_where_that_is_not_all() -> None:
    runs = {"one": ({"a": "x", "b": 2}, {"a": "y", "b": 1})}
    gold, extracted = ([{"id": "0", **side}] for side in runs["one"])
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "a": {"type": "string", "x-eval-weight": 2}}}
    run = evaluate(gold, extracted, schema)
    for most, said in ((1, "1 of 2 (1 on cards)"), (2, "2 of 2")):
        cards = plan_cards({"one": run}, ReviewPlan(audit=0, overlap=0, most=most))
        outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("gold_right"))))
        found = correct_figures(run, "one", gold, cards, outcome, (), lambda gold: evaluate(gold, extracted, schema))
        assert decided_in_words(found) == said


@pytest.mark.parametrize("seed", range(5))
def test_no_difference_is_both_on_a_card_and_on_none_with_arrays_too(seed: int) -> None:
    data = planted(40, seed=seed)
    runs = data.runs()
    for most in (1, 5, 1_000):
        cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0, most=most))
        for name, run in runs.items():
            asked = [at for card in cards for at in card.places if at.variant == name]
            assert sorted(map(str, [*asked, *unasked(run, name, cards)])) == sorted(
                str(pair.place) for pair in differences(run, name)
            )


def test_the_values_left_in_an_element_of_which_cards_ask_about_one_field_are_differences_each() -> None:
    data = planted(40)
    runs = data.runs()
    chosen = {
        name: run.tallies.rows.field == run.tallies.rows.fields.index("lines[].sku") for name, run in runs.items()
    }
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0), chosen)
    for name, run in runs.items():
        left = unasked(run, name, cards)
        asked = [at for card in cards for at in card.places if at.variant == name]
        results = [(at.record, path) for at in (*asked, *left) for path, _ in at.results]
        assert len(set(results)) == len(results)
        assert len(asked) + len(left) == int(
            np.isin(run.tallies.rows.status, (MISMATCH, OMISSION, HALLUCINATION)).sum()
        )
