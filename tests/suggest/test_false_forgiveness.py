"""What looks like a matter of settings and is an error: it is not proposed, or is a choice of its own."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.suggest import Suggestions, suggest
from tests.suggest.made import kinds, of_kind, suggested

ROLES = ["buyer", "seller", "agent", "notary", "witness"]


def of_lists(gold: list[Any], extracted: list[Any], item: dict[str, Any], name: str = "rows") -> Suggestions:
    schema = {"type": "object", "properties": {name: {"type": "array", "items": item}}}
    return suggest([{name: rows} for rows in gold], {"a": [{name: rows} for rows in extracted]}, schema)


def test_a_role_for_another_role_is_a_high_risk_and_not_applied_with_the_others() -> None:
    found = suggested([("seller", "agent")] * 6 + [(role, role) for role in ROLES])
    one = of_kind(found, "synonyms")
    assert one.risk.level == "high"
    assert {"seller", "agent"} in map(set, one.risk.merged)
    assert found.for_all == ()
    assert found.together is None


def test_each_pair_of_two_gold_values_is_a_row_of_its_own_beside_the_table_of_the_others() -> None:
    pairs = [("seller", "agent"), ("buyer", "notary"), ("witness", "observer")]
    found = suggested([*pairs * 5, *((role, role) for role in ROLES)])
    tables = {tuple(one.edit.transforms[0]["map_values"]["values"].items()): one.risk.level for one in found}
    assert tables == {
        (("agent", "seller"),): "high",
        (("notary", "buyer"),): "high",
        (("observer", "witness"),): "medium",
    }
    assert found.for_all == (), "an extractor that is always wrong in the same way looks like a synonym"


@pytest.mark.parametrize("in_gold", [False, True])
def test_several_categories_for_which_one_is_extracted_are_no_synonyms(in_gold: bool) -> None:
    more = [("other", "other")] * 3 if in_gold else []
    assert "synonyms" not in kinds(suggested([(role, "other") for role in ROLES] * 4 + more))


@pytest.mark.parametrize(
    ("whole", "part"), [("co-pilot", "pilot"), ("vice-president", "president"), ("read/write", "read")]
)
def test_a_word_is_no_name_for_what_it_is_a_part_of(whole: str, part: str) -> None:
    assert kinds(suggested([(whole, part)] * 5 + [("crew", "crew")] * 3)) == set()


def test_objects_that_differ_in_one_field_each_are_no_map() -> None:
    every = [f"field_{n}" for n in range(12)]
    gold = [{"o": {"name": "x", every[n]: "y"}} for n in range(12)]
    extracted = [{"o": {"name": "x", every[n]: "z"}} for n in range(12)]
    assert "map" not in kinds(suggest(gold, {"a": extracted}))
    alone = [{"o": {every[n]: "y"}} for n in range(12)]
    assert "map" not in kinds(suggest(alone, {"a": extracted}))


@pytest.mark.parametrize(
    ("name", "values", "is_key"),
    [
        ("temperature", [36, 37, 39, 41], False),
        ("pulse", ["72 bpm", "88 bpm", "61 bpm", "104 bpm"], False),
        ("weight", ["1.5", "2.75", "3", "10.1"], False),
        ("line_no", [1, 2, 3, 4], True),
        ("code", [36, 37, 39, 41], True),
        ("article", [40213, 40377, 41892, 40001], True),
    ],
)
def test_elements_are_not_identified_by_what_was_measured(name: str, values: list[Any], is_key: bool) -> None:
    item = {
        "type": "object",
        "properties": {
            name: {"type": "integer" if isinstance(values[0], int) else "string"},
            "note": {"type": "string"},
        },
    }
    gold = [[{name: value, "note": f"{n} {value}"} for value in values] for n in range(4)]
    found = of_lists(gold, [rows[::-1] for rows in gold], item)
    keys = {one.edit.align["key"] for one in (*found, *found.alternatives) if one.kind == "key" and one.edit.align}
    assert (name in keys) is is_key


@pytest.mark.parametrize(("name", "level"), [("steps", "high"), ("cookingInstructions", "high"), ("tags", "medium")])
def test_the_order_of_steps_is_not_given_up_with_the_others(name: str, level: str) -> None:
    gold = [[f"{verb} {n}" for verb in ("mix", "bake", "cool", "serve")] for n in range(4)]
    found = of_lists(gold, [rows[::-1] for rows in gold], {"type": "string"}, name)
    one = of_kind(found, "hungarian")
    assert one.risk.level == level
    assert ("as the name says here" in one.risk.why) is (level == "high")
    assert bool(found.for_all) is (level != "high")


@pytest.mark.parametrize(
    "gold", [["6.3", "7.1", "12.5", "8.4"], ["63", "71", "125", "84"], ["6.3 mm", "7.1 mm", "1.5 m"]]
)
def test_nothing_makes_a_decimal_equal_to_the_number_of_its_digits(gold: list[str]) -> None:
    other = [text.replace(".", "") if "." in text else f"{text[:-1]}.{text[-1]}" for text in gold]
    found = suggested([*zip(gold, other, strict=True)] * 3)
    assert not kinds(found) & {"punctuation", "separators", "spaces", "amount", "quantity"}


UNITS = [("kPa", "hPa"), ("°C", "K"), ("°C", "°F"), ("g", "kg"), ("ml", "l"), ("mmol/L", "µmol/L"), ("mg/dL", "µmol/L"),
         ("EUR", "ct"), ("cents", "$")]  # fmt: skip


@pytest.mark.parametrize(("gold", "extracted"), UNITS)
@pytest.mark.parametrize("number", ["", "5 "])
def test_a_unit_of_another_size_is_no_synonym(gold: str, extracted: str, number: str) -> None:
    found = suggested([(f"{number}{gold}", f"{number}{extracted}")] * 6 + [(f"{number}{gold}", f"{number}{gold}")] * 2)
    assert not kinds(found) & {"synonyms", "quantity", "abbreviations"}


@pytest.mark.parametrize(("gold", "extracted"), [("g", "gr"), ("°C", "Celsius"), ("pcs", "pieces"), ("m", "h")])
def test_another_name_of_a_unit_is_one_and_letters_elsewhere_may_stand_for_anything(gold: str, extracted: str) -> None:
    others = [("male", "male")] * 3 if extracted == "h" else []
    assert "synonyms" in kinds(suggested([(gold, extracted)] * 6 + [(gold, gold)] * 2 + others))


def test_an_example_says_where_it_is() -> None:
    item = {"type": "object", "properties": {"sku": {"type": "string"}}}
    gold = [[{"sku": "right"}, {"sku": f"part {n}"}] for n in range(4)]
    found = of_lists(gold, [[rows[0], {"sku": rows[1]["sku"].upper()}] for rows in gold], item)
    one = of_kind(found, "case")
    assert {example.path for example in one.evidence.examples} == {"rows[1].sku"}
    assert one.to_dict()["evidence"]["examples"][0]["path"] == "rows[1].sku"


@pytest.mark.parametrize(("gold", "is_nothing"), [("%", False), ("", True), ("-", True)])
def test_a_word_for_nothing_stands_not_for_a_value_of_which_a_transform_leaves_nothing(
    gold: str, is_nothing: bool
) -> None:
    values = [(gold, "n/a")] * 8 + [("mg", "mg")] * 8
    found = suggested(values, **{"x-eval-transform": ["strip_punctuation"]})
    assert ("null_words" in kinds(found) or "nulls" in kinds(found)) == is_nothing
