"""Applying: whatever the order, as often as you like, and with a word on what excludes another."""

import copy
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from evaljson import SchemaError
from evaljson.suggest import Edit, Suggestions, applied, apply, suggest
from tests.suggest.made import of_kind, suggested


@pytest.fixture(scope="module")
def suggestions() -> Suggestions:
    """Several suggestions at one field, and one at another."""
    names = ["Zoë B", "Äda C", "Ôla D", "Él E"] * 2
    gold = [{"name": name, "total": 1000.5 + n, "note": None} for n, name in enumerate(names)]
    plain = str.maketrans("ëÄÔÉ", "eAOE")
    written = [name.translate(plain) if n % 2 else name.upper() for n, name in enumerate(names)]
    extracted = [
        {"name": name, "total": f"{record['total']:,} €", "note": "N/A"}
        for name, record in zip(written, gold, strict=True)
    ]
    return suggest(gold, {"a": extracted})


def test_every_order_of_suggestions_gives_the_same_schema(suggestions: Suggestions) -> None:
    assert len(suggestions) >= 4
    for chosen in permutations(suggestions, 3):
        assert apply(suggestions.schema, chosen) == apply(
            suggestions.schema, sorted(chosen, key=lambda suggestion: suggestion.id)
        )


def test_one_suggestion_is_applied_as_a_list_of_it_is(suggestions: Suggestions) -> None:
    assert apply(suggestions.schema, suggestions[0]) == apply(suggestions.schema, [suggestions[0]])


def test_applying_again_changes_nothing(suggestions: Suggestions) -> None:
    for seed in range(6):
        chosen = Random(seed).sample(list(suggestions), k=seed % len(suggestions) + 1)
        once = apply(suggestions.schema, chosen)
        assert apply(once, chosen) == once
        assert apply(once, chosen[:1]) == once


def test_the_schema_before_is_not_changed_so_that_it_can_be_gone_back_to(suggestions: Suggestions) -> None:
    before = copy.deepcopy(dict(suggestions.schema))
    apply(suggestions.schema, suggestions)
    assert suggestions.schema == before
    assert apply(suggestions.schema, []) == before


def test_the_same_errors_give_the_same_ids(suggestions: Suggestions) -> None:
    values = [("Ada", "ADA"), ("Bob", "BOB")]
    assert [suggestion.id for suggestion in suggested(values)] == [suggestion.id for suggestion in suggested(values)]
    assert len({suggestion.id for suggestion in suggestions}) == len(suggestions)


def test_of_suggestions_that_exclude_each_other_the_better_is_done_and_the_other_named() -> None:
    amount = of_kind(suggested([(1247.5, "1.247,50 €"), (80.0, "€80.00")], "number"), "amount")
    date = replace(amount, id="other", edit=Edit("field", compare="date"), effect=None)
    schema: dict[str, Any] = {"type": "object", "properties": {"field": {"type": "number"}}}
    for chosen in ([amount, date], [date, amount]):
        done = applied(schema, chosen)
        assert done.done == (amount,)
        [(left, why)] = done.left_out
        assert left is date
        assert "another comparator was chosen there" in why
        assert done.schema["properties"]["field"]["x-eval-compare"] == "amount"


def test_a_tolerance_is_kept_by_comparators_that_take_one_and_refused_beside_others() -> None:
    tolerance = of_kind(suggested([(12.34, 12.3), (7.77, 7.8), (9.51, 9.5)], "number"), "tolerance")
    schema: dict[str, Any] = {"type": "object", "properties": {"field": {"type": "number"}}}
    for comparator, taken in (("amount", True), ("boolean", False)):
        other = replace(tolerance, id=comparator, edit=Edit("field", compare=comparator))
        done = applied(schema, [tolerance, other])
        assert bool(done.left_out) is not taken
    assert apply(schema, [tolerance, replace(tolerance, id="amount", edit=Edit("field", compare="amount"))])[
        "properties"
    ]["field"]["x-eval-compare"] == {"amount": {"tolerance": tolerance.edit.params["tolerance"]}}


def test_a_field_that_the_schema_lacks_is_left_out_with_the_reason(suggestions: Suggestions) -> None:
    done = applied({"type": "object", "properties": {"else": {"type": "string"}}}, suggestions)
    assert not done.done
    assert {why for _, why in done.left_out} == {
        f"the schema has no field {suggestion.path!r}" for suggestion in suggestions
    }


def test_what_is_no_schema_is_refused(suggestions: Suggestions) -> None:
    with pytest.raises(SchemaError, match="there is no comparator 'exakt'"):
        apply({"type": "object", "properties": {"name": {"type": "string", "x-eval-compare": "exakt"}}}, suggestions)


def test_transforms_come_behind_those_that_are_there_in_an_order_of_their_own() -> None:
    values = [("Zoë  Blå", "ZOË BLÅ"), ("Ärna  Öst", "Arna Öst"), ("Noël  Öz", "noël Öz"), ("Éa  Ü", "Ea  U")]
    suggestions = suggested(values, **{"x-eval-transform": ["strip"]})
    assert {suggestion.kind for suggestion in suggestions} == {"case", "accents"}, (
        "each with the white space, which never comes alone"
    )
    field = apply(suggestions.schema, suggestions)["properties"]["field"]
    assert field["x-eval-transform"] == ["strip", "normalize_whitespace", "lowercase", "strip_accents"]


def test_a_policy_that_is_there_gets_more_values_and_keeps_the_rest() -> None:
    values = [(None, ""), (None, ""), ("x", "x")]
    there = {"x-eval-nulls": {"absent": [None], "both_absent": "match"}}
    suggestion = of_kind(suggested(values, **there), "nulls")
    assert suggestion.settings == {"x-eval-nulls": {"absent": [None, ""], "both_absent": "match"}}


@pytest.mark.parametrize(
    ("entries", "together"),
    [
        pytest.param(
            [{"null_if": {"values": [0, 0.0]}}, {"null_if": {"values": ["n/a"], "ignore_case": True}}],
            [{"null_if": {"values": ["n/a"], "ignore_case": True}}, {"null_if": {"values": [0, 0.0]}}],
            id="values that mean null, each with what it says of case",
        ),
        pytest.param(
            [{"map_values": {"values": {"DE": "Germany"}}}, {"map_values": {"values": {"FR": "France"}}}],
            [{"map_values": {"values": {"FR": "France", "DE": "Germany"}}}],
            id="synonyms, in one table",
        ),
        pytest.param(
            [{"type_convert": {"to": "str"}}, "normalize_whitespace", {"null_if": {"values": [0, 0.0]}}],
            [{"null_if": {"values": [0, 0.0]}}, {"type_convert": {"to": "str"}}, "normalize_whitespace"],
            id="0 before it is a text",
        ),
    ],
)
def test_what_is_applied_together_is_found_in_the_schema_and_keeps_its_meaning(
    suggestions: Suggestions, entries: list[Any], together: list[Any]
) -> None:
    schema: dict[str, Any] = {"type": "object", "properties": {"field": {"type": "string"}}}
    chosen = [
        replace(suggestions[0], id=f"{place}", path="field", edit=Edit("field", (entry,)), effect=None)
        for place, entry in enumerate(entries)
    ]
    for order in permutations(chosen):
        after = apply(schema, order)
        assert after["properties"]["field"]["x-eval-transform"] == together
        assert [apply(after, one) for one in order] == [after] * len(order)
