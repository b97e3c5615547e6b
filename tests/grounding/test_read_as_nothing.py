"""Values that the eval schema reads as nothing are not looked for in the text."""

from typing import Any

import pytest

from evaljson import grounding, parse_eval_schema

RECORD = {"note": "null", "city": "Rome"}


@pytest.mark.parametrize(
    ("settings", "ignored"),
    [
        ({}, 0),
        ({"x-eval-transform": ["strip", {"null_if": {"values": ["null"]}}]}, 1),
        ({"x-eval-transform": [{"null_if": {"values": ["n/a"]}}]}, 0),
        ({"x-eval-nulls": {"absent": [None, "null"]}}, 1),
        (
            {
                "x-eval-transform": [{"regex_replace": {"pattern": "u", "replacement": "i"}}],
                "x-eval-nulls": {"absent": ["nill"]},
            },
            1,
        ),
        (
            {
                "x-eval-transform": [{"regex_replace": {"pattern": "u", "replacement": "i"}}],
                "x-eval-nulls": {"absent": ["null"]},
            },
            0,
        ),
    ],
)
def test_a_text_that_stands_for_nothing_is_not_invented(settings: dict[str, Any], ignored: int) -> None:
    fields = {"note": {"type": ["string", "null"], **settings}, "city": {"type": "string"}}
    tree = parse_eval_schema({"type": "object", "properties": fields})
    found = grounding([RECORD], {0: "A letter from Rome"}, tree)
    assert (found.not_looked_for, [one.path for one in found.missing]) == (ignored, ["note"] * (1 - ignored))
