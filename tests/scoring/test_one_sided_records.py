"""Records that only one side has: nothing in them is right, whatever counts as absent on both sides."""

from typing import Any

import pytest

from evaljson import evaluate
from evaljson.schema import parse_eval_schema
from evaljson.whatif import preview

COMPOUND = {"compound": {"fields": ["value", "unit"], "primary": "value", "compare": "exact"}}
FIELDS: dict[str, Any] = {
    "id": {"type": "string"},
    "a": {"type": "string"},
    "b": {"type": ["string", "null"]},
    "list": {"type": "array", "items": {"type": ["string", "null"]}},
    "none": {"type": ["object", "null"], "properties": {"c": {"type": "string"}}},
}
GOLD: list[dict[str, Any]] = [
    {"id": key, "a": "1", "b": None, "list": ["x", None], "none": None} for key in ("both", "gold only")
]
EXTRACTED = [GOLD[0], {**GOLD[1], "id": "extracted only"}]


def schema(both_absent: str) -> dict[str, Any]:
    policy = {"absent": [None], "both_absent": both_absent}
    return {"type": "object", "x-eval-id": "id", "x-eval-nulls": policy, "properties": FIELDS}


def statuses(both_absent: str, place: int) -> dict[str, str]:
    run = evaluate(GOLD, EXTRACTED, schema(both_absent), strays="invented")
    return {result.path: result.status for result in run.records[place].field_results}


@pytest.mark.parametrize("both_absent", ["match", "skip"])
@pytest.mark.parametrize(("place", "one_sided", "at"), [(1, "omission", ["list[0]", "list[1]"]),
                                                        (2, "hallucination", ["list[-1]", "list[-2]"])])  # fmt: skip
def test_what_both_sides_may_lack_is_skipped_in_a_record_that_one_side_lacks(
    both_absent: str, place: int, one_sided: str, at: list[str]
) -> None:
    assert statuses(both_absent, place) == {
        "a": one_sided, "b": "skipped", at[0]: one_sided, at[1]: "skipped", "none": "skipped",
    }  # fmt: skip


def test_it_is_right_in_a_record_that_both_have() -> None:
    assert set(statuses("match", 0).values()) == {"match"}


def test_so_it_is_where_fields_are_judged_together() -> None:
    fields = {name: {"type": ["string", "null"], "x-eval-compare": COMPOUND} for name in ("value", "unit")}
    of_both = {"type": "object", "x-eval-nulls": {"absent": [None], "both_absent": "match"}, "properties": fields}
    nothing = {"value": None, "unit": None}
    run = evaluate([nothing, nothing], [nothing, None], of_both)
    by_record = [{one.path: one.status for one in record.field_results} for record in run.records]
    assert by_record[0]["value"] == "match"
    assert set(by_record[1].values()) == {"skipped"}


def test_an_edit_of_the_null_policy_is_previewed_so() -> None:
    run = evaluate(GOLD, EXTRACTED, schema("skip"))
    seen = preview(run, *map(parse_eval_schema, (schema("skip"), schema("match"))))
    scored = evaluate(GOLD, EXTRACTED, schema("match"))
    assert seen.after.mean_f1 == scored.mean_f1
    assert scored.records[1].f1 == 0.0
