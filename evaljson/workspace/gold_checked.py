"""Values of gold that all variants of an evaluation contradict alike: looked for once for its runs, and kept.

They are in the settings of the workspace under a scope of the evaluation, by the runs that were asked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from evaljson._version import __version__
from evaljson.report.gold_check import GoldCheck, check_gold
from evaljson.store import Store
from evaljson.workspace.errors_found import errors_of, kept_errors
from evaljson.workspace.results_folders import is_of_folders
from evaljson.workspace.scoring import current_runs
from evaljson.workspace.second_looks import source_texts
from evaljson.workspace.stored_runs import failure_of, read_run

CHECK_GOLD: Final = "check_gold"
"""The kind of the jobs that look for them."""
_FOUND: Final = "found"
_FORM: Final = 3
"""Goes up when other values are found or counted in the same runs: what was kept before counts no more."""
_KEPT: Final = 4
"""States of one evaluation that are remembered."""
_MOST: Final = 200
"""Values that are kept of one state; their number is that of all."""


def gold_check_key(runs: Iterable[str]) -> str:
    """Return what they depend on, by the ids of the runs: same key, same values."""
    return hashlib.sha256(json.dumps([__version__, _FORM, sorted(runs)]).encode()).hexdigest()


def found_gold_check(store: Store, evaluation: str, key: str) -> GoldCheck | None:
    """Return what was found, the strongest `_MOST`; None where no one has looked."""
    kept = store.settings.get(_scope(evaluation), _FOUND, {}).get(key)
    return None if kept is None else GoldCheck.of(kept)


def look_at_gold(store: Store, evaluation: str, *, by: str) -> GoldCheck | None:
    """Look at all variants with a current run, and keep what is found; None where there is nothing to look at."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.gold is None or snapshot.schema_number is None or is_of_folders(snapshot.settings):
        return None
    current = current_runs(store, snapshot)
    scored = {
        one.name: current[one.id]
        for one in snapshot.variants
        if one.id in current and failure_of(current[one.id]) is None
    }
    key = gold_check_key(run.id for run in scored.values())
    runs, patterns = {}, {}
    for name, stored in scored.items():
        runs[name] = run = read_run(store, stored)
        patterns[name] = (kept_errors(store, evaluation, stored.id) or errors_of(run)).error_patterns(run)
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    texts = source_texts(store.datasets.load(snapshot.gold.id), schema.get("x-eval-id"))
    found = check_gold(runs, schema, documents=texts, patterns=patterns).first(_MOST)
    held = store.settings.get(_scope(evaluation), _FOUND, {})
    newest = {**dict(list(held.items())[1 - _KEPT :]), key: found.to_dict()}
    store.settings.set(_scope(evaluation), _FOUND, newest, by=by)
    return found


def _scope(evaluation: str) -> str:
    return f"{CHECK_GOLD}:{evaluation}"
