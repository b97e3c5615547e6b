"""Which arrays of an evaluation would pair better by content: worked out once for all its variants, and kept.

The counts are in the settings of the workspace under a scope of the evaluation, by what they depend on; no figure
depends on them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final

from evaljson._version import __version__
from evaljson.report.fields.alignment_gain import Tell as TellShare
from evaljson.report.fields.alignment_gain import pairing_gains
from evaljson.results.model import RunResult
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Run, Store
from evaljson.suggest.kinds.element_order import names_an_order
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


Gains = dict[str, int]
"""By array or map, how many more values match, less those that no longer do."""


def gains_key(evaluation: Evaluation, runs: Collection[Run], schema: Mapping[str, Any]) -> str:
    """Return what the counts depend on: same key, same counts."""
    options = policy_json(policy_of(evaluation.settings, evaluation.gold))
    judge = choice_of(evaluation.settings)
    judging = None if judge is None else judge.as_json()
    sides = sorted({(run.gold, run.extracted) for run in runs})
    text = json.dumps([__version__, sides, schema, options, judging], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def found_gains(store: Store, evaluation: str, key: str) -> dict[str, Gains] | None:
    """Return what was found, by the id of the extracted dataset; None where no one has looked under this key."""
    held: dict[str, dict[str, Gains]] = store.settings.get(_scope(evaluation), _FOUND, {})
    return held.get(key)


def gains_of(
    store: Store, evaluation: Evaluation, runs: Sequence[Run], read: Callable[[Run], RunResult],
    schema: Mapping[str, Any], *, by: str, tell: TellShare = lambda share: None,
) -> dict[str, Gains]:  # fmt: skip
    """Work them out for runs, read one after the other, and keep them. `schema` is the one they were scored under."""
    judge, tree = judge_that_sends_nothing(store, choice_of(evaluation.settings)), parse_eval_schema(schema)
    gains = dict[str, Gains]()
    for number, run in enumerate(runs):

        def part(share: float, number: int = number) -> None:
            tell((number + share) / len(runs))

        if run.extracted not in gains:
            gains[run.extracted] = pairing_gains(read(run), tree, judge, part)
    held = store.settings.get(_scope(evaluation.id), _FOUND, {})
    kept = {**dict(list(held.items())[1 - _KEPT :]), gains_key(evaluation, runs, schema): gains}
    store.settings.set(_scope(evaluation.id), _FOUND, kept, by=by)
    return gains


def look_at_pairing(store: Store, evaluation: str, *, by: str, tell: Tell) -> dict[str, Gains]:
    """Work them out for all variants with a current run, as a job does it; empty where there is none."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.schema_number is None:
        return {}
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    runs = runs_looked_at(current_runs(store, snapshot))
    if not runs:
        return {}
    tell(0.0, _MESSAGE)
    read = partial(_read, store, cache(store.datasets.load))
    return gains_of(store, snapshot, runs, read, schema, by=by, tell=lambda share: tell(share, _MESSAGE))


def runs_looked_at(current: Mapping[str, Run]) -> list[Run]:
    """Return the runs of variants that are scored; `current` are those under the current schema, by variant."""
    return [run for run in current.values() if failure_of(run) is None]


def gained(by_variant: Mapping[str, Gains]) -> Gains:
    """Add up over variants what each array or map gains, without those that do not gain on the whole."""
    sums = Counter[str]()
    for gains in by_variant.values():
        sums.update(gains)
    return {path: gain for path, gain in sums.items() if gain > 0}


def to_pair(paths: Collection[str]) -> list[str]:
    """Return those that Overview measures together: without those named as an order, unless there are no others."""
    return [path for path in paths if not names_an_order(path)] or list(paths)


def _scope(evaluation: str) -> str:
    return f"{PAIRING}:{evaluation}"


def _read(store: Store, load: Callable[[str], Any], run: Run) -> RunResult:
    return read_run(store, run, load)
