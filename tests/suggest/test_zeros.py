"""0 or false for null: what is proposed, at what risk, and that what it explains is right under it."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson.base.jsontypes import ABSENT
from evaljson.suggest import apply
from tests.suggest.made import Values, kinds, of_kind, plain, suggested

NULL_IS_ABSENT = {"x-eval-nulls": {"absent": [None]}}
RIGHT: Values = [(5.0, 5.0), (7.5, 7.5)]


@pytest.mark.parametrize(
    ("type_", "kind", "values", "listed"),
    [
        ("number", "zero_as_null", [(None, 0), (None, 0.0)], [0, 0.0]),
        ("number", "zero_as_null", [(0, None), (0.0, None)], [0, 0.0]),
        ("number", "zero_as_null", [(None, "0.00"), (None, 0)], [0, 0.0, "0.00"]),
        ("boolean", "false_as_null", [(None, False), (None, False)], [False]),
        ("boolean", "false_as_null", [(False, None), (False, None)], [False]),
    ],
)
def test_null_for_zero_or_false_is_proposed_to_be_read_as_null(
    type_: str, kind: str, values: Values, listed: list[Any]
) -> None:
    right: Values = [(True, True)] * 3 if type_ == "boolean" else RIGHT
    suggestions = suggested([*values, *right], [type_, "null"])
    suggestion = of_kind(suggestions, kind)
    assert suggestion.settings == {"x-eval-transform": [{"null_if": {"values": listed}}]}
    assert plain(apply(suggestions.schema, [suggestion])) == suggestion.settings
    assert (suggestion.evidence.explained, suggestion.risk.level) == (2, "medium")
    assert suggestion.effect is not None
    assert suggestion.effect.settled is not None
    assert suggestion.effect.settled.wrong == 2


def test_where_gold_has_both_the_risk_is_high() -> None:
    values: Values = [(None, 0), (None, 0), (0, 0), *RIGHT]
    suggestion = of_kind(suggested(values, ["number", "null"]), "zero_as_null")
    assert suggestion.risk.level == "high"
    assert suggestion.risk.why == "Gold has both 0 and null here, and they may be different answers."


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([(0, None), (0, None)], "2 of 2 wrong results are null for 0"),
        ([(None, 0), (None, 0)], "2 of 2 wrong results are 0 for null"),
        ([(None, 0), (0, None), (0, None)], "3 of 3 wrong results are null for 0, or 0 for null"),
        (
            [(0, None), (0, None), (0, "0,00"), (0, "0,0")],
            "2 of 4 wrong results are null for 0; it settles 2 more, where 0 is only written in another way.",
        ),
    ],
)
def test_it_is_said_which_side_has_null(values: Values, said: str) -> None:
    assert said in of_kind(suggested([*values, *RIGHT], ["number", "null"]), "zero_as_null").sentence


@pytest.mark.parametrize(
    ("more", "expected", "said"), [({}, 2, "0 for null"), (NULL_IS_ABSENT, 4, "0 for null or a missing key")]
)
def test_a_missing_key_counts_only_where_null_is_one(more: dict[str, Any], expected: int, said: str) -> None:
    values: Values = [(None, 0), (None, 0), (ABSENT, 0), (ABSENT, 0), *RIGHT]
    suggestion = of_kind(suggested(values, ["number", "null"], **more), "zero_as_null")
    assert suggestion.evidence.explained == expected
    assert f"wrong results are {said}." in suggestion.sentence


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([(None, 0)], id="one record"),
        pytest.param([(None, False), (None, False)], id="false is no 0"),
        pytest.param([(ABSENT, 0), (ABSENT, 0)], id="no key is not null"),
        pytest.param([(5, 0), (6, 0)], id="another value"),
        pytest.param([(None, "O"), (None, "0x")], id="no number"),
    ],
)
def test_what_is_not_null_for_zero_gets_no_such_rule(values: Values) -> None:
    assert "zero_as_null" not in kinds(suggested([*values, *RIGHT], ["number", "string", "boolean", "null"]))


def test_a_comparator_that_somebody_chose_is_no_reason_against_it() -> None:
    values: Values = [(None, 0), (None, 0), *RIGHT]
    found = suggested(values, ["number", "null"], **{"x-eval-compare": {"numeric": {"tolerance": {"abs": 0.1}}}})
    assert "zero_as_null" in kinds(found)
    assert "zero_as_null" in kinds(suggested(values, ["number", "null"], **{"x-eval-compare": "amount"}))


def test_whatever_says_0_counts_as_null_at_once_so_that_what_is_right_stays_right() -> None:
    amount = {"x-eval-compare": {"amount": {"decimal": ","}}}
    values: Values = [(0, None), (0, None), (0, "0,00"), (0, "0,00"), ("0,0", 0), (5, "5,00")]
    found = suggested(values, ["number", "string", "null"], **amount)
    one = of_kind(found, "zero_as_null")
    assert one.settings["x-eval-transform"] == [{"null_if": {"values": [0, 0.0, "0,0", "0,00"]}}]
    assert one.effect is not None
    assert one.effect.settled is not None
    assert (one.effect.settled.right, one.effect.settled.lost) == (2, 0)
    assert one.risk.why == "A value that was not extracted then counts as right where gold has 0."


def test_what_the_rule_made_null_is_no_null_of_its_own() -> None:
    rule = {"x-eval-transform": [{"null_if": {"values": [0, 0.0]}}]}
    values: Values = [(0, "0,00"), (0, "0,00"), *RIGHT]
    assert "zero_as_null" not in kinds(suggested(values, ["number", "string", "null"], **rule))
