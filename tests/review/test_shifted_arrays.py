"""An element too many within an array that pairs by position is one card, not one for each value behind it."""

import copy
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.jsontypes import ABSENT
from evaljson.report.records.place_context import place_context
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard, card_content, card_of_json, make_cards, places_to_json
from evaljson.review.corrected_figures import correct_figures
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.differences import differences
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards, plan_review
from evaljson.review.unasked import unasked
from evaljson.schema.parse.parse import parse_eval_schema
from tests.review.planted import events_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "x-eval-id": "id",
    "properties": {
        "id": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "lines": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "count": {"type": "integer"}, "unit": {"type": "string"}},
            },
        },
    },
}
A, B, C, D = ({"name": name, "count": count, "unit": "piece"} for count, name in enumerate(("ax", "bit", "cap", "die")))


def cards_of(gold: Sequence[Any], extracted: Sequence[Any], key: str = "lines") -> list[ReviewCard]:
    return make_cards(differences(evaluate(record(gold, key), record(extracted, key), SCHEMA), "one"))


def record(elements: Sequence[Any], key: str = "lines") -> list[dict[str, Any]]:
    return [{"id": "1", key: list(elements)}]


def shown(cards: Sequence[ReviewCard]) -> list[tuple[str, Any, Any]]:
    return sorted(((place.path, card.gold, card.extracted) for card in cards for place in card.places), key=str)


@pytest.mark.parametrize(
    ("gold", "extracted", "cards"),
    [
        pytest.param([A, C], [A, B, C], [("lines[-1]", ABSENT, B)], id="gold lacks a middle one"),
        pytest.param([A, B, C], [A, C], [("lines[1]", B, ABSENT)], id="the extraction lacks a middle one"),
        pytest.param([B, C, D], [A, B, C, D], [("lines[-1]", ABSENT, A)], id="gold lacks the first"),
        pytest.param([A, D], [A, B, C, D], [("lines[-1]", ABSENT, B), ("lines[-2]", ABSENT, C)], id="two are missing"),
        pytest.param([A, B], [A, B, C], [("lines[-1]", ABSENT, C)], id="the last: nothing is shifted"),
        pytest.param(
            [A, C, D], [A, B, C, {**D, "count": 9}], [("lines[-1]", ABSENT, B), ("lines[2].count", 3, 9)],
            id="what else differs stays a card of its own",
        ),
        pytest.param(
            [{**A, "count": 9}, C], [A, B, C], [("lines[-1]", ABSENT, B), ("lines[0].count", 9, 0)],
            id="and so does what differs in front of it",
        ),
        pytest.param([A, C], [A, B, {**C, "name": "CAP "}], [("lines[-1]", ABSENT, B)], id="case and spaces are alike"),
        pytest.param(
            [A, C, D], [A, B, C], [("lines[-1]", ABSENT, B), ("lines[2]", D, ABSENT)], id="each side lacks another one"
        ),
        pytest.param(
            [A, B], [C, D, {"name": "x", "count": 7, "unit": "box"}],
            [
                ("lines[-1]", ABSENT, {"name": "x", "count": 7, "unit": "box"}),
                *((f"lines[{at}].{key}", one[key], other[key])
                  for at, (one, other) in enumerate([(A, C), (B, D)]) for key in ("name", "count")),
            ],
            id="where nothing else fits, position stands",
        ),
    ],
)  # fmt: skip
def test_elements_are_paired_by_what_they_hold(gold: Any, extracted: Any, cards: Any) -> None:
    assert shown(cards_of(gold, extracted)) == sorted(cards, key=str)


E = {"name": "elm", "count": 7, "unit": "box"}


@pytest.mark.parametrize(
    ("gold", "extracted", "cards", "moved"),
    [
        pytest.param([A, B, C], [C, B, A], [], 2, id="reversed"),
        pytest.param([A, B, C], [C, A, B], [], 3, id="turned around"),
        pytest.param([A] * 60 + [B], [B] + [A] * 60, [], 2, id="a long array"),
        pytest.param(
            [A, {**A, "count": 5}], [{**A, "count": 5}, A], [], 2, id="elements that are alike are not values to swap"
        ),
        pytest.param([A, B, C], [C, B, A, E], [("lines[-1]", ABSENT, E)], 2, id="and one is too many"),
        pytest.param([A, B, C, E], [C, A, B], [("lines[3]", E, ABSENT)], 1, id="and one is missing"),
        pytest.param(
            [A, B], [B, {**A, "count": 9}], [("lines[0].count", 0, 9)], 1, id="one differs in a value besides"
        ),
        pytest.param(
            [A, B, C], [C, B, {**A, "count": 9}, E], [("lines[-1]", ABSENT, E), ("lines[0].count", 0, 9)], 2,
            id="and one is too many besides",
        ),
        pytest.param(
            [A, B, C], [C, {**B, "count": 9}, A], [("lines[1].count", 1, 9)], 1, id="the one in the middle differs"
        ),
        pytest.param(
            [A, B], [B, A | {"count": 9}, A | {"count": 8}],
            [("lines[-1]", ABSENT, A | {"count": 9}), ("lines[-2]", ABSENT, A | {"count": 8}), ("lines[0]", A, ABSENT)],
            0, id="which of two it is nobody knows",
        ),
        pytest.param([A], [A, A], [("lines[-1]", ABSENT, A)], 0, id="once more is another number, not another order"),
        pytest.param(
            [A, B], [E, B, {**A, "count": 5}], [("lines[-1]", ABSENT, E), ("lines[0].count", 0, 5)], 1,
            id="where it was, there is one that gold lacks",
        ),
    ],
)  # fmt: skip
def test_an_element_that_both_sides_have_elsewhere_is_on_no_card(
    gold: Any, extracted: Any, cards: Any, moved: int
) -> None:
    planned = plan_review({"one": evaluate(record(gold), record(extracted), SCHEMA)}, ReviewPlan(audit=0, overlap=0))
    assert shown(planned.cards) == cards
    assert len(planned.moved) == moved


def test_whatever_is_answered_no_element_gets_into_gold_twice_for_its_order() -> None:
    gold, extracted = [A, B, C], [C, B, A, E]
    run = evaluate(record(gold), record(extracted), SCHEMA)
    cards = plan_cards({"one": run}, ReviewPlan(audit=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("extracted_right"))))
    assert correct_gold(record(gold), cards, outcome).records == record([*gold, E])
    assert [len(place.results) > 0 for place in unasked(run, "one", cards)] == [True] * 4, "they count as scored"


@pytest.mark.parametrize("at", range(3))
def test_a_value_that_differs_in_another_order_is_corrected_where_gold_has_it(at: int) -> None:
    """Whatever people answer, gold has each element once; the score stays by position."""
    gold, truth = [A, B, C], [A, B, C]
    truth[at] = {**truth[at], "count": 9}
    run = evaluate(record(gold), record(truth[::-1]), SCHEMA)
    planned = plan_review({"one": run}, ReviewPlan(audit=0, overlap=0))
    assert [card.field for card in planned.cards] == ["lines[].count"]
    for answer, corrected in ((Answer("gold_right"), gold), (Answer("extracted_right"), truth)):
        outcome = find_outcome(planned.cards, read_opinions(events_of(planned.cards, lambda *_, said=answer: said)))
        fixed = correct_gold(record(gold), planned.cards, outcome)
        assert (fixed.records, fixed.refused) == (record(corrected), ())

        def rescore(records: Sequence[Any]) -> Any:
            return evaluate(records, record(truth[::-1]), SCHEMA)

        figures = correct_figures(run, "one", record(gold), planned.cards, outcome, fixed.changes, rescore)
        assert figures.mean_f1 is not None
        assert figures.mean_f1.value == pytest.approx(rescore(record(corrected)).mean_f1)
        assert figures.decided + figures.open + figures.unasked == figures.differing


@pytest.mark.parametrize(
    ("gold", "extracted", "path", "said", "is_elsewhere"),
    [
        ([A, B, C], [C, B, A], "lines[0]", "the extraction has the same element at another place, lines[2]", True),
        ([A, B, C], [C, B, A], "lines[-1]", "gold has the same element at another place, lines[2]", True),
        ([A, B, C], [C, B, A], "lines[-1]", "If the extraction were right, gold would have it twice", True),
        ([A], [A, A], "lines[-1]", "gold has this element only once, at lines[0]; the extraction has it twice", True),
        ([A, A], [A], "lines[1]", "the extraction has this element only once, at lines[0]; gold has it twice", True),
        ([A, C, A], [A] * 5, "lines[-1]", "only twice, at lines[0] and lines[2]; the extraction has it 5 times", True),
        ([A, C], [A, B, C], "lines[-1]", "only the extraction has this element", False),
    ],
)
def test_a_card_of_such_an_element_names_the_other_place(
    gold: Any, extracted: Any, path: str, said: str, is_elsewhere: bool
) -> None:
    run = evaluate(record(gold), record(extracted), SCHEMA)
    place = next(pair.place for pair in differences(run, "one") if pair.place.path == path)
    found = place_context({"one": run}, parse_eval_schema(SCHEMA), place)
    assert said in found.rule
    assert found.is_elsewhere is is_elsewhere
    if gold == [A, B, C]:
        pairs = [(row.gold, row.sides[0].value) for row in found.neighbours if row.sides[0] is not None]
        assert (B, B) in pairs, "beside it stands what belongs together"


def test_an_element_that_gold_would_have_once_more_is_told() -> None:
    cards = cards_of([A], [A, A])
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("extracted_right"))))
    assert [change.is_repeated for change in correct_gold(record([A]), cards, outcome).changes] == [True]
    others = cards_of([A, C], [A, B, C])
    outcome = find_outcome(others, read_opinions(events_of(others, lambda *_: Answer("extracted_right"))))
    assert [change.is_repeated for change in correct_gold(record([A, C]), others, outcome).changes] == [False]


def test_single_values_are_too() -> None:
    assert shown(cards_of(["a", "c", "d"], ["a", "b", "c", "d"], "tags")) == [("tags[-1]", ABSENT, "b")]


@pytest.mark.parametrize(
    ("gold", "extracted", "corrected"),
    [([A, C], [A, B, C], [A, B, C]), ([A, B, C], [A, C], [A, C]), ([A, D], [A, B, C, D], [A, B, C, D])],
    ids=["added", "removed", "two added"],
)
def test_gold_gets_the_element_where_it_belongs(gold: Any, extracted: Any, corrected: Any) -> None:
    cards = cards_of(gold, extracted)
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("extracted_right"))))
    assert correct_gold(record(gold), cards, outcome).records == record(corrected)


def test_such_a_card_is_the_same_after_being_written_as_json() -> None:
    for card in cards_of([A, C, D], [A, B, C, {**D, "count": 9}]):
        assert card_of_json(card.key, card.field, card.kind, card_content(card), places_to_json(card), 1) == card


@pytest.mark.parametrize(
    ("path", "rule", "beside"),
    [
        ("lines[-1]", "gold would get it in front of lines[1]", [("lines[0]", A, A), ("lines[1]", C, C)]),
        ("lines[1].count", "", [("lines[1].name", "cap", "cap"), ("lines[1].unit", "piece", "piece")]),
    ],
)
def test_beside_it_stands_what_belongs_together(path: str, rule: str, beside: Any) -> None:
    other = {**C, "count": 9}
    run = evaluate(record([A, C]), record([A, B, other]), SCHEMA)
    place = next(pair.place for pair in differences(run, "one") if pair.place.path == path)
    found = place_context({"one": run}, parse_eval_schema(SCHEMA), place)
    assert rule in found.rule
    with_other = [(at, gold, other if extracted == C else extracted) for at, gold, extracted in beside]
    rows = ((row.path, row.gold, row.sides[0].value) for row in found.neighbours if row.sides[0] is not None)
    assert list(rows) == with_other


@pytest.mark.parametrize("seed", range(4))
def test_once_all_is_reviewed_gold_and_f1_are_those_of_the_truth_in_its_order(seed: int) -> None:
    """Gold lacks elements, has some too many and values that are wrong; extractions lack elements elsewhere."""
    random = Random(seed)
    truth = [{"id": str(at), "lines": [_line(random) for _ in range(random.randint(2, 6))]} for at in range(40)]
    gold, extracted = copy.deepcopy(truth), {name: copy.deepcopy(truth) for name in ("one", "two")}
    for one in gold[:20]:
        lines = one["lines"]
        if random.random() < 0.5:
            lines.pop(random.randrange(len(lines)))
        else:
            lines.insert(random.randint(0, len(lines)), {"name": "NOT THERE", "count": 0, "unit": "none"})
        if lines:
            lines[-1]["count"] += 1
    for variant in extracted.values():
        for one in random.sample(variant[20:], 10):
            one["lines"].pop(random.randrange(len(one["lines"])))
    runs = {name: evaluate(gold, records, SCHEMA) for name, records in extracted.items()}
    cards = plan_cards(runs, ReviewPlan(audit=1.0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: _by_truth(truth, card, at))))
    fixed = correct_gold(gold, cards, outcome)
    assert (fixed.records, fixed.refused) == (truth, ())
    for name, run in runs.items():

        def rescore(records: Sequence[Any], name: str = name) -> Any:
            return evaluate(records, extracted[name], SCHEMA)

        figures = correct_figures(run, name, gold, cards, outcome, fixed.changes, rescore)
        assert figures.mean_f1 is not None
        assert figures.mean_f1.value == pytest.approx(evaluate(truth, extracted[name], SCHEMA).mean_f1, abs=1e-12)


def _line(random: Random) -> dict[str, Any]:
    return {"name": f"part {random.randrange(10**9)}", "count": random.randrange(10**6), "unit": f"u{random.random()}"}


def _by_truth(truth: Sequence[Any], card: ReviewCard, at: CardPlace) -> Answer:
    if card.kind == "audit":
        return Answer("gold_right")
    if card.field != "lines[]":
        return Answer("extracted_right")
    in_gold = card.gold is not ABSENT
    is_true = (card.gold if in_gold else card.extracted) in truth[at.record]["lines"]
    return Answer("gold_right" if is_true == in_gold else "extracted_right")


@pytest.mark.parametrize("seed", range(100))
def test_taking_the_extraction_everywhere_gives_gold_its_elements_each_once(seed: int) -> None:
    """Elements are moved, changed in a value, left out and added; gold keeps its own order."""
    random = Random(seed)
    gold = [_line(random) for _ in range(random.randint(1, 5))]
    extracted = random.sample(copy.deepcopy(gold), len(gold))
    for line in extracted:
        if random.random() < 0.3:
            line[random.choice(["name", "unit"])] = "other"
    if random.random() < 0.3:
        extracted.pop()
    if random.random() < 0.3:
        extracted.insert(random.randint(0, len(extracted)), _line(random))
    run = evaluate(record(gold), record(extracted), SCHEMA)
    cards = plan_review({"one": run}, ReviewPlan(audit=0, overlap=0)).cards
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("extracted_right"))))
    fixed = correct_gold(record(gold), cards, outcome)
    assert not fixed.refused
    assert sorted(fixed.records[0]["lines"], key=str) == sorted(extracted, key=str)
