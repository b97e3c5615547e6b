"""Suggestions for an evaluation: found by a job, kept until what they depend on changes, dismissed, taken.

They are in the settings of the workspace under a scope of the evaluation, and no figure depends on them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.errors import InputError
from evaljson.results.model import RunResult
from evaljson.store import Evaluation, Store
from evaljson.suggest import Suggestion, Suggestions, suggest_from
from evaljson.suggest.as_json import from_stored, to_stored
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.stored_runs import failure_of, read_run
from evaljson.workspace.suggestion_chain import Chain

SUGGEST: Final = "suggest"
"""The kind of the jobs that look for them."""
_FOUND, _BEFORE, _CHAIN, _DISMISSED = "found", "found before", "taken", "dismissed "
_FORM: Final = 25
"""Counts what was added to stored suggestions or means something else: earlier ones are looked for again. 11: amounts
are of one currency, a risk counts quantities and null with empty texts, settings are of one suggestion alone. 12: all
texts that a rule for texts makes equal are counted, decimals too. 13: amounts where gold itself is written in several
ways, and texts that are no number are counted apart from them. 18: comparators beside texts that nothing can read.
19: right values of weight 0 did not count before either. 20: none lowers F1 beside the others. 21: tolerances say which
gold values become one. 22: a change of the ranking has the ranks of who was first. 23: decimal marks beside other
units, thousands that gold proves, and signs that mean something. 25: a key around whole records is no other name, and
two spans of time, such as day and month, are no synonyms."""
_MESSAGE: Final = "Looking for settings that explain what is wrong"


def key_of(schema: Mapping[str, Any], runs: Mapping[str, str]) -> str:
    """Return what suggestions depend on: same key, same suggestions. `runs` are ids by variant."""
    text = json.dumps([__version__, _FORM, schema, list(runs.items())])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def look(store: Store, evaluation: str, *, by: str, tell: Tell) -> str:
    """Find suggestions in the current runs and store them; return their key.

    Raises InputError where nothing is scored.
    """
    snapshot = store.evaluations.get(evaluation)
    if snapshot.gold is None or snapshot.schema_number is None:
        raise InputError("there is nothing scored yet: add gold and at least one variant on the Data page")
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    tell(0.0, "Reading the runs")
    runs, ids = _runs(store, snapshot)
    if not runs:
        raise InputError("there is nothing scored yet: score the variants first")
    return look_at(store, evaluation, schema, runs, ids, by=by, tell=tell)


def _runs(store: Store, snapshot: Evaluation) -> tuple[dict[str, RunResult], dict[str, str]]:
    current, runs, ids = current_runs(store, snapshot), {}, {}
    load = cache(store.datasets.load)  # gold, once for all variants
    for variant in snapshot.variants:
        run = current.get(variant.id)
        if run is None or failure_of(run) is not None:
            continue
        runs[variant.name], ids[variant.name] = read_run(store, run, load), run.id
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
    """Find suggestions in runs that are already loaded. Those found before are kept: their version may come back."""
    suggestions = suggest_from(runs, schema, progress=lambda share: tell(share, _MESSAGE))
    key = key_of(schema, ids)
    scope = _scope(evaluation)
    before = store.settings.get(scope, _FOUND)
    if before is not None and before["key"] != key:
        store.settings.set(scope, _BEFORE, before, by=by)
    store.settings.set(scope, _FOUND, {"key": key, "found": to_stored(suggestions)}, by=by)
    return key


def found_last(store: Store, evaluation: str) -> tuple[str, Callable[[], Suggestions]] | None:
    """Return the key of the last suggestions and a function that reads them; None where nobody has looked."""
    held = store.settings.get(_scope(evaluation), _FOUND)
    return None if held is None else (held["key"], lambda: from_stored(held["found"]))


def found_for(store: Store, evaluation: str, key: str) -> Callable[[], Suggestions] | None:
    """Return what reads the suggestions with a key; None where it is none of the last two that were found."""
    for name in (_FOUND, _BEFORE):
        held = store.settings.get(_scope(evaluation), name)
        if held is not None and held["key"] == key:
            return partial(from_stored, held["found"])
    return None


def dismissed(store: Store, evaluation: str) -> dict[str, str]:
    """Return the dismissed suggestions: id -> title."""
    held = store.settings.all(_scope(evaluation))
    return {key.removeprefix(_DISMISSED): value for key, value in held.items() if key.startswith(_DISMISSED)}


def dismiss(store: Store, evaluation: str, suggestions: Sequence[Suggestion], *, by: str) -> None:
    """Hide suggestions, for everyone."""
    for suggestion in suggestions:
        store.settings.set(_scope(evaluation), f"{_DISMISSED}{suggestion.id}", suggestion.title, by=by)


def bring_back(store: Store, evaluation: str, identity: str) -> None:
    """Show a dismissed suggestion again."""
    store.settings.delete(_scope(evaluation), f"{_DISMISSED}{identity}")


def chain_of(store: Store, evaluation: str) -> Chain | None:
    """Return the suggestions that were taken; None for none."""
    held = store.settings.get(_scope(evaluation), _CHAIN)
    return None if held is None else Chain.of(held)


def keep_chain(store: Store, evaluation: str, chain: Chain, *, by: str) -> None:
    """Store the suggestions that were taken."""
    if chain.taken or chain.taken_out:
        store.settings.set(_scope(evaluation), _CHAIN, chain.as_json(), by=by)
    else:
        store.settings.delete(_scope(evaluation), _CHAIN)


def _scope(evaluation: str) -> str:
    return f"suggestions:{evaluation}"
