"""An evaluation read from the store, with the runs that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from evaljson.load import LoadedRecords
from evaljson.store import Evaluation, Run, SchemaVersion
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.outcome import Failure, failure_of
from evaljson.workspace.scoring import current_runs

EMPTY: Final = LoadedRecords([], None, [], "nothing", "", "", 0, 0)
NO_SCHEMA: Final = {"type": "object", "properties": {}}


def opened(identity: str) -> OpenEvaluation:
    """As it is now. Raises NotFound."""
    store = server.store()
    snapshot = store.evaluations.get(identity)
    schema = NO_SCHEMA
    if snapshot.schema_number is not None:
        schema = store.schemas.get(identity, snapshot.schema_number).schema
    runs, outdated = _shown_runs(snapshot)
    usable, failures = _sorted(runs)
    return OpenEvaluation(
        snapshot.id,
        snapshot.name,
        snapshot.revision,
        server.dataset(snapshot.gold.id) if snapshot.gold is not None else EMPTY,
        server.LazyRecords({variant.name: variant.dataset.id for variant in snapshot.variants}),
        schema,
        snapshot,
        server.LazyRuns(usable),
        {name: run.id for name, run in runs.items()},
        failures,
        outdated,
    )


def opened_under(now: OpenEvaluation, version: SchemaVersion, by_variant: Mapping[str, Run]) -> OpenEvaluation:
    """The same as it was under an earlier version of the schema; `by_variant` are the runs of then, by id."""
    stored = replace(now.stored, schema_number=version.number)
    runs = {one.name: by_variant[one.id] for one in stored.variants}
    usable, failures = _sorted(runs)
    return replace(
        now,
        schema=version.schema,
        stored=stored,
        runs=server.LazyRuns(usable),
        run_ids={name: run.id for name, run in runs.items()},
        failures=failures,
        outdated=(),
        is_earlier=True,
    )


def _sorted(runs: Mapping[str, Run]) -> tuple[dict[str, Run], dict[str, Failure]]:
    """Those with figures, and why the others have none."""
    failures = {name: failure for name, run in runs.items() if (failure := failure_of(run.metrics)) is not None}
    return {name: run for name, run in runs.items() if name not in failures}, failures


def _shown_runs(snapshot: Evaluation) -> tuple[dict[str, Run], tuple[str, ...]]:
    """By variant, its current run, or the last one that there is; and those of which the latter is so."""
    store = server.store()
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
