"""The judged runs of an evaluation, ready to be compared with labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from evaljson.results.model import RunResult
from evaljson.store import Evaluation, Store
from evaljson.workspace.scoring import current_runs
from evaljson.workspace.stored_runs import failure_of, read_run


def judged_runs(store: Store, evaluation: Evaluation) -> Iterator[tuple[str, RunResult, Mapping[str, Any]]]:
    """Yield, for each variant in order, its name, its current run and the schema of that run. Raises StoreError."""
    current = current_runs(store, evaluation)
    for variant in evaluation.variants:
        stored = current.get(variant.id)
        if stored is None or failure_of(stored) is not None:
            continue
        run = read_run(store, stored)
        if run.judged is not None:
            yield variant.name, run, store.schemas.get(evaluation.id, stored.schema_number).schema
