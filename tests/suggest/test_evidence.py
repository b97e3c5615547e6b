"""What is enough evidence for a setting: different values, wherever they are."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.suggest import Effect, Risk, Suggestions, apply, suggest
from evaljson.suggest.from_proposals import with_losses
from evaljson.suggest.model import Level, Settled
from evaljson.suggest.nothing import NOTHING
from tests.suggest.made import kinds, of_kind, suggested

WORDS = ["red apple", "green pear", "blue plum", "old fig", "ripe lime", "raw nut"]


def in_one_record(gold: list[Any], extracted: list[Any]) -> Suggestions:
    items = {"type": "object", "properties": {"text": {"type": ["string", "null"]}}}
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": items}}}
    sides = [[{"rows": [{"text": value} for value in values]}] for values in (gold, extracted)]
    return suggest(sides[0], {"a": sides[1]}, schema)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda text: text.replace(" ", "  "), "whitespace"),
        (str.upper, "case"),
        (lambda text: text.replace(" ", ", "), "punctuation"),
    ],
)
def test_different_values_of_one_record_are_evidence(change: Any, kind: str) -> None:
    assert kinds(in_one_record(WORDS, list(map(change, WORDS)))) == {kind}


def test_one_value_of_one_record_is_none() -> None:
    found = in_one_record(WORDS, [*WORDS[:-1], "RAW NUT"])
    assert kinds(found) == set()
    assert found.to_markdown() == f"{NOTHING}\n"
    assert "explains enough" in NOTHING, "a setting would explain that one: nothing else may be said"


def test_a_long_table_of_one_record_shows_how_nothing_is_said() -> None:
    assert "null_words" in kinds(in_one_record([None] * 6 + WORDS, ["n/a"] * 6 + WORDS))


def test_a_word_for_nothing_is_the_empty_text_of_gold() -> None:
    found = suggested([("", "N/A")] * 3 + [("", "none")] + [(word, word) for word in WORDS])
    one = of_kind(found, "null_words")
    assert one.settings["x-eval-transform"] == [{"null_if": {"values": ["n/a", "none", ""], "ignore_case": True}}]
    assert one.effect is not None
    assert one.effect.variants["a"].field_after.f1 == 1.0


def test_an_empty_object_and_an_empty_list_both_say_nothing() -> None:
    gold = [{"a": [], "b": 1}] * 3 + [{"a": ["x"], "b": 1}]
    found = suggest(gold, {"a": [{**record, "a": record["a"] or {}} for record in gold]})
    one = of_kind(found, "nulls")
    assert found.together is not None
    assert found.together.variants["a"].after.f1 == 1.0
    assert "absent" in apply(found.schema, [one])["properties"]["a"]["x-eval-nulls"]


def test_signs_of_currencies_are_names_of_their_codes() -> None:
    pairs = [("EUR", "€"), ("GBP", "£"), ("JPY", "¥"), ("CHF", "CHF"), ("EUR", "EUR")]
    one = of_kind(suggested(pairs), "synonyms")
    assert one.edit.transforms == ({"map_values": {"values": {"£": "GBP", "¥": "JPY", "€": "EUR"}}},)


def test_a_sign_of_several_currencies_in_the_same_field_is_none_of_them() -> None:
    assert "synonyms" not in kinds(suggested([("USD", "$"), ("CAD", "$"), ("EUR", "EUR")] * 4))


def test_names_for_one_of_the_listed_values_are_synonyms() -> None:
    gold = [["€"], ["£"], ["€"], ["Acme"], ["Acme"], ["Acme"], ["Globex"], ["Ex"], ["Why"]]
    extracted = ["EUR", "GBP", "EUR", "Acme Corp.", "Acme Corp.", "Acme Corp.", "Globex", "Ex", "Zed"]
    found = suggested([*zip(gold, extracted, strict=True)], "array", items={"type": "string"})
    one = of_kind(found, "any_of")
    assert one.settings["x-eval-compare"]["any_of"]["transform"] == [
        {"map_values": {"values": {"EUR": "€", "GBP": "£"}}}
    ]
    assert one.risk.level == "medium"


@pytest.mark.parametrize(("right", "level"), [(12, "medium"), (0, "low")])
def test_what_makes_right_values_wrong_says_how_many_and_is_no_low_risk(right: int, level: str) -> None:
    """An element whose key is wrong has right values at its place, and no partner once elements are paired by key."""
    item = {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "integer"}}}
    schema = {"type": "object", "properties": {"rows": {"type": "array", "items": item}}}
    rows = [[{"sku": f"{letter}{n}", "n": 10 * n + place} for place, letter in enumerate("ABC")] for n in range(16)]
    turned = [every[::-1] for every in rows[: right or 12]]
    slips = [[{"sku": f"X{n}", "n": every[0]["n"]}, *every[1:]] for n, every in enumerate(rows[12:14])]
    same = rows[right or 12 : 12]
    gold = [{"rows": every} for every in [*rows[: right or 12], *rows[12:14], *same]]
    extracted = [{"rows": every} for every in [*turned, *(slips if right else rows[12:14]), *same]]
    one = of_kind(suggest(gold, {"a": extracted}, schema), "key")
    assert one.effect is not None
    assert one.effect.settled is not None
    settled = one.effect.settled
    assert (settled.lost, settled.lost_records) == ((2, 2) if right else (0, 0))
    assert (settled.gained, settled.records) == (4 * (right or 12), right or 12)
    assert one.risk.level == level
    assert one.risk.why.startswith("2 right values become wrong in 2 records; elements are") is bool(right)


@pytest.mark.parametrize(
    ("before", "lost", "level"),
    [("low", 0, "low"), ("low", 1, "medium"), ("medium", 10, "medium"), ("low", 11, "high"), ("high", 1, "high")],
)
def test_where_one_in_five_is_lost_the_risk_is_high(before: Level, lost: int, level: Level) -> None:
    effect = Effect({}, (), (), only_lenient=not lost, settled=Settled(50 - lost, 50, 50, lost, 1))
    assert with_losses(Risk(before, "So it is."), effect).level == level
    assert with_losses(Risk(before, "So it is."), None) == Risk(before, "So it is.")
