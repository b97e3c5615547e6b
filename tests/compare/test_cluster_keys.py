"""Keys that records may belong together by, to choose from."""

import json
from typing import Any

import pytest

from evaljson import evaluate
from evaljson.compare.cluster_keys import keys_to_cluster_by
from evaljson.load import read_records
from evaljson.schema import infer_schema


def keys(values: list[Any], kept: list[Any] | None = None) -> list[str]:
    records = [{"id": at, "value": value, "vendor": {"name": value}} for at, value in enumerate(values)]
    if kept is not None:
        records = [{**record, "source": value} for record, value in zip(records, kept, strict=True)]
    gold = read_records(
        json.dumps(records).encode(), name="gold.json", kind="gold", id_field="id",
        metadata=() if kept is None else ("source",),
    )  # fmt: skip
    present = [one for one in gold.records if one is not None]
    run = evaluate(present, present, {**infer_schema(present), "x-eval-id": "id"})
    return keys_to_cluster_by(run, gold)


SHARED = [at // 2 for at in range(12)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([f"c{at}" for at in SHARED], ["value", "vendor.name"]),
        (SHARED, ["value", "vendor.name"]),
        (list(range(12)), []),
        (["one", "two", *["three"] * 10], []),
        ([at / 4 for at in SHARED], []),
        ([bool(at % 2) for at in SHARED], []),
        ([["a"]] * 12, []),
        ([None, "", *[f"c{at}" for at in SHARED[2:]]], []),
    ],
    ids=["texts", "integers", "all differ", "fewer than six", "fractions", "flags", "arrays", "five beside none"],
)
def test_values_that_several_records_share_name_clusters(values: list[Any], expected: list[str]) -> None:
    assert keys(values) == expected


def test_keys_beside_gold_come_first_and_need_only_two_values() -> None:
    assert keys(SHARED, ["mail", *["scan"] * 11])[0] == "source"
