"""Equal disagreements are one card; audit cards are drawn among matches; both by a seed."""

from collections import Counter
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.review.answers import ANSWERS
from evaljson.review.cards import card_content, card_of_json, make_cards, places_to_json
from evaljson.review.differences import differences, of_runs
from evaljson.review.plan import ORDERS, Order, ReviewPlan, looked_at, plan_cards
from tests.messy import messy
from tests.review.planted import SCHEMA, planted

SIMPLE = {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "number"}}}

TAG = {"type": "object", "properties": {"k": {"type": "string"}}}
TAGS = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "tags": {"type": "array", "x-eval-align": {"match_by": "key_field", "key": "k"}, "items": TAG},
    },
}


def test_equal_disagreements_of_records_and_variants_are_one_card() -> None:
    gold = [{"a": "x"}, {"a": "x"}, {"a": "y"}]
    runs = {name: evaluate(gold, [{"a": "z"}] * 3, SIMPLE) for name in ("one", "two")}
    cards = make_cards(of_runs(runs))
    assert [(card.gold, card.extracted, card.records, len(card.places)) for card in cards] == [
        ("x", "z", 2, 4),
        ("y", "z", 1, 2),
    ]


@pytest.mark.parametrize(
    ("gold", "extracted"),
    [
        pytest.param([{"n": 1}, {"n": True}], [{"n": 5}, {"n": 5}], id="a boolean is no number"),
        pytest.param([{"a": None}, {"a": ""}], [{"a": "x"}, {"a": "x"}], id="null is not empty"),
        pytest.param([{"a": None}, {}], [{"a": "x"}, {"a": "x"}], id="null is not absent"),
        pytest.param([{"a": "x"}, {"a": "x"}], [{"a": None}, {}], id="extracted null is not absent"),
    ],
)
def test_values_that_are_not_the_same_get_cards_of_their_own(gold: list[object], extracted: list[object]) -> None:
    assert len(make_cards(differences(evaluate(gold, extracted, SIMPLE), "one"))) == 2  # type: ignore[arg-type]


def test_a_side_without_a_value_is_absent_on_the_card() -> None:
    [card] = make_cards(differences(evaluate([{"a": "x"}], [{}], SIMPLE), "one"))
    assert (card.gold, card.extracted) == ("x", ABSENT)
    [card] = make_cards(differences(evaluate([{}], [{"a": "x"}], SIMPLE), "one"))
    assert (card.gold, card.extracted) == (ABSENT, "x")


def test_records_that_one_side_lacks_make_no_cards() -> None:
    gold, extracted = [{"id": "1", "customer": "a"}, {"id": "2", "customer": "b"}], [{"id": "1", "customer": "a"}]
    assert differences(evaluate(gold, extracted, SCHEMA), "one") == []


def test_a_card_is_the_same_after_being_written_as_json() -> None:
    for card in plan_cards(planted(30).runs(), ReviewPlan()):
        written = card_content(card), places_to_json(card)
        assert card_of_json(card.key, card.field, card.kind, *written, card.opinions) == card


def test_the_audit_is_drawn_once_for_each_place_and_only_where_no_card_looks_anyway() -> None:
    cards = plan_cards(planted().runs(), ReviewPlan(audit=1.0))
    audited = [(card.places[0].record, card.places[0].gold_path) for card in cards if card.kind == "audit"]
    assert max(Counter(audited).values()) == 1
    assert not set(audited) & looked_at(cards)


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0, 0), (0.1, 70, 110), (1.0, 700, 1_100)])
def test_the_audit_has_its_share_of_the_matches(share: float, low: int, high: int) -> None:
    cards = plan_cards(planted().runs(), ReviewPlan(audit=share))
    assert low <= sum(card.kind == "audit" for card in cards) <= high


def test_the_same_seed_draws_the_same_cards_and_another_seed_others() -> None:
    runs = planted().runs()
    assert plan_cards(runs, ReviewPlan(seed=3)) == plan_cards(runs, ReviewPlan(seed=3))
    assert plan_cards(runs, ReviewPlan(seed=3)) != plan_cards(runs, ReviewPlan(seed=4))


def test_most_at_stake_comes_first_and_after_each_four_cards_one_of_the_audit() -> None:
    cards = plan_cards(planted().runs(), ReviewPlan(order="stake"))
    stakes = [round(card.stake, 9) for card in cards if card.kind == "disagreement"]
    assert stakes == sorted(stakes, reverse=True)
    differing = len(stakes)
    kinds = [card.kind for card in cards]
    assert kinds[: differing + differing // 4] == [
        "audit" if place % 5 == 4 else "disagreement" for place in range(differing + differing // 4)
    ]
    assert set(kinds[differing + differing // 4 :]) == {"audit"}


@pytest.mark.parametrize("order", ["record", "random"])
def test_in_another_order_the_audit_stands_anywhere(order: Order) -> None:
    cards = plan_cards(planted().runs(), ReviewPlan(order=order))
    places = [number for number, card in enumerate(cards) if card.kind == "audit"]
    assert min(places) < len(cards) / 4
    assert max(places) > 3 * len(cards) / 4


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("most", [None, 2])
def test_keys_that_the_schema_lacks_never_lead(order: Order, most: int | None) -> None:
    gold = [{"a": "x", "n": 1}, {"a": "y", "n": 2}]
    extracted = [{"Reasoning": "because", "a": "z", "n": 1}, {"Reasoning": "because", "a": "z", "n": 3}]
    cards = plan_cards({"one": evaluate(gold, extracted, SIMPLE)}, ReviewPlan(audit=0, order=order, most=most))
    assert [card.field == "Reasoning" for card in cards] == [False, False, False, True][: most or 4]


def test_by_record_cards_come_in_the_order_of_gold() -> None:
    first = [card.places[0].record for card in plan_cards(planted().runs(), ReviewPlan(order="record"))]
    assert first == sorted(first)


def test_a_fifth_of_the_cards_of_each_field_is_answered_twice() -> None:
    cards = plan_cards(planted(400).runs(), ReviewPlan(audit=1.0))
    for field, count in Counter(card.field for card in cards).items():
        twice = sum(card.opinions == 2 for card in cards if card.field == field)
        assert abs(twice - 0.2 * count) <= 1, field


@pytest.mark.parametrize("overlap", [0.0, 0.05, 0.2, 0.7, 1.0])
@pytest.mark.parametrize("fields", [1, 12, 19, 200])
def test_the_share_of_second_opinions_holds_over_many_fields_of_one_card_each(fields: int, overlap: float) -> None:
    """A fifth of one card is drawn or not: by itself in each field, that gave 7 of 19 cards."""
    names = [f"f{number}" for number in range(fields)]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    run = evaluate([dict.fromkeys(names, "a")], [dict.fromkeys(names, "b")], schema)
    for seed in range(20):
        cards = plan_cards({"one": run}, ReviewPlan(audit=0, overlap=overlap, seed=seed))
        assert len(cards) == fields
        assert abs(sum(card.opinions == 2 for card in cards) - overlap * fields) < 1


def test_every_field_is_drawn_for_second_opinions_as_often_as_its_share() -> None:
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in "abcde"}}
    run = evaluate([dict.fromkeys("abcde", "x")], [dict.fromkeys("abcde", "y")], schema)
    plans = (ReviewPlan(audit=0, overlap=0.2, seed=seed) for seed in range(500))
    drawn = Counter(card.field for plan in plans for card in plan_cards({"one": run}, plan) if card.opinions == 2)
    assert all(70 <= drawn[field] <= 130 for field in "abcde"), drawn


@pytest.mark.parametrize("opinions", [2, 3])
def test_with_more_opinions_all_cards_want_as_many(opinions: int) -> None:
    assert {card.opinions for card in plan_cards(planted().runs(), ReviewPlan(opinions=opinions))} == {opinions}


def test_only_the_cards_with_most_at_stake_are_kept_where_a_number_is_wanted() -> None:
    runs = planted().runs()
    all_stakes = [card.stake for card in plan_cards(runs, ReviewPlan(audit=0.0))]
    assert [card.stake for card in plan_cards(runs, ReviewPlan(audit=0.0, most=5))] == all_stakes[:5]


@pytest.mark.parametrize(("audit", "matches"), [(0.0, 0), (0.1, 1), (0.5, 3), (1.0, 5)])
def test_where_a_number_is_wanted_the_audit_is_a_share_of_it_and_comes_last(audit: float, matches: int) -> None:
    """Else fifty cards would come with a tenth of thousands of matches."""
    cards = plan_cards(planted().runs(), ReviewPlan(audit=audit, most=5))
    assert [card.kind for card in cards] == ["disagreement"] * 5 + ["audit"] * matches


@pytest.mark.parametrize(
    ("extracted", "answers"),
    [
        ("other", {"1": "Extraction is right", "2": "Gold is right", "4": "Both are acceptable"}),
        ("GOLD", {"1": "Extraction is right", "2": "Both are right"}),
        ("Gold", {"2": "Both are right"}),
    ],
)
def test_a_card_takes_the_answers_that_make_sense_on_it(extracted: str, answers: dict[str, str]) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-eval-transform": ["lowercase"]}}}
    [card] = plan_cards({"one": evaluate([{"a": "Gold"}], [{"a": extracted}], schema)}, ReviewPlan(audit=1.0))
    keys = {str(ANSWERS.index(name) + 1): words for name, words in card.answers.items()}
    assert keys == dict(sorted({**answers, "3": "Gold is wrong, it should be", "5": "Not sure"}.items()))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"opinions": 0}, "1 to 5"),
        ({"opinions": True}, "1 to 5"),
        ({"overlap": 1.5}, "from 0 to 1"),
        ({"audit": -0.1}, "from 0 to 1"),
        ({"order": "worst"}, "stake, record, random"),
        ({"most": 0}, "at least 1"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(settings: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        ReviewPlan(**settings)  # type: ignore[arg-type]


def test_an_answer_to_a_card_changes_mean_f1_by_what_was_at_stake() -> None:
    """The straightforward way: give the variant what gold says, and score all again."""
    gold: list[Any] = [{"a": "x", "n": 1}, {"a": "y", "n": 2, "b": "z"}]
    extracted: list[Any] = [{"a": "u", "n": 1}, {"a": "v", "n": 3}]
    before = evaluate(gold, extracted, SIMPLE)
    cards = [card for card in plan_cards({"one": before}, ReviewPlan(audit=0.0)) if card.extracted is not ABSENT]
    assert len(cards) == 3
    for card in cards:
        (place,) = card.places
        righted = [dict(record) for record in extracted]
        righted[place.record][place.path] = card.gold
        after = evaluate(gold, righted, SIMPLE)
        assert after.mean_f1 - before.mean_f1 == pytest.approx(card.stake)  # type: ignore[operator]


def test_cards_of_one_runaway_record_do_not_come_first() -> None:
    gold: list[Any] = [{"tags": [{"k": "t"}]}, *({"a": "x"} for _ in range(9))]
    runaway = {"tags": [{"k": "t"}, *({"k": f"{number}"} for number in range(200))]}
    extracted: list[Any] = [runaway, *({"a": "y"} for _ in range(9))]
    first, *_ = plan_cards({"one": evaluate(gold, extracted, TAGS)}, ReviewPlan(audit=0.0, most=50))
    assert (first.field, first.records) == ("a", 9)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_at_stake_in_a_record_is_what_mean_f1_loses_there(seed: int) -> None:
    """The straightforward way: from the results of the record. Shifted arrays, which are paired again, are left out."""
    data = messy(8, 2, seed=seed)
    runs = {name: evaluate(data.gold, records, data.schema) for name, records in data.extracted.items()}
    at_stake, shifted = Counter[tuple[str, int]](), set[tuple[str, int]]()
    for place in (place for card in plan_cards(runs, ReviewPlan(audit=0.0)) for place in card.places):
        at_stake[place.variant, place.record] += place.lost  # type: ignore[assignment]
        if place.is_shift:
            shifted.add((place.variant, place.record))
    plain = {
        (name, number): 1 / len(run.records) * (1 - record.f1)
        for name, run in runs.items()
        for number, record in enumerate(run.records)
        if record.extracted is not None and record.f1 < 1
    }
    assert len(plain.keys() - shifted) > 4
    for at in plain.keys() - shifted:
        assert at_stake[at] == pytest.approx(plain[at])


def test_a_match_has_at_stake_what_mean_f1_would_lose_if_it_were_wrong() -> None:
    gold: list[Any] = [{"a": "x", "n": 1}, {"a": "y"}]
    cards = plan_cards({"one": evaluate(gold, gold, SIMPLE)}, ReviewPlan(audit=1.0))
    assert sorted(card.stake for card in cards) == [0.25, 0.25, 0.5]
