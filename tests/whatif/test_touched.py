"""What an edit may change: no more than what means something else."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.schema import parse_eval_schema
from evaljson.whatif.touched import touched_paths

FIELDS = {"a": {"type": "string"}, "n": {"type": "array", "items": {"type": "number"}}}
NOTHING = {"absent": []}


def schema(**root: Any) -> dict[str, Any]:
    return {"type": "object", "properties": FIELDS, **root}


def by_default(type_: str, **settings: Any) -> dict[str, Any]:
    return schema(**{"x-eval-defaults": {type_: settings}})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (schema(), by_default("any", **{"x-eval-nulls": NOTHING})),
        (schema(), by_default("string", **{"x-eval-nulls": {"absent": [], "both_absent": "match"}})),
        (schema(), schema(**{"x-eval-nulls": NOTHING})),
        (
            by_default("string", **{"x-eval-nulls": {"absent": [None, ""]}}),
            by_default("string", **{"x-eval-nulls": {"absent": ["", None, ""], "both_absent": "skip"}}),
        ),
        (schema(), by_default("string", **{"x-eval-compare": "exact", "x-eval-skip": False, "x-eval-transform": []})),
        (schema(), by_default("array", **{"x-eval-align": {"ordered": True}})),
    ],
    ids=["nothing listed", "for texts", "at the root", "in another order", "what holds anyway", "by position"],
)
def test_settings_that_mean_what_holds_anyway_touch_nothing(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert touched_paths(parse_eval_schema(before), parse_eval_schema(after)) == frozenset()
    gold, extracted = [{"a": "", "n": [1]}, {"a": None, "n": []}], [{"a": None, "n": None}, {"n": [2]}]
    runs = [evaluate(gold, extracted, one) for one in (before, after)]
    assert runs[0].to_frame().equals(runs[1].to_frame())


@pytest.mark.parametrize(
    ("policy", "touched"),
    [({"absent": [None]}, {"a"}), ({"absent": [0]}, {"a"}), ({"absent": [False]}, {"a"})],
    ids=str,
)
def test_what_lists_anything_touches_the_fields_that_take_it(policy: dict[str, Any], touched: set[str]) -> None:
    after = by_default("string", **{"x-eval-nulls": policy})
    assert touched_paths(parse_eval_schema(schema()), parse_eval_schema(after)) == touched


def test_1_and_true_are_two_values_to_list() -> None:
    before, after = (by_default("string", **{"x-eval-nulls": {"absent": [one]}}) for one in (1, True))
    assert touched_paths(parse_eval_schema(before), parse_eval_schema(after)) == {"a"}
