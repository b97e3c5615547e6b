"""An evaluation read from the store, with the runs that can be shown."""

from __future__ import annotations

from typing import Final

from evaljson.load import LoadedRecords
from evaljson.store import Evaluation as Snapshot
from evaljson.store import Run
from evaljson.ui import kept
from evaljson.ui.evaluation import Evaluation
from evaljson.workspace.outcome import failure_of
from evaljson.workspace.scoring import current_runs

EMPTY: Final = LoadedRecords([], None, [], "nothing", "", "", 0, 0)
NO_SCHEMA: Final = {"type": "object", "properties": {}}


def opened(identity: str) -> Evaluation:
    """As it is now. Raises NotFound."""
    store = kept.store()
    snapshot = store.evaluations.get(identity)
    schema = NO_SCHEMA
    if snapshot.schema_number is not None:
        schema = store.schemas.get(identity, snapshot.schema_number).schema
    runs, outdated = _shown_runs(snapshot)
    failures = {name: failure for name, run in runs.items() if (failure := failure_of(run.metrics)) is not None}
    usable = {name: run for name, run in runs.items() if name not in failures}
    return Evaluation(
        snapshot.id,
        snapshot.name,
        snapshot.revision,
        kept.dataset(snapshot.gold.id) if snapshot.gold is not None else EMPTY,
        kept.LazyRecords({variant.name: variant.dataset.id for variant in snapshot.variants}),
        schema,
        snapshot,
        kept.LazyRuns(usable),
        {name: run.id for name, run in runs.items()},
        failures,
        outdated,
    )


def _shown_runs(snapshot: Snapshot) -> tuple[dict[str, Run], tuple[str, ...]]:
    """By variant, its current run, or the last one that there is; and those of which the latter is so."""
    store = kept.store()
    current = current_runs(store, snapshot)
    missing = [variant for variant in snapshot.variants if variant.id not in current]
    older: dict[str, Run] = {}
    if missing:
        for run in store.runs.all(snapshot.id):  # newest first
            older.setdefault(run.variant, run)
    shown = {
        variant.name: found
        for variant in snapshot.variants
        if (found := current.get(variant.id) or older.get(variant.id)) is not None
    }
    return shown, tuple(variant.name for variant in missing)
