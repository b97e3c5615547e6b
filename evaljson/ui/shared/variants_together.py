"""What is left to decide about several variants: as a job has kept it of many, else worked out from their runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from evaljson.base.arrays import Floats
from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.ranks import lined_up
from evaljson.report.fields.unknown_effect import UnknownEffect, unknown_effect
from evaljson.report.records.missing import f1_without_missing
from evaljson.results.model import RunResult
from evaljson.suggest.kinds.acceptable_lists import AcceptableList, acceptable_lists
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import current_names, standing_of
from evaljson.workspace.standing import VariantStanding


def unknown_of(evaluation: OpenEvaluation, names: Sequence[str], keep: Collection[str]) -> UnknownEffect:
    """Return what keys that the eval schema lacks do to figures; those to `keep` hold fields of gold."""
    known = _ranked(evaluation, names)
    if known is not None:
        return known.unknown
    key = ("unknown effect", _key(evaluation, names))
    return cache.derived(key, lambda: unknown_effect(_runs(evaluation, names), evaluation.tree, keep))


def lists_of(evaluation: OpenEvaluation, names: Sequence[str]) -> Sequence[AcceptableList]:
    """Return where gold lists acceptable values."""
    known = _ranked(evaluation, names)
    if known is not None:
        return known.lists
    key = ("acceptable", _key(evaluation, names))
    return cache.derived(key, lambda: acceptable_lists(_runs(evaluation, names), evaluation.tree))


def missing_in(evaluation: OpenEvaluation, names: Sequence[str]) -> tuple[dict[str, int], Mapping[str, float | None]]:
    """Return how many records variants lack, where these count, and the mean F1 of each without them."""
    known = standing_of(evaluation, current_names(evaluation))
    if known is not None and set(names) <= set(known.alone):
        counts = {name: known.alone[name].missing for name in names if known.alone[name].missing}
        return counts, {name: known.alone[name].without_missing for name in counts}
    counts = {
        name: len(run.missing)
        for name in names
        if (run := evaluation.runs[name]).missing and run.missing_records != "exclude"
    }
    key = ("without missing", *(evaluation.run_key(name) for name in counts))
    return counts, cache.derived(key, lambda: {name: f1_without_missing(evaluation.runs[name]) for name in counts})


def change_of_ranking(
    evaluation: OpenEvaluation, names: Sequence[str], what: str, after: Callable[[], Mapping[str, Floats]]
) -> RankingChange | None:
    """Return what a change makes of the ranking of these variants; None where they cannot be ranked together.

    `what` names the change, and `after` gives the F1 by record of the variants that it concerns: NaN for records that
    no longer count.
    """
    known = _ranked(evaluation, names)
    if known is not None and what in known.changes:
        return known.changes[what]
    key = _key(evaluation, names)
    ranked = cache.derived(("lined up", key), lambda: lined_up(_runs(evaluation, names)))
    if ranked is None:
        return None
    return cache.derived(("ranking change", what, key), lambda: ranked.change(after()))


def _ranked(evaluation: OpenEvaluation, names: Sequence[str]) -> VariantStanding | None:
    """Return what is kept of these variants, if they are those that are ranked."""
    known = standing_of(evaluation, current_names(evaluation))
    if known is None or known.board is None or {place.name for place in known.board.places} != set(names):
        return None
    return known


def _runs(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, RunResult]:
    return {name: evaluation.runs[name] for name in names}


def _key(evaluation: OpenEvaluation, names: Sequence[str]) -> tuple[object, ...]:
    return evaluation.stored.schema_number, *(evaluation.run_key(name) for name in names)
