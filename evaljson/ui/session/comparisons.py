"""Comparisons of scored variants of the open evaluation, computed once for all sessions.

Runs never change, so a comparison stays valid as long as the server lives; the ids of the runs are its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Comparison, compare_runs
from evaljson.compare.chances import Chances, chances_of_runs, p_of_whole
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.documents import Documents, texts_beside
from evaljson.compare.together import adjusted_as, adjusted_together
from evaljson.compare.whole_records import FieldsOfWhole, fields_of_whole, lost_records, whole_places
from evaljson.report.records.worst_regressions import WorstRegressions
from evaljson.results.model import RunResult
from evaljson.ui.session.clusters import cluster_by
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.ranking import ranking_of
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.session.sides import ComparedSide, side_of_one
from evaljson.ui.session.standing import against, current_names
from evaljson.workspace.standing import Against

_COMPARISONS = 200
"""How many stay in memory; one of 2,000 records takes about a megabyte."""
_CHANCES = 2_000
"""A few bytes for each field."""
_Runs = RunResult | Sequence[RunResult]


def comparison(evaluation: OpenEvaluation, a: str, b: str, figure: str = "f1") -> Comparison:
    """Compare B with A, on one of FIGURES, adjusted for all pairs of variants, as the ranking is.

    Whoever looks at two may have chosen them because they stand apart. Raises InputError where they cannot be compared.
    """
    others = [side_of_one(name) for name in evaluation.runs if name != a]
    return comparison_of(evaluation, side_of_one(a), side_of_one(b), others, figure)


def comparison_of(
    evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide, others: Sequence[ComparedSide], figure: str = "f1",
    cluster: str | None = None,
) -> Comparison:  # fmt: skip
    """Compare two sides that may be several runs of one prompt, adjusted for all pairs of A and `others`, B among them.

    `cluster` is a key, NO_CLUSTER or COPIES; None takes the x-eval-cluster of the schema.
    """
    runs, by = _both_runs(evaluation, a, b), partial(cluster_by, evaluation, cluster)
    texts = partial(texts_beside, gold=evaluation.gold)
    kept = _kept(evaluation, a, b) if figure == "f1" and cluster is None else None
    if kept is not None and kept.comparison is not None and kept.best == b.first:
        alone = kept.comparison
    else:
        alone = _compared(a.keys(evaluation), b.keys(evaluation), (a.title, b.title), figure, cluster, runs, by, texts)
    unseen = {
        side: _chances(evaluation, a, side, figure, cluster) for side in others if side.title != b.title
    }  # fmt: skip
    beside = {side: chances for side, chances in unseen.items() if chances is not None}
    pairs = _p_of_pairs(evaluation, [b, *beside], figure, cluster)
    (found,) = adjusted_together([alone], list(beside.values()), pairs)
    return found


def fields_of_whole_records(
    evaluation: OpenEvaluation, a: str, b: str, every: Comparison, cluster: str | None = None
) -> FieldsOfWhole | None:
    """Return the fields of which only the records that both have whole show a difference, adjusted as `every` is.

    None where no record is lost or cut off, too few are whole, or the same is found.
    """
    names = (a, b)
    if not any(summary_of(evaluation, name).missing or summary_of(evaluation, name).cut_off for name in names):
        return None
    runs = [evaluation.runs[name] for name in names]
    lost = lost_records(runs)
    first, second = (whole_places(run, lost) for run in runs)
    if first is None or second is None:
        return None
    whole = runs[0].only(first), runs[1].only(second)
    keys = [(f"{evaluation.run_key(name)}, whole records", *sorted(map(str, lost))) for name in names]
    by, texts = partial(cluster_by, evaluation, cluster), partial(texts_beside, gold=evaluation.gold)
    try:
        alone = _compared(keys[0], keys[1], names, every.figure, cluster, lambda: whole, by, texts)
    except InputError:
        return None
    return fields_of_whole(every, adjusted_as(alone, every), len(lost))


def comparisons_with(
    evaluation: OpenEvaluation,
    a: ComparedSide,
    others: Sequence[ComparedSide],
    figure: str,
    cluster: str | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> tuple[dict[str, Comparison], dict[str, InputError]]:
    """Compare each of the others with A, adjusted for all pairs; by title, and why some cannot be compared.

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
    pairs = _p_of_pairs(evaluation, [side for side in others if side.title in alone], figure, cluster)
    return dict(zip(alone, adjusted_together(list(alone.values()), (), pairs), strict=True)), refused


def _p_of_pairs(
    evaluation: OpenEvaluation, sides: Sequence[ComparedSide], figure: str, cluster: str | None
) -> list[float]:
    """Return the p of each pair of sides that can be compared and have no variant in common.

    Those of single variants stand in the ranking: on its records, which all of the variants share.
    """
    if len(sides) < 2:
        return []
    names = current_names(evaluation)
    if figure == "f1" and cluster is None and all(len(side.variants) == 1 and side.first in names for side in sides):
        board = ranking_of(evaluation, names)
        if board is not None:
            return board.p_among([side.first for side in sides])
    found = []
    for one, other in combinations(sides, 2):
        if not set(one.variants) & set(other.variants):
            runs, by = _both_runs(evaluation, one, other), partial(cluster_by, evaluation, cluster)
            keys, titles = (one.keys(evaluation), other.keys(evaluation)), (one.title, other.title)
            with suppress(InputError):
                found.append(_p_of_one_pair(*keys, titles, figure, cluster, runs, by))
    return found


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


@st.cache_resource(show_spinner="Comparing", max_entries=_CHANCES)
def _p_of_one_pair(
    runs_a: tuple[str, ...],
    runs_b: tuple[str, ...],
    names: tuple[str, str],
    figure: str,
    cluster: str | None,
    _runs: Callable[[], tuple[_Runs, _Runs]],
    _by: Callable[[RunResult], ClusterBy],
) -> float:
    a, b = _runs()
    return p_of_whole(a, b, names, figure, _by(_first(a)))


def _first(runs: _Runs) -> RunResult:
    return runs if isinstance(runs, RunResult) else runs[0]
