"""Which arrays of an evaluation would pair better by content: worked out once for a run, and kept.

The counts are in the settings of the workspace under a scope of the evaluation, by what they depend on; no figure
depends on them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from evaljson._version import __version__
from evaljson.report.fields.alignment_gain import Tell as TellShare
from evaljson.report.fields.alignment_gain import pairing_gains
from evaljson.results.model import RunResult
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Run, Store
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.scoring_options import policy_json, policy_of
from evaljson.workspace.stored_runs import failure_of, read_run

PAIRING: Final = "pairing"
"""The kind of the jobs that work them out."""
_FOUND: Final = "gains"
_KEPT: Final = 8
"""States of one evaluation that are remembered: going back to a version asks nothing again."""
_MESSAGE: Final = "Looking at how arrays pair"


def gains_key(evaluation: Evaluation, run: Run, schema: Mapping[str, Any]) -> str:
    """Return what the counts depend on: same key, same counts."""
    options = policy_json(policy_of(evaluation.settings, evaluation.gold))
    judge = choice_of(evaluation.settings)
    judging = None if judge is None else judge.as_json()
    text = json.dumps([__version__, run.gold, run.extracted, schema, options, judging], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def found_gains(store: Store, evaluation: str, key: str) -> dict[str, int] | None:
    """Return by array how many more values would match; None where no one has looked under this key."""
    held: dict[str, dict[str, int]] = store.settings.get(_scope(evaluation), _FOUND, {})
    return held.get(key)


def gains_of(
    store: Store, evaluation: Evaluation, run: Run, result: RunResult, schema: Mapping[str, Any],
    *, by: str, tell: TellShare = lambda share: None,
) -> dict[str, int]:  # fmt: skip
    """Work them out for a run that was read, and keep them. `schema` is the one that it was scored under."""
    judge = judge_that_sends_nothing(store, choice_of(evaluation.settings))
    gains = pairing_gains(result, parse_eval_schema(schema), judge, tell)
    held = store.settings.get(_scope(evaluation.id), _FOUND, {})
    kept = {**dict(list(held.items())[1 - _KEPT :]), gains_key(evaluation, run, schema): gains}
    store.settings.set(_scope(evaluation.id), _FOUND, kept, by=by)
    return gains


def look_at_pairing(store: Store, evaluation: str, *, by: str, tell: Tell) -> dict[str, int]:
    """Work them out for the first variant with a current run, as a job does it; empty where there is none."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.schema_number is None:
        return {}
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    run = run_looked_at(snapshot, current_runs(store, snapshot))
    if run is None:
        return {}
    tell(0.0, _MESSAGE)
    result = read_run(store, run, cache(store.datasets.load))
    return gains_of(store, snapshot, run, result, schema, by=by, tell=lambda share: tell(share, _MESSAGE))


def run_looked_at(evaluation: Evaluation, current: Mapping[str, Run]) -> Run | None:
    """Return the run of the first variant that is scored; `current` are those under the current schema, by variant."""
    runs = (current.get(variant.id) for variant in evaluation.variants)
    return next((run for run in runs if run is not None and failure_of(run) is None), None)


def _scope(evaluation: str) -> str:
    return f"{PAIRING}:{evaluation}"
