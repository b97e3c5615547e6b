"""Nothing that is applied with the others makes two gold values equal that are different answers."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson import evaluate
from evaljson.suggest import Suggestions, apply, suggest
from tests.profiles import examples
from tests.suggest.made import kinds, of_kind, records, suggested

POOLS: dict[str, list[Any]] = {
    "roles": ["buyer", "seller", "agent", "co-agent", "notary", "vice notary"],
    "names": ["Ada Lovelace", "Lovelace, Ada", "Jose", "José", "O'Brien", "OBrien", "St. Anton", "Saint Anton"],
    "codes": ["A-1", "A1", "A-01", "B.2", "B2", "AB 3", "A B3"],
    "numbers": [1.0, 1.01, 2.5, 2.52, 9.99, 10.0, 100, 101],
    "numbers in texts": ["6.3", "63", "7 kg", "7 g", "1.5", "15", "0.15", "630"],
    "currencies": ["USD", "CAD", "$", "EUR", "€", "CA$"],
    "amounts": ["5 USD", "5 EUR", "7 USD", "7 EUR", "9.50 USD"],
    "days": ["2024-03-04 10:00", "2024-03-04", "2024-03-04 18:30", "2024-04-03", "2024-05-06"],
    "nothing": ["none", "unknown", "n/a", "keine", "yes"],
    "addresses": ["Oak Rd. 5", "Oak Road 5", "Oak Ridge 5", "5 Oak Rd.", "Elm St. 1"],
}
"""Values of a field that are different answers, however alike they look."""
NOISES: list[Any] = [
    lambda value, other: value,
    lambda value, other: other,
    lambda value, other: value.replace(".", "") if isinstance(value, str) else round(value),
    lambda value, other: value.replace("-", " ") if isinstance(value, str) else str(value),
    lambda value, other: value.lower() if isinstance(value, str) else round(value, 1),
    lambda value, other: " ".join(reversed(value.split())) if isinstance(value, str) else value + 0.01,
    lambda value, other: f"{value} Uhr" if isinstance(value, str) else value,
    lambda value, other: None,
    lambda value, other: value.split()[0] if isinstance(value, str) else value,
]


def merged_by(schema: dict[str, Any], found: Suggestions, chosen: Any, gold: list[Any]) -> list[tuple[Any, Any]]:
    """Different gold values, one of which counts as right for the other under what is chosen and did not before."""
    pairs = list(permutations(dict.fromkeys(gold), 2))
    sides = records([one for one, _ in pairs]), records([other for _, other in pairs])
    before, after = (evaluate(*sides, each).to_frame() for each in (schema, apply(found.schema, chosen)))
    right = [set(frame[frame["status"] == "match"]["record_id"]) for frame in (before, after)]
    return [pair for number, pair in enumerate(pairs) if str(number) in right[1] - right[0]]


@examples(200)
@given(st.sampled_from(list(POOLS)), st.integers(0, 10**6))
def test_what_is_applied_together_keeps_different_answers_apart(pool: str, seed: int) -> None:
    rng = Random(seed)
    values = POOLS[pool]
    noise = {value: (rng.choice(NOISES), rng.choice(values)) for value in values}
    gold = [value for value in values for _ in range(rng.randint(1, 4))]
    extracted = [
        noise[value][0](value, noise[value][1]) if rng.random() < 0.9 else rng.choice(values) for value in gold
    ]
    type_ = "number" if pool == "numbers" else "string"
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": {"type": type_}}}
    found = suggest(records(gold), {"a": records(extracted)}, schema)
    for one in found:
        if one.risk.level != "high":
            assert merged_by(schema, found, [one], gold) == [], one.sentence
    assert merged_by(schema, found, found.for_all, gold) == []


def test_several_currencies_for_one_sign_are_a_choice_each() -> None:
    found = suggested([("$", code) for code in ("USD", "CAD", "TWD", "CLP")] * 3 + [("€", "EUR")] * 3)
    tables = {tuple(one.edit.transforms[0]["map_values"]["values"]): one.risk for one in found}
    assert {codes: risk.level for codes, risk in tables.items()} == {
        ("CAD",): "high", ("CLP",): "high", ("TWD",): "high", ("USD",): "high", ("EUR",): "medium",
    }  # fmt: skip
    assert "different currencies" in tables[("CAD",)].why
    assert found.for_all == (), "synonyms need a look"


def test_a_tolerance_under_which_two_gold_values_are_equal_is_a_choice() -> None:
    rounded = [(12.341, 12.34), (7.772, 7.77), (8.118, 8.12), (3.336, 3.34)]
    assert of_kind(suggested(rounded, "number"), "tolerance").risk.level == "medium"
    close = of_kind(suggested([*rounded, (12.344, 12.34)], "number"), "tolerance")
    assert close.risk.level == "high"
    assert (12.341, 12.344) in close.risk.merged


def test_amounts_of_different_currencies_in_gold_are_a_choice() -> None:
    pairs = [(f"{n}.50 USD", f"USD {n}.50") for n in range(4, 9)]
    assert of_kind(suggested(pairs), "amount").risk.level == "low"
    assert of_kind(suggested([*pairs, ("4.50 EUR", "EUR 4.50")]), "amount").risk.level == "high"


def test_two_settings_that_are_harmless_alone_are_not_applied_together_where_they_merge_answers() -> None:
    """Without accents Ángel Ruiz is Angel Ruiz, and in any order the words of Ruiz Angel are the same."""
    moved = [(f"Ada Nr{n}x", f"Nr{n}x Ada") for n in range(4)]
    plain = [(f"Zo{letter}é Lund", f"Zo{letter}e Lund") for letter in "abcd"]
    found = suggested([*moved, *plain, ("Ángel Ruiz", "Ángel Ruiz"), ("Ruiz Angel", "Ruiz Angel")])
    assert {"accents", "word_order"} <= kinds(found)
    assert len([one for one in found if one.risk.level == "high"]) == 1
    [high] = [one for one in found if one.risk.level == "high"]
    assert "together with what else is suggested here" in high.risk.why


@pytest.mark.parametrize("type_", ["string", "number"])
def test_a_field_without_different_answers_keeps_low_risks(type_: str) -> None:
    values = [("ACME", "Acme")] * 3 if type_ == "string" else [(n + 0.12, n + 0.13) for n in range(1, 5)]
    assert {one.risk.level for one in suggested(values, type_)} == {"low"}


def test_a_tolerance_under_quantities_says_which_quantities_become_the_same() -> None:
    weights = [(f"{n}.4 kg", f"{n} kg") for n in (3263, 8496, 1200, 950, 2044, 7310)]
    gold = [*weights, ("3263.9 kg", "3263.9 kg"), ("8496.8 kg", "8496.8 kg")]
    schema = {"x-eval-compare": "quantity"}
    one = of_kind(suggested(gold, "string", **schema), "tolerance")
    assert one.risk.level == "high"
    assert one.risk.merged == (("3263.4 kg", "3263.9 kg"), ("8496.4 kg", "8496.8 kg"))


def test_one_quantity_or_amount_written_in_two_ways_is_no_other_answer() -> None:
    for compare, unit in (("quantity", "kg"), ("amount", "USD")):
        gold = [(f"{n}.4 {unit}", f"{n} {unit}") for n in (3263, 8496, 1200, 950, 2044)]
        gold += [(text, text) for text in (f"77 {unit}", f"77.0 {unit}")]
        one = of_kind(suggested(gold, "string", **{"x-eval-compare": compare}), "tolerance")
        assert not one.risk.merged


@pytest.mark.parametrize("nulls", [[("", None)] * 3, [(None, "")] * 3])
def test_null_and_an_empty_text_of_gold_are_two_answers(nulls: list[Any]) -> None:
    rows = [*nulls, (None, None), ("", ""), *((text, text) for text in ("a", "b", "c"))]
    one = of_kind(suggested(rows, ["string", "null"]), "nulls")
    assert one.risk.level == "high"
    assert [set(group) for group in one.risk.merged] == [{None, ""}]
