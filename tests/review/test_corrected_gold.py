"""Corrected gold differs from gold in what people decided, and in nothing else."""

import copy
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.results.model import RunResult
from evaljson.review.added_elements import AddedElement
from evaljson.review.answers import Answer
from evaljson.review.corrected_gold import GoldChange, apply_changes, correct_gold
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.plan import ReviewPlan, plan_cards
from tests.review.planted import events_of, knowing, planted


def change(path: str, before: Any, after: Any) -> GoldChange:
    return GoldChange(0, "r0", path, before, after, ("ann",), (0,))


@pytest.mark.parametrize("seed", range(4))
def test_when_everything_is_reviewed_corrected_gold_is_the_truth(seed: int) -> None:
    data = planted(seed=seed)
    cards = plan_cards(data.runs(), ReviewPlan(audit=1.0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, knowing(data.truth))))
    corrected = correct_gold(data.gold, cards, outcome)
    assert corrected.records == data.truth
    assert sorted((one.record, one.path) for one in corrected.changes) == sorted(data.on_matches + data.on_differences)
    assert not corrected.refused


def test_without_an_audit_errors_on_matching_values_stay() -> None:
    data = planted()
    cards = plan_cards(data.runs(), ReviewPlan(audit=0.0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, knowing(data.truth))))
    changed = [(one.record, one.path) for one in correct_gold(data.gold, cards, outcome).changes]
    assert sorted(changed) == sorted(data.on_differences)


@pytest.mark.parametrize(
    ("before", "changes", "after"),
    [
        pytest.param({"a": 1}, [("a", 1, 2)], {"a": 2}, id="a value"),
        pytest.param({"a": 1}, [("a", 1, None)], {"a": None}, id="null is a value"),
        pytest.param({"a": 1, "b": 2}, [("a", 1, ABSENT)], {"b": 2}, id="a key goes"),
        pytest.param({}, [("a", ABSENT, 1)], {"a": 1}, id="a key comes"),
        pytest.param(
            {}, [("a.b", ABSENT, 1), ("a.c", ABSENT, 2)], {"a": {"b": 1, "c": 2}}, id="with what is around it"
        ),
        pytest.param({"a": None}, [("a.b", ABSENT, 1)], {"a": {"b": 1}}, id="where null was"),
        pytest.param({"a": [1, 2, 3]}, [("a[1]", 2, ABSENT)], {"a": [1, 3]}, id="an element goes"),
        pytest.param(
            {"a": [1, 2, 3]}, [("a[0]", 1, ABSENT), ("a[1]", 2, 5), ("a[2]", 3, ABSENT)], {"a": [5]}, id="indices stay"
        ),
        pytest.param(
            {"a": [{"x": 1, "y": 2}, {"x": 3}]},
            [("a[0].x", 1, ABSENT), ("a[0].y", 2, ABSENT)],
            {"a": [{"x": 3}]},
            id="an element goes with all in it",
        ),
        pytest.param(
            {"a": [{"x": 1, "note": "kept"}]}, [("a[0].x", 1, ABSENT)], {"a": [{"note": "kept"}]}, id="but not the rest"
        ),
        pytest.param({"a": [{}]}, [], {"a": [{}]}, id="what was empty stays"),
        pytest.param({"a.b": {"[0]": 1}}, [("['a.b']['[0]']", 1, 2)], {"a.b": {"[0]": 2}}, id="odd keys"),
    ],
)
def test_changes_are_applied(before: Any, changes: list[tuple[str, Any, Any]], after: Any) -> None:
    gold = [before]
    kept = copy.deepcopy(gold)
    corrected = apply_changes(gold, [change(*one) for one in changes])
    assert (corrected.records, corrected.refused) == ([after], ())
    assert gold == kept, "the gold that was given is not touched"


@pytest.mark.parametrize(
    ("before", "path", "old", "why"),
    [
        ({"a": 1}, "a", 2, "another value"),
        ({"a": 1}, "a", True, "another value"),
        ({"a": "text"}, "a.b", ABSENT, "no object"),
        ({"a": [1]}, "a[3]", ABSENT, "no such element"),
    ],
)
def test_what_cannot_be_applied_is_listed_and_changes_nothing(before: Any, path: str, old: Any, why: str) -> None:
    corrected = apply_changes([before], [change(path, old, "new")])
    assert (corrected.records, corrected.changes) == ([before], ())
    assert why in corrected.refused[0].why


@pytest.mark.parametrize(
    ("after", "inner", "made", "why"),
    [
        pytest.param({"x": 9}, ("a[0].x", 1, 9), ["a[0]"], [], id="which it has"),
        pytest.param({"y": 2}, ("a[0].x", 1, ABSENT), ["a[0]"], [], id="which it lacks too"),
        pytest.param(ABSENT, ("a[0].x", 1, ABSENT), ["a[0]"], [], id="which goes with it"),
        pytest.param(
            {"x": 8}, ("a[0].x", 1, 9), ["a[0]"],
            ["card 7 corrects a[0] as a whole, with another value there"], id="which it has otherwise",
        ),
        pytest.param({"x": 1}, ("a[0].x", 1, 9), ["a[0]", "a[0].x"], [], id="which it leaves as it was"),
        pytest.param(ABSENT, ("a[0].x", 1, 9), ["a[0]"], ["the element around it is removed"], id="which it removes"),
    ],
)  # fmt: skip
def test_a_value_is_part_of_the_correction_of_what_is_around_it(
    after: Any, inner: tuple[str, Any, Any], made: list[str], why: list[str]
) -> None:
    around = replace(change("a[0]", {"x": 1}, after), cards=(7,))
    corrected = apply_changes([{"a": [{"x": 1}]}], [change(*inner), around])
    assert [one.path for one in corrected.changes] == made
    assert [one.why for one in corrected.refused] == why


@pytest.mark.parametrize(("typed", "paths"), [([1, 9], ["a"]), ([1, 8], ["a", "a[-1]"])])
def test_an_added_element_is_part_of_the_correction_of_its_array(typed: list[int], paths: list[str]) -> None:
    added = AddedElement(0, "a[-1]", 9, (0,), ("ann",))
    corrected = apply_changes([{"a": [1]}], [change("a", [1], typed)], [added])
    assert (corrected.records, corrected.refused) == ([{"a": typed if len(paths) == 1 else [*typed, 9]}], ())
    assert [one.path for one in corrected.changes] == paths


@pytest.mark.parametrize(
    ("before", "after"),
    [({"a": [1]}, {"a": [1, 9]}), ({}, {"a": [9]}), ({"a": None}, {"a": [9]})],
)
def test_an_element_that_gold_lacks_is_appended(before: Any, after: Any) -> None:
    corrected = apply_changes([before], [], [AddedElement(0, "a[-1]", 9, (0,), ("ann",))])
    assert corrected.records == [after]
    assert [(one.path, one.before, one.after) for one in corrected.changes] == [("a[-1]", ABSENT, 9)]


def test_an_element_that_both_variants_found_is_added_once_and_whole() -> None:
    data = planted(1, wrong=0)
    new = {"sku": "NEW", "quantity": 7}
    for records in data.extracted.values():
        records[0]["lines"] = [*data.gold[0]["lines"], new]
    cards = plan_cards(data.runs(), ReviewPlan(audit=0.0, overlap=0))

    truth = copy.deepcopy(data.gold)
    truth[0]["lines"].append(new)
    by_truth = knowing(truth)
    answers = events_of(
        cards, lambda card, at: by_truth(card, at) if at.gold_path is not None else Answer("extracted_right")
    )  # fmt: skip
    corrected = correct_gold(data.gold, cards, find_outcome(cards, read_opinions(answers)))
    assert corrected.records == truth
    assert len([one for one in corrected.changes if one.path == "lines[-1]"]) == 1


TAGS: dict[str, Any] = {
    "type": "object", "x-eval-id": "id",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "x-eval-align": {"match_by": "hungarian"}}},
}  # fmt: skip


@pytest.mark.parametrize("seed", range(30))
def test_where_extractions_are_right_gold_gets_each_element_as_often_as_the_one_that_has_most(seed: int) -> None:
    random = Random(seed)
    gold, *variants = (
        [{"id": f"r{at}", "tags": random.choices("abc", k=random.randrange(5))} for at in range(4)] for _ in range(3)
    )
    runs = {f"v{at}": evaluate(gold, records, TAGS) for at, records in enumerate(variants)}
    cards = plan_cards(runs, ReviewPlan(audit=0.0, overlap=0))
    answers = events_of(cards, lambda card, at: Answer("extracted_right" if card.gold is ABSENT else "gold_right"))
    corrected = correct_gold(gold, cards, find_outcome(cards, read_opinions(answers)))
    for at, record in enumerate(corrected.records):
        most = Counter(gold[at]["tags"])
        for name, records in zip(runs, variants, strict=True):
            most |= Counter(gold[at]["tags"] + [records[at]["tags"][number] for number in _unpaired(runs[name], at)])
        assert Counter(record["tags"]) == most
    assert not any(one.is_repeated and one.after not in gold[one.record]["tags"] for one in corrected.changes)


def _unpaired(run: RunResult, record: int) -> list[int]:
    """The indexes of elements of an extraction that have no partner in gold."""
    results = run.records[record].field_results
    return [int(one.extracted_path[5:-1]) for one in results if one.status == "hallucination" and one.extracted_path]


def test_an_added_element_names_who_settled_for_it_apart_from_who_was_against_it() -> None:
    data = planted(1, wrong=0)
    for records in data.extracted.values():
        records[0]["lines"] = [*data.gold[0]["lines"], {"sku": "NEW", "quantity": 7}]
    cards = plan_cards(data.runs(), ReviewPlan(opinions=2, audit=0.0))
    added, kept = Answer("extracted_right"), Answer("gold_right")
    events = [*events_of(cards, lambda *_: added, "eva"), *events_of(cards, lambda *_: kept, "ben", 100)]
    events += [replace(one, kind="settle") for one in events_of(cards, lambda *_: added, "eva", 200)]
    changes = correct_gold(data.gold, cards, find_outcome(cards, read_opinions(events))).changes
    [change] = [one for one in changes if one.is_added]
    assert change.people == ("eva",)
    assert [(one.who, one.said) for one in change.others] == [("ben", "Gold is right")]


def test_random_changes_and_their_reverse_give_back_the_old_gold() -> None:
    random = Random(5)
    for _ in range(200):
        before = {key: random.choice([1, 1.0, True, None, "", "x", [], {}]) for key in random.sample("abcdef", 4)}
        after = {**before, **{key: random.choice([2, None, "y"]) for key in random.sample("abcdefgh", 3)}}
        for key in random.sample(sorted(after), 1):
            del after[key]
        keys = [key for key in {*before, *after} if before.get(key, ABSENT) is not after.get(key, ABSENT)]
        there = [change(key, before.get(key, ABSENT), after.get(key, ABSENT)) for key in keys]
        back = [change(key, after.get(key, ABSENT), before.get(key, ABSENT)) for key in keys]
        moved = apply_changes([before], there)
        assert (moved.records, moved.refused) == ([after], ())
        assert apply_changes(moved.records, back).records == [before]
