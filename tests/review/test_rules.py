"""What people accept becomes a rule; a rule that forgives what they called wrong says so."""

from dataclasses import replace
from typing import Any

import pytest

from evaljson import annotate_xeval, evaluate, infer_schema
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.places import CardPlace
from evaljson.review.plan import ReviewPlan, plan_cards
from evaljson.review.rules import AcceptedRules, accepted_rules
from evaljson.suggest import apply
from evaljson.suggest.search import suggest_from
from tests.review.planted import events_of
from tests.suggest.made import of_kind
from tests.suggest.test_needed_pairings import gold_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"unit": {"type": "string"}, "total": {"type": "number"}, "paid": {"type": "boolean"}},
}
GOLD = [{"unit": "kilogram", "total": 10.0 + at, "paid": True} for at in range(6)]
EXTRACTED = [
    {"unit": "kg", "total": 10.0, "paid": True},
    {"unit": "kg", "total": 11.004, "paid": False},
    {"unit": "KILOGRAM", "total": 12.004, "paid": True},
    {"unit": "gram", "total": 13.003, "paid": True},
    {"unit": "kilogram", "total": 19.0, "paid": True},
    {"unit": "kilogram", "total": 15.0, "paid": True},
]


def rules(accepted: set[Any], known: bool = False) -> AcceptedRules:
    """The rules where people accept these extracted values, and call all others wrong."""
    runs = {"one": evaluate(GOLD, EXTRACTED, SCHEMA)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        return Answer("both_acceptable" if repr(card.extracted) in map(repr, accepted) else "gold_right")

    outcome = find_outcome(cards, read_opinions(events_of(cards, answer)))
    found = suggest_from(runs, SCHEMA) if known else []
    return accepted_rules(cards, outcome, SCHEMA, runs, [*found])


def test_accepted_texts_become_synonyms_with_their_measured_effect() -> None:
    [rule] = rules({"kg"}).rules
    assert (rule.accepted, rule.of, rule.forgiven, rule.is_risky) == (2, 2, 0, False)
    assert rule.suggestion.edit.transforms == ({"map_values": {"values": {"kg": "kilogram"}}},)
    assert rule.suggestion.gain == pytest.approx(2 / 18)


def test_a_rule_that_is_known_for_how_texts_are_written_comes_before_synonyms_for_them() -> None:
    gold = [{"unit": unit} for unit in ("Kilo gram", "Ton", "Pound", "Stone", "Ounce", "Gram")]
    extracted = [{"unit": one["unit"].lower()} for one in gold]
    schema = {"type": "object", "properties": {"unit": {"type": "string"}}}
    runs = {"one": evaluate(gold, extracted, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    first = accepted_rules(cards, outcome, schema, runs).rules[0]
    assert first.suggestion.edit.transforms == ("lowercase",)
    assert (first.accepted, first.of) == (6, 6)


@pytest.mark.parametrize(("plain", "kind", "listed"), [(0.0, "number", [0, 0.0]), (False, "boolean", [False])])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_accepted_null_for_zero_becomes_a_rule(plain: Any, kind: str, listed: Any, is_swapped: bool) -> None:
    gold = [{"paid": plain if at < 4 else True if kind == "boolean" else 7.0} for at in range(6)]
    extracted = [{"paid": None} if at < 4 else one for at, one in enumerate(gold)]
    if is_swapped:
        gold, extracted = extracted, gold
    schema = {"type": "object", "properties": {"paid": {"type": [kind, "null"]}}}
    runs = {"one": evaluate(gold, extracted, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("both_acceptable"))))
    found = accepted_rules(cards, outcome, schema, runs)
    assert [(rule.accepted, rule.of, rule.forgiven) for rule in found.rules] == [(4, 4, 0)]
    assert found.rules[0].suggestion.edit.transforms == ({"null_if": {"values": listed}},)
    assert found.left == ()


def test_a_rule_that_rests_on_one_record_is_risky() -> None:
    [rule] = rules({"gram"}).rules
    assert (rule.records, rule.forgiven, rule.is_risky) == (1, 0, True)


def test_accepted_numbers_become_a_tolerance_that_just_covers_them() -> None:
    [rule] = rules({11.004, 12.004, 13.003}).rules
    assert (rule.accepted, rule.forgiven) == (3, 0)
    assert rule.suggestion.edit.params == {"tolerance": {"abs": 0.004}}
    assert "mismatches differ by at most 0.004, the most that people accept" in rule.suggestion.sentence


def test_a_rule_that_forgives_what_people_called_wrong_is_a_warning() -> None:
    [rule] = rules({12.004}).rules
    assert (rule.accepted, rule.forgiven, rule.is_risky) == (1, 2, True)
    assert {pair.extracted for pair in rule.warnings} == {11.004, 13.003}


def test_all_that_are_as_close_are_counted_whatever_people_said_of_them() -> None:
    [rule] = [one for one in rules({12.004}).rules if one.suggestion.kind == "tolerance"]
    assert "In total, 3 of 4 mismatches differ by at most 0.004, the most" in rule.suggestion.sentence


def test_beside_a_table_that_forgives_rejected_pairs_there_is_one_of_the_accepted_pairs_alone() -> None:
    other = {"fridge": "refrigerator", "washer": "washing machine"}
    gold = [{"id": str(at), "kind": list(other.values())[at % 2]} for at in range(12)]
    extracted = [{"id": one["id"], "kind": list(other)[at % 2]} for at, one in enumerate(gold)]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"kind": {"type": "string"}}}
    runs = {"one": evaluate(gold, extracted, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        return Answer("both_acceptable" if card.extracted == "fridge" else "gold_right")

    found = accepted_rules(cards, find_outcome(cards, read_opinions(events_of(cards, answer))), schema, runs)
    tables = [(rule.suggestion.edit.transforms[0]["map_values"]["values"], rule.forgiven) for rule in found.rules]
    assert tables == [({"fridge": "refrigerator"}, 0), (other, 6)]
    assert found.left == ()


def test_a_pair_is_listed_once_where_a_record_was_taken_out_of_its_card() -> None:
    runs = {"one": evaluate(GOLD, EXTRACTED, SCHEMA)}
    whole = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    cards = [replace(card, places=(place,)) for card in whole for place in card.places]
    answers = events_of(cards, lambda card, at: Answer("both_acceptable" if card.extracted == "kg" else "gold_right"))
    found = accepted_rules(cards, find_outcome(cards, read_opinions(answers)), SCHEMA, runs)
    [rule] = found.rules
    assert [(one.extracted, one.places, one.records) for one in rule.examples] == [("kg", 2, {0, 1})]
    assert (rule.accepted, rule.of, rule.records) == (2, 2, 2)


def test_what_no_rule_explains_is_listed() -> None:
    found = rules({False})
    assert found.rules == ()
    assert [pair.extracted for pair in found.left] == [False]
    assert found.accepted == 1


TAGS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("gold", "extracted", "tags_now", "still_wrong"),
    [
        ({"tags": []}, {}, TAGS, 1),
        ({"tags": []}, {}, {**TAGS, "x-eval-nulls": {"absent": [[]]}}, 0),
        ({}, {"extra": "x"}, TAGS, 1),
    ],
    ids=["a missing empty array", "an empty array that may be missing now", "a key that the schema lacks"],
)
def test_accepted_values_that_no_rule_can_be_for_are_counted_too(
    gold: Any, extracted: Any, tags_now: Any, still_wrong: int
) -> None:
    golds, others = [{"unit": "g", **gold}], [{"unit": "g", **extracted}]
    before, now = (
        {"type": "object", "properties": {"unit": {"type": "string"}, "tags": tags}} for tags in (TAGS, tags_now)
    )
    cards = plan_cards({"one": evaluate(golds, others, before)}, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    found = accepted_rules(cards, outcome, now, {"one": evaluate(golds, others, now)})
    assert (found.rules, len(found.left), found.accepted) == ((), still_wrong, still_wrong)


def test_a_known_rule_for_arrays_is_taken_up_where_people_accept_that_they_are_missing() -> None:
    schema = {"type": "object", "properties": {"unit": {"type": "string"}, "tags": TAGS}}
    runs = {"one": evaluate([{"unit": "g", "tags": []}] * 4, [{"unit": "g"}] * 4, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    found = accepted_rules(cards, outcome, schema, runs, suggest_from(runs, schema))
    assert [(rule.suggestion.kind, rule.suggestion.path, rule.accepted) for rule in found.rules] == [
        ("nulls", "tags", 4)
    ]
    assert (found.left, found.accepted) == ((), 4)


DAYS = [f"2024-01-{day:02}" for day in range(3, 13)]


def of_days(accepted: int, **answers: Answer) -> AcceptedRules:
    """Rules of the dates of ten records, written with points: of the first few people say that both are right.

    `answers` are those on records by `r` and their number; gold has by now what they say.
    """
    gold = [{"day": day} for day in DAYS]
    extracted = [{"day": ".".join(reversed(day.split("-")))} for day in DAYS]
    for name in answers:
        gold[int(name[1:])] = {"day": "2023-01-01"}
    schema = {"type": "object", "properties": {"day": {"type": "string"}}}
    cards = plan_cards({"one": evaluate(gold, extracted, schema)}, ReviewPlan(audit=0, overlap=0))

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        return answers.get(f"r{at.record}", Answer("both_acceptable" if at.record < accepted else "unsure"))

    outcome = find_outcome(cards, read_opinions(events_of(cards, answer)))
    now = [{"day": day} for day in DAYS]
    return accepted_rules(
        cards, outcome, schema, {"one": evaluate(now, extracted, schema)}, (), lambda at, _: now[at.record]["day"]
    )


def test_accepted_dates_are_compared_as_dates_though_nobody_looked_for_suggestions() -> None:
    [rule] = of_days(3).rules
    assert (rule.suggestion.kind, rule.accepted, rule.of, rule.forgiven) == ("date", 3, 3, 0)
    assert "10 of 10 mismatches are the same dates" in rule.suggestion.sentence


def test_a_date_that_people_typed_is_not_called_another_than_the_extraction() -> None:
    [rule] = of_days(3, r5=Answer("gold_wrong", DAYS[5])).rules
    assert (rule.suggestion.kind, rule.forgiven, rule.warnings) == ("date", 0, ())


def test_values_beside_what_people_typed_are_counted_apart_and_are_no_risk() -> None:
    [rule] = of_days(3, r5=Answer("gold_wrong", DAYS[5]), r6=Answer("gold_wrong", DAYS[6])).rules
    assert (rule.accepted, rule.forgiven, rule.typed, rule.is_risky) == (3, 0, 2, False)
    assert [(pair.gold, pair.extracted) for pair in rule.typed_pairs] == [
        ("2024-01-08", "08.01.2024"), ("2024-01-09", "09.01.2024"),
    ]  # fmt: skip


def test_records_that_were_not_extracted_are_among_no_wrong_values() -> None:
    gold = [{"id": str(at), "paid": 0 if at < 4 else 7} for at in range(8)]
    extracted = [{**one, "paid": one["paid"] or None} for one in gold[:6]]
    schema = {"type": "object", "x-eval-id": "id", "properties": {"paid": {"type": ["number", "null"]}}}
    runs = {"one": evaluate(gold, extracted, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda *_: Answer("both_acceptable"))))
    first = accepted_rules(cards, outcome, schema, runs).rules[0]
    assert first.suggestion.sentence.startswith("In paid, 4 of 4 wrong results are null for 0.")


def test_known_suggestions_come_before_rules_made_of_the_pairs() -> None:
    kinds = {rule.suggestion.kind for rule in rules({11.004, 12.004, 13.003}, known=True).rules}
    assert "tolerance" in kinds


def test_a_rule_promises_what_taking_it_alone_brings_though_it_was_found_on_top_of_a_pairing() -> None:
    gold = gold_of("items")
    loud = [
        {**record, "items": [{**one, "what": one["what"].upper()} for one in record["items"]][:: -1 if n < 10 else 1]}
        for n, record in enumerate(gold)
    ]
    schema = annotate_xeval(infer_schema(gold)) | {"x-eval-id": "id"}
    before = evaluate(gold, loud, schema)
    known = suggest_from({"one": before}, schema)
    case = of_kind(known, "case")
    assert case.builds_on
    cards = plan_cards({"one": before}, ReviewPlan(audit=0, overlap=0))

    def answer(card: ReviewCard, at: CardPlace) -> Answer:
        return Answer("both_acceptable" if repr(card.gold).lower() == repr(card.extracted).lower() else "gold_right")

    outcome = find_outcome(cards, read_opinions(events_of(cards, answer)))
    [rule] = accepted_rules(cards, outcome, schema, {"one": before}, [*known, *known.alternatives]).rules
    assert (rule.suggestion.id, rule.suggestion.builds_on) == (case.id, ())
    assert (rule.accepted, rule.of, rule.forgiven) == (40, 40, 0)
    after = evaluate(gold, loud, apply(schema, rule.suggestion))
    assert rule.suggestion.gain == pytest.approx((after.mean_f1 or 0.0) - (before.mean_f1 or 0.0))
    assert rule.suggestion.gain < case.gain
    assert "once elements are paired" not in rule.suggestion.sentence


def test_a_rule_for_empty_arrays_is_found_though_the_known_one_builds_on_a_pairing() -> None:
    schema = {"type": "object", "properties": {"unit": {"type": "string"}, "tags": TAGS}}
    runs = {"one": evaluate([{"unit": "g", "tags": []}] * 4, [{"unit": "g"}] * 4, schema)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    known = [replace(one, builds_on=("other",)) for one in suggest_from(runs, schema)]
    [rule] = accepted_rules(cards, outcome, schema, runs, known).rules
    assert (rule.suggestion.kind, rule.suggestion.path, rule.suggestion.builds_on) == ("nulls", "tags", ())


def test_what_the_schema_calls_right_by_now_needs_no_rule() -> None:
    runs = {"one": evaluate(GOLD, EXTRACTED, SCHEMA)}
    cards = plan_cards(runs, ReviewPlan(audit=0, overlap=0))
    outcome = find_outcome(cards, read_opinions(events_of(cards, lambda card, at: Answer("both_acceptable"))))
    lenient = {
        **SCHEMA,
        "properties": {name: {**node, "x-eval-skip": True} for name, node in SCHEMA["properties"].items()},
    }
    found = accepted_rules(cards, outcome, lenient, {"one": evaluate(GOLD, EXTRACTED, lenient)})
    assert (found.rules, found.left, found.accepted) == ((), (), 0)
