"""An evaluation read from the store, with the runs that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from evaljson.load import LoadedRecords
from evaljson.store import Evaluation, Run, SchemaVersion
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.workspace.listing import DRAFT
from evaljson.workspace.results_folders import is_of_folders
from evaljson.workspace.scoring import current_runs

EMPTY: Final = LoadedRecords([], None, [], "nothing", "", "", 0, 0)
NO_SCHEMA: Final = {"type": "object", "properties": {}}


def read_evaluation(identity: str) -> OpenEvaluation:
    """Read an evaluation as it is now. Raises NotFound."""
    store = server.store()
    stored = store.evaluations.get(identity)
    schema = NO_SCHEMA
    if stored.schema_number is not None:
        schema = store.schemas.get(identity, stored.schema_number).schema
    runs, outdated = _runs_to_show(stored)
    if is_of_folders(stored.settings):
        return _of_folders(stored, schema, runs)
    lazily = None if DRAFT in stored.settings else identity  # a draft goes through all records of its files
    return OpenEvaluation(
        stored.id,
        stored.name,
        stored.revision,
        server.dataset(stored.gold.id, lazily) if stored.gold is not None else EMPTY,
        server.LazyRecords({variant.name: variant.dataset.id for variant in stored.variants}, lazily),
        schema,
        stored,
        runs,
        outdated,
    )


def _of_folders(stored: Evaluation, schema: Mapping[str, Any], runs: Mapping[str, Run]) -> OpenEvaluation:
    """Return an evaluation whose records are read from the files that were scored, when someone looks at them."""
    assert stored.gold is not None
    gold = server.lines_of(next(iter(runs.values())), "gold")
    return OpenEvaluation(
        stored.id, stored.name, stored.revision, gold, server.LazyLines(runs), schema, stored, runs, is_earlier=True
    )


def read_under_version(now: OpenEvaluation, version: SchemaVersion, by_variant: Mapping[str, Run]) -> OpenEvaluation:
    """Return it with the runs of an earlier version of the schema, by variant id, and with these variants only."""
    of_runs = tuple(variant for variant in now.stored.variants if variant.id in by_variant)
    stored = replace(now.stored, schema_number=version.number, variants=of_runs)
    records = now.variants
    if len(of_runs) < len(now.stored.variants):
        records = server.LazyRecords({variant.name: variant.dataset.id for variant in of_runs}, now.id)
    runs = {variant.name: by_variant[variant.id] for variant in of_runs}
    return replace(
        now, variants=records, schema=version.schema, stored=stored, stored_runs=runs, outdated=(), is_earlier=True
    )


def _runs_to_show(stored: Evaluation) -> tuple[dict[str, Run], tuple[str, ...]]:
    """Return, by variant, its current run or else its last one; and the variants without a current run."""
    store = server.store()
    current = current_runs(store, stored)
    outdated = [variant for variant in stored.variants if variant.id not in current]
    older: dict[str, Run] = {}
    if outdated:
        for run in store.runs.all(stored.id):  # newest first
            older.setdefault(run.variant, run)
    by_name = {variant.name: current.get(variant.id) or older.get(variant.id) for variant in stored.variants}
    runs = {name: run for name, run in by_name.items() if run is not None}
    return runs, tuple(variant.name for variant in outdated)
