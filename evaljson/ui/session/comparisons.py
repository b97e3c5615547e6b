"""Comparisons of scored variants of the open evaluation, computed once for all sessions.

Runs never change, so a comparison stays valid as long as the server lives; the ids of the runs are its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Comparison, compare_runs
from evaljson.compare.chances import Chances, chances_of_runs
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.documents import Documents, texts_beside
from evaljson.compare.together import adjusted_together
from evaljson.report.records.worst_regressions import WorstRegressions
from evaljson.results.model import RunResult
from evaljson.ui.session.clusters import cluster_by
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import ComparedSide, side_of_one
from evaljson.ui.session.standing import against, current_names
from evaljson.workspace.standing import Against

_COMPARISONS = 200
"""How many stay in memory; one of 2,000 records takes about a megabyte."""
_CHANCES = 2_000
"""A few bytes for each field."""
_Runs = RunResult | Sequence[RunResult]


def comparison(evaluation: OpenEvaluation, a: str, b: str, figure: str = "f1") -> Comparison:
    """Compare B with A, on one of FIGURES, adjusted for all variants that could stand in B's place.

    Whoever looks at B may have chosen it because it looked best. Raises InputError where they cannot be compared.
    """
    others = [side_of_one(name) for name in evaluation.runs if name != a]
    return comparison_of(evaluation, side_of_one(a), side_of_one(b), others, figure)


def comparison_of(
    evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide, others: Sequence[ComparedSide], figure: str = "f1",
    cluster: str | None = None,
) -> Comparison:  # fmt: skip
    """Compare two sides that may be several runs of one prompt, adjusted for all of `others`, B among them.

    `cluster` is a key, NO_CLUSTER or COPIES; None takes the x-eval-cluster of the schema.
    """
    runs, by = _both_runs(evaluation, a, b), partial(cluster_by, evaluation, cluster)
    texts = partial(texts_beside, gold=evaluation.gold)
    kept = _kept(evaluation, a, b) if figure == "f1" and cluster is None else None
    if kept is not None and kept.comparison is not None and kept.best == b.first:
        alone = kept.comparison
    else:
        alone = _compared(a.keys(evaluation), b.keys(evaluation), (a.title, b.title), figure, cluster, runs, by, texts)
    beside = [_chances(evaluation, a, side, figure, cluster) for side in others if side.title != b.title]
    (found,) = adjusted_together([alone], [one for one in beside if one is not None])
    return found


def comparisons_with(
    evaluation: OpenEvaluation,
    a: ComparedSide,
    others: Sequence[ComparedSide],
    figure: str,
    cluster: str | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> tuple[dict[str, Comparison], dict[str, InputError]]:
    """Compare each of the others with A, adjusted for each other; by title, and why some cannot be compared.

    `progress` takes the number of those that are done.
    """
    alone: dict[str, Comparison] = {}
    refused = {}
    by, texts = partial(cluster_by, evaluation, cluster), partial(texts_beside, gold=evaluation.gold)
    for done, side in enumerate(others):
        progress(done)
        runs = _both_runs(evaluation, a, side)
        try:
            alone[side.title] = _compared(
                a.keys(evaluation), side.keys(evaluation), (a.title, side.title), figure, cluster, runs, by, texts
            )
        except InputError as error:
            refused[side.title] = error
    return dict(zip(alone, adjusted_together(list(alone.values())), strict=True)), refused


def _chances(
    evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide, figure: str, cluster: str | None
) -> Chances | None:
    """Return the p of a comparison that is not shown; None where they cannot be compared."""
    kept = _kept(evaluation, a, b) if figure == "f1" and cluster is None else None
    if kept is not None:
        return kept.chances.get(b.first)
    runs, by = _both_runs(evaluation, a, b), partial(cluster_by, evaluation, cluster)
    try:
        return _found_by_chance(a.keys(evaluation), b.keys(evaluation), (a.title, b.title), figure, cluster, runs, by)
    except InputError:
        return None


def _kept(evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide) -> Against | None:
    """Return what a job has kept of comparisons with A, if it is of both."""
    names = current_names(evaluation)
    if len(a.variants) > 1 or len(b.variants) > 1 or not {a.first, b.first} <= set(names):
        return None
    return against(evaluation, names, a.first)


def worst_kept(evaluation: OpenEvaluation, a: str, b: str) -> WorstRegressions | None:
    """Return the worst of what a job has found B to have wrong and A right; None where it has not looked."""
    kept = _kept(evaluation, side_of_one(a), side_of_one(b))
    return None if kept is None or kept.best != b else kept.worst


def _both_runs(evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide) -> Callable[[], tuple[_Runs, _Runs]]:
    return lambda: (_runs_of(evaluation, a), _runs_of(evaluation, b))


def _runs_of(evaluation: OpenEvaluation, side: ComparedSide) -> _Runs:
    runs = [evaluation.runs[name] for name in side.variants]
    return runs[0] if len(runs) == 1 else runs


@st.cache_resource(show_spinner="Comparing", max_entries=_COMPARISONS)
def _compared(
    runs_a: tuple[str, ...],
    runs_b: tuple[str, ...],
    names: tuple[str, str],
    figure: str,
    cluster: str | None,
    _runs: Callable[[], tuple[_Runs, _Runs]],
    _by: Callable[[RunResult], ClusterBy],
    _texts: Callable[[RunResult], Documents],
) -> Comparison:
    """Compare, reading the runs only where no comparison is cached."""
    a, b = _runs()
    first = _first(a)
    return compare_runs(a, b, names=names, figure=figure, cluster=_by(first), documents=_texts(first))


@st.cache_resource(show_spinner="Comparing", max_entries=_CHANCES)
def _found_by_chance(
    runs_a: tuple[str, ...],
    runs_b: tuple[str, ...],
    names: tuple[str, str],
    figure: str,
    cluster: str | None,
    _runs: Callable[[], tuple[_Runs, _Runs]],
    _by: Callable[[RunResult], ClusterBy],
) -> Chances:
    a, b = _runs()
    return chances_of_runs(a, b, names=names, figure=figure, cluster=_by(_first(a)))


def _first(runs: _Runs) -> RunResult:
    return runs if isinstance(runs, RunResult) else runs[0]
