"""An evaluation in a store of its own."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaljson.load import LoadedRecords, read_records
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.store import Evaluation, Store, open_store

GOLD: list[Any] = [{"id": f"r{i}", "a": i, "b": "x" * (i % 7)} for i in range(40)]
BETTER = [{**record, "b": record["b"].upper()} for record in GOLD]
WORSE = [{"id": record["id"], "a": -1} for record in GOLD[:30]]


def loaded(records: list[Any], name: str, kind: str = "extracted") -> LoadedRecords:
    return read_records(json.dumps(records).encode(), name=name, kind=kind, id_field="id")  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(folder=tmp_path) as opened:
        yield opened


@pytest.fixture
def evaluation(store: Store) -> Evaluation:
    """Gold, two variants and a schema; nothing is scored."""
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
    variants = {"A": loaded(WORSE, "a.json"), "B": loaded(BETTER, "b.json")}
    gold = loaded(GOLD, "gold.json", "gold")
    return store.evaluations.create("mine", by="ann", gold=gold, variants=variants, schema=schema)
