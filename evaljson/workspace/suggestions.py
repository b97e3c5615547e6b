"""Suggestions for an evaluation: looked for in a job, kept until something they rest on changes, dismissed, taken.

All of it lies in the settings of the workspace under a scope of the evaluation's own, and no figure depends on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.errors import InputError
from evaljson.results.model import RunResult
from evaljson.store import Evaluation, Store
from evaljson.suggest import Suggestion, Suggestions, suggest_from
from evaljson.suggest.as_json import from_stored, to_stored
from evaljson.workspace.outcome import Failure, failure_of
from evaljson.workspace.outcome import from_stored as run_from_stored
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.suggestion_chain import Chain

SUGGEST: Final = "suggest"
"""The kind of the jobs that look for them."""
_FOUND, _CHAIN, _DISMISSED = "found", "taken", "dismissed "
_SAID: Final = "Looking for settings that explain what is wrong"


def key_of(schema: Mapping[str, Any], runs: Mapping[str, str]) -> str:
    """What suggestions depend on: same key, same suggestions. `runs` are ids by variant."""
    text = json.dumps([__version__, schema, list(runs.items())])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def look(store: Store, evaluation: str, *, by: str, tell: Tell) -> str:
    """Look for suggestions in the current runs and keep them; their key. Raises InputError where nothing is scored."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.gold is None or snapshot.schema_number is None:
        raise InputError("there is nothing scored yet: add gold and at least one variant on the Data page")
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    tell(0.0, "Reading the runs")
    runs, ids = _runs(store, snapshot, schema)
    if not runs:
        raise InputError("there is nothing scored yet: score the variants first")
    return look_at(store, evaluation, schema, runs, ids, by=by, tell=tell)


def _runs(store: Store, snapshot: Evaluation, schema: Mapping[str, Any]) -> tuple[dict[str, RunResult], dict[str, str]]:
    current, runs, ids = current_runs(store, snapshot), {}, {}
    assert snapshot.gold is not None
    gold = store.datasets.load(snapshot.gold.id)
    for variant in snapshot.variants:
        run = current.get(variant.id)
        if run is None or failure_of(run.metrics) is not None:
            continue
        extracted = store.datasets.load(variant.dataset.id)
        outcome = run_from_stored(run.metrics, store.runs.table(run.id), gold, extracted, schema)
        assert not isinstance(outcome, Failure)
        runs[variant.name], ids[variant.name] = outcome, run.id
    return runs, ids


def look_at(
    store: Store,
    evaluation: str,
    schema: Mapping[str, Any],
    runs: Mapping[str, RunResult],
    ids: Mapping[str, str],
    *,
    by: str,
    tell: Tell,
) -> str:
    """The same with runs that are at hand."""
    found = suggest_from(runs, schema, progress=lambda share: tell(share, _SAID))
    key = key_of(schema, ids)
    store.settings.set(_scope(evaluation), _FOUND, {"key": key, "found": to_stored(found)}, by=by)
    return key


def found_last(store: Store, evaluation: str) -> tuple[str, Callable[[], Suggestions]] | None:
    """The key of what was found last, and the way to it; None where nobody has looked."""
    held = store.settings.get(_scope(evaluation), _FOUND)
    return None if held is None else (held["key"], lambda: from_stored(held["found"]))


def dismissed(store: Store, evaluation: str) -> dict[str, str]:
    """What people do not want to see: id -> title."""
    held = store.settings.all(_scope(evaluation))
    return {key.removeprefix(_DISMISSED): value for key, value in held.items() if key.startswith(_DISMISSED)}


def dismiss(store: Store, evaluation: str, ones: Sequence[Suggestion], *, by: str) -> None:
    """Out of sight, for everybody."""
    for one in ones:
        store.settings.set(_scope(evaluation), f"{_DISMISSED}{one.id}", one.title, by=by)


def bring_back(store: Store, evaluation: str, identity: str) -> None:
    """In sight again."""
    store.settings.delete(_scope(evaluation), f"{_DISMISSED}{identity}")


def chain_of(store: Store, evaluation: str) -> Chain | None:
    """What was taken of them; None for nothing."""
    held = store.settings.get(_scope(evaluation), _CHAIN)
    return None if held is None else Chain.of(held)


def keep_chain(store: Store, evaluation: str, chain: Chain, *, by: str) -> None:
    """Remember what was taken."""
    if chain.taken:
        store.settings.set(_scope(evaluation), _CHAIN, chain.as_json(), by=by)
    else:
        store.settings.delete(_scope(evaluation), _CHAIN)


def _scope(evaluation: str) -> str:
    return f"suggestions:{evaluation}"
