"""Confidences that are given beside a run: which value each belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from evaljson import evaluate, review_effort
from evaljson.base.errors import InputError

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "tags": {"type": "array", "x-eval-compare": "set", "items": {"type": "string"}},
        "items": {
            "type": "array",
            "x-eval-align": {"match_by": "hungarian"},
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "n": {"type": "number"}}},
        },
    },
}
GOLD = {"name": "Acme", "tags": ["a", "b"], "items": [{"sku": "x", "n": 1}, {"sku": "y", "n": 2}]}
EXTRACTED = {"name": "Acme", "tags": ["a", "b"], "items": [{"sku": "y", "n": 2}, {"sku": "x", "n": 5}]}
SURE = {
    "name": 0.9, "tags[0]": 0.8, "tags[1]": 0.7, "items[0].sku": 0.6, "items[0].n": 0.5, "items[1].sku": 0.4,
    "items[1].n": 0.1,
}  # fmt: skip


def thresholds(path: str, given: Any = SURE) -> list[float]:
    found = review_effort(evaluate([GOLD], [EXTRACTED], SCHEMA), confidences={0: given})
    assert found is not None
    return sorted(part.threshold for part in found.per_field[path].curve)


def test_values_in_arrays_have_the_confidence_of_where_they_were_extracted() -> None:
    assert thresholds("items[].sku") == [0.4, 0.6]
    assert thresholds("items[].n") == [0.1, 0.5]
    found = review_effort(evaluate([GOLD], [EXTRACTED], SCHEMA), confidences={0: SURE})
    assert found is not None
    (surest,) = [part for part in found.per_field["items[].n"].curve if part.threshold == 0.5]
    assert (surest.values, surest.wrong) == (1, 0)


def test_a_container_is_as_sure_as_the_least_sure_value_in_it() -> None:
    assert thresholds("tags") == [0.7]
    assert thresholds("tags", {**SURE, "tags": 0.95}) == [0.95]


def test_given_confidences_go_before_those_of_the_run() -> None:
    schema = {**SCHEMA, "x-eval-confidence": {"parallel": "sure"}}
    run = evaluate([GOLD] * 3, [{**EXTRACTED, "sure": {"name": 0.2}}] * 3, schema)
    own, given = review_effort(run), review_effort(run, confidences={at: {"name": 0.9} for at in range(3)})
    assert own is not None
    assert given is not None
    assert [one.per_field["name"].curve[0].threshold for one in (own, given)] == [0.2, 0.9]


@pytest.mark.parametrize("sure", [1.2, -0.1, True, "0.9", float("nan")])
def test_what_is_no_confidence_is_refused_with_its_path(sure: Any) -> None:
    with pytest.raises(InputError, match="from 0 to 1") as raised:
        review_effort(evaluate([GOLD], [EXTRACTED], SCHEMA), confidences={0: {"name": sure}})
    assert raised.value.path == "name"


def test_confidences_of_other_records_are_refused() -> None:
    with pytest.raises(InputError, match="no record of the run has a confidence"):
        review_effort(evaluate([GOLD], [EXTRACTED], SCHEMA), confidences={"r1": SURE})
