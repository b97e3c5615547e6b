"""The runs of an evaluation whose fields somebody judged, ready to be held against labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaljson.results.model import RunResult
from evaljson.store import Evaluation, Store
from evaljson.workspace.outcome import from_stored
from evaljson.workspace.scoring import current_runs


def judged_runs(store: Store, evaluation: Evaluation) -> Iterator[tuple[str, RunResult, Mapping[str, Any]]]:
    """Of each variant in its order: its name, its run in force, and the schema of that run. Raises StoreError."""
    current = current_runs(store, evaluation)
    for variant in evaluation.variants:
        stored = current.get(variant.id)
        if stored is None:
            continue
        schema = store.schemas.get(evaluation.id, stored.schema_number).schema
        gold, extracted = store.datasets.load(stored.gold), store.datasets.load(stored.extracted)
        run = from_stored(stored.metrics, store.runs.table(stored.id), gold, extracted, schema)
        if isinstance(run, RunResult) and run.judged is not None:
            yield variant.name, run, schema
