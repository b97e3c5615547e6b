"""What pairing by content would gain, in which variants, and what it costs."""

from collections.abc import Mapping

import pytest

from evaljson import infer_schema, parse_eval_schema
from evaljson.ui.shared.pairing_words import gain_by_variant, more_values, no_longer_scored
from evaljson.workspace.pairing_gains import gained, to_pair


@pytest.mark.parametrize(
    ("gains", "words"),
    [
        ({"n": 2}, "2 more values (net)"),
        ({"n": 1}, "1 more value (net)"),
        ({"n": 2, "m": 5, "nm": 1}, "8 more values (net)"),
        ({"n": 2, "n[].m": 5}, "more values (net)"),
        ({"fees": 2, "fees.*.rows": 5}, "more values (net)"),
    ],
)
def test_gains_are_added_up_unless_one_is_inside_another(gains: Mapping[str, int], words: str) -> None:
    assert more_values(gains) == words


@pytest.mark.parametrize(
    ("by_variant", "values", "where"),
    [
        ({"A": {"n": 2}}, "2 more values (net)", "in A"),
        ({"A": {"n": 0}, "B": {"n": 2}}, "2 more values (net)", "in B"),
        ({"A": {"n": 2}, "B": {"n": 9}, "C": {"n": 1}}, "9 more values (net)", "in B, up to 2 in 2 others"),
        (
            {"A": {"n": 9}, "B": {"n": 1}, "C": {"n": -1}},
            "9 more values (net)",
            "in A, 1 in 1 other, fewer in C",
        ),
        ({"A": {"n": 9}, "B": {"n": -2}, "C": {"n": -1}}, "9 more values (net)", "in A, fewer in 2"),
    ],
)
def test_the_variant_that_gains_most_is_named_and_others_that_gain_or_lose_are_counted(
    by_variant: Mapping[str, dict[str, int]], values: str, where: str
) -> None:
    assert gain_by_variant(by_variant, ["n"]) == (values, where)


def test_gains_that_do_not_add_up_have_no_number_for_the_others_either() -> None:
    by_variant = {name: {"n": gain, "n[].m": gain} for name, gain in {"A": 9, "B": 2, "C": 1}.items()}
    assert gain_by_variant(by_variant, ["n", "n[].m"]) == ("more values (net)", "in A, some in 2 others")


@pytest.mark.parametrize(
    ("by_variant", "gains"),
    [
        ({"A": {"n": 0, "m": 3}, "B": {"n": 2, "m": 0}}, {"n": 2, "m": 3}),
        ({"A": {"n": 2}, "B": {"n": -2}}, {}),
        ({}, {}),
    ],
)
def test_an_array_gains_if_it_does_over_all_variants(
    by_variant: Mapping[str, dict[str, int]], gains: dict[str, int]
) -> None:
    assert gained(by_variant) == gains


@pytest.mark.parametrize(
    ("paths", "cost"),
    [
        (["rows"], "Order is then no longer scored."),
        (["rows", "steps"], "Order is then no longer scored. ● High risk: the name speaks of an order."),
        (["fees"], "Keys of entries are then no longer scored."),
        (["rows", "fees"], "Order and keys of entries are then no longer scored."),
    ],
)
def test_what_pairing_by_content_costs_is_said(paths: list[str], cost: str) -> None:
    schema = infer_schema([{"rows": [{"a": 1}], "steps": [{"a": 1}]}])
    schema["properties"]["fees"] = {"type": "object", "additionalProperties": {"type": "number"}}
    assert no_longer_scored(parse_eval_schema(schema), paths) == cost


def test_arrays_named_as_an_order_are_measured_only_where_there_are_no_others() -> None:
    assert to_pair(["steps", "rows"]) == ["rows"]
    assert to_pair(["steps"]) == ["steps"]
