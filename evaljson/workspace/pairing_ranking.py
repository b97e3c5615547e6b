"""What each variant would score if arrays were paired by content: worked out once for a set of runs, and kept.

The figures are in the settings of the workspace under a scope of the evaluation, by what they depend on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from evaljson._version import __version__
from evaljson.base.arrays import Floats
from evaljson.base.kept_json import kept, read_kept
from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.ranks import lined_up
from evaljson.report.fields.alignment_gain import aligned
from evaljson.results.model import RunResult
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Run, Store
from evaljson.whatif import preview
from evaljson.workspace.judge_choice import choice_of, judge_that_sends_nothing
from evaljson.workspace.pairing_gains import (
    Gains,
    found_gains,
    gained,
    gains_key,
    look_at_pairing,
    runs_looked_at,
    to_pair,
)
from evaljson.workspace.scoring import Tell, current_runs
from evaljson.workspace.standing import numbers_of
from evaljson.workspace.stored_runs import read_run

RANKING: Final = "ranking"
"""The kind of the jobs that work them out."""
_FOUND: Final = "figures"
_SHAPE: Final = "with ties, F1, who leads and ranks, of what gains over all variants"
"""Of what is kept: figures that were kept alone are worked out again."""
_KEPT: Final = 8
"""States of one evaluation that are remembered."""
_MESSAGE: Final = "Looking at what pairing by content does to the ranking"
Figures = dict[str, float | None]


def ranking_key(runs: Collection[str], schema: Mapping[str, Any]) -> str:
    """Return what the figures depend on, from the ids of the runs: same key, same figures."""
    text = json.dumps([__version__, _SHAPE, sorted(runs), schema], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class RankingByContent:
    """What pairing by content makes of some runs."""

    figures: Figures
    """Mean F1 by the id of the run."""
    change: RankingChange | None
    """What becomes of the ranking, by the ids of the runs; None where they cannot be ranked together."""
    paired: tuple[str, ...] = ()
    """The arrays and maps that it pairs by content."""


def found_ranking(store: Store, evaluation: str, key: str) -> RankingByContent | None:
    """Return what was found; None where no one has looked under this key."""
    held: dict[str, Any] = store.settings.get(_scope(evaluation), _FOUND, {})
    return read_kept(RankingByContent, held[key]) if key in held else None


def look_at_ranking(store: Store, evaluation: str, *, by: str, tell: Tell) -> Figures:
    """Score all current runs with the arrays that would pair better by content paired so; keep what becomes of them."""
    snapshot = store.evaluations.get(evaluation)
    if snapshot.schema_number is None:
        return {}
    schema = store.schemas.get(evaluation, snapshot.schema_number).schema
    runs = runs_looked_at(current_runs(store, snapshot))
    paths = to_pair(gained(_gains(store, snapshot, runs, schema, by, tell)))
    tree, judge = parse_eval_schema(schema), judge_that_sends_nothing(store, choice_of(snapshot.settings))
    new, load = aligned(tree, paths), cache(store.datasets.load)
    figures, numbers, f1 = Figures(), dict[str, RunResult](), dict[str, Floats]()
    for number, run in enumerate(runs):
        tell(number / len(runs), _MESSAGE)
        read = read_run(store, run, load)
        by_content = preview(read, tree, new, judge=judge)
        figures[run.id], f1[run.id], numbers[run.id] = by_content.after.mean_f1, by_content.f1, numbers_of(read)
    held = store.settings.get(_scope(evaluation), _FOUND, {})
    found = kept(RankingByContent(figures, _change(numbers, f1), tuple(paths)))
    held = {**dict(list(held.items())[1 - _KEPT :]), ranking_key(list(figures), schema): found}
    store.settings.set(_scope(evaluation), _FOUND, held, by=by)
    return figures


def _change(runs: Mapping[str, RunResult], f1: Mapping[str, Floats]) -> RankingChange | None:
    ranked = lined_up(runs)
    return None if ranked is None else ranked.change(f1)


def _gains(
    store: Store, evaluation: Evaluation, runs: list[Run], schema: Mapping[str, Any], by: str, tell: Tell
) -> dict[str, Gains]:
    known = found_gains(store, evaluation.id, gains_key(evaluation, runs, schema))
    return look_at_pairing(store, evaluation.id, by=by, tell=tell) if known is None else known


def _scope(evaluation: str) -> str:
    return f"{RANKING}:{evaluation}"
