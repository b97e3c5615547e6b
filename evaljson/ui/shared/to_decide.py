"""What each thing that is still to be decided would make of the ranking: for the list of them, and for the verdict."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.words.first_place import (
    ANY_OF_LIST,
    AS_IN_GOLD,
    AS_SUGGESTED,
    AS_SURE,
    BY_CONTENT,
    IDS_AS_GOLD,
    WITHOUT_ALIKE,
    WITHOUT_MISSING,
    WITHOUT_UNKNOWN,
    WayToFirst,
    way_to_first,
)
from evaljson.report.fields.unknown_effect import f1_without_unknown
from evaljson.report.patterns.other_record import f1_without_look_alikes
from evaljson.report.records.missing import f1_of_those_there
from evaljson.schema import parse_eval_schema
from evaljson.scoring.tallies import mean
from evaljson.suggest.edit import edited
from evaljson.suggest.kinds.acceptable_lists import AcceptableList
from evaljson.suggest.kinds.element_order import names_an_order
from evaljson.suggest.suggestions import Suggestions
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.find_suggestions import dismissed_of, found_now
from evaljson.ui.shared.ids_as_gold import scored_as_gold
from evaljson.ui.shared.renamed import Renamed, f1_as_in_gold, renamed_in
from evaljson.ui.shared.scoring_work import waits_for_scores
from evaljson.ui.shared.variants_together import change_of_ranking, lists_of, missing_in, unknown_of
from evaljson.whatif import preview
from evaljson.workspace.pairing_ranking import found_ranking, ranking_key
from evaljson.workspace.standing import ALIKE, MISSING, RENAMED, UNKNOWN

_QUICK: Final = 20_000
"""Results over all variants up to which a page itself measures what one field's rule would change."""


def ways_to_first_now(evaluation: OpenEvaluation, names: Sequence[str]) -> list[WayToFirst]:
    """Return the ways of deciding that would change which of these variants is best, as far as known.

    Until the variants are scored, that is nothing: one of the ways may be what was decided.
    """
    if evaluation.is_earlier or evaluation.stored.schema_number is None or len(names) < 2:
        return []
    if waits_for_scores(evaluation, names):
        return []
    return [found for way, change in _changes(evaluation, names) for found in way_to_first(way, change)]


def _changes(evaluation: OpenEvaluation, names: Sequence[str]) -> Iterator[tuple[str, RankingChange | None]]:
    renamed = renamed_in(evaluation, names)
    if renamed.keys:
        yield AS_IN_GOLD, renamed_change(evaluation, names, renamed)
    if unknown_of(evaluation, names, renamed.unknown).moved:
        yield WITHOUT_UNKNOWN, unknown_change(evaluation, names, renamed.unknown)
    if lists := lists_of(evaluation, names):
        yield ANY_OF_LIST, lists_change(evaluation, names, after_lists(evaluation, names, lists))
    if missing_in(evaluation, names)[0]:
        yield WITHOUT_MISSING, missing_change(evaluation, names)
        yield IDS_AS_GOLD, ids_change(evaluation, names)
    if any(summary_of(evaluation, name).look_like for name in names):
        yield WITHOUT_ALIKE, alike_change(evaluation, names)
    found = found_now(evaluation)
    if found is not None and len(found) and not dismissed_of(evaluation, found) & {one.id for one in found.for_all}:
        yield AS_SUGGESTED if found.with_unsure is None else AS_SURE, found.change
    if found is None or not (pairings_among(found) and found.change is not None and found.change.concerns_first):
        yield BY_CONTENT, _pairing_change(evaluation)  # else it is one of the suggested settings, not another way


def pairings_among(found: Suggestions) -> int:
    """Count the suggested settings that say how an array or a map is paired."""
    return sum(one.edit.align is not None for one in found.for_all)


def renamed_change(evaluation: OpenEvaluation, names: Sequence[str], found: Renamed) -> RankingChange | None:
    """Return what the names of gold would make of the ranking; None where some took too long to measure."""
    if found.moved.keys() != found.keys.keys():
        return None
    return change_of_ranking(evaluation, names, RENAMED, partial(f1_as_in_gold, evaluation, found))


def unknown_change(evaluation: OpenEvaluation, names: Sequence[str], keep: Collection[str]) -> RankingChange | None:
    """Return what ignoring keys that the schema lacks would make of it, those to `keep` aside."""
    return change_of_ranking(
        evaluation,
        names,
        UNKNOWN,
        lambda: f1_without_unknown({name: evaluation.runs[name] for name in names}, evaluation.tree, keep),
    )


def missing_change(evaluation: OpenEvaluation, names: Sequence[str]) -> RankingChange | None:
    """Return what leaving missing records out would make of it."""
    counts, _ = missing_in(evaluation, names)
    return change_of_ranking(
        evaluation, names, MISSING, lambda: {name: f1_of_those_there(evaluation.runs[name]) for name in counts}
    )


def alike_change(evaluation: OpenEvaluation, names: Sequence[str]) -> RankingChange | None:
    """Return what leaving records out that look like another one would make of it."""
    return change_of_ranking(evaluation, names, ALIKE, partial(_without_alike, evaluation, names))


def f1_without_alike(evaluation: OpenEvaluation, names: Sequence[str]) -> Mapping[str, float | None]:
    """Return the mean F1 of variants without their records that look like another one, of those that have some."""
    key = ("without look-alikes", *(evaluation.run_key(name) for name in names))
    f1 = cache.derived(key, partial(_without_alike, evaluation, names))
    return {name: mean(of[~np.isnan(of)]) for name, of in f1.items()}


def _without_alike(evaluation: OpenEvaluation, names: Sequence[str]) -> dict[str, Floats]:
    concerned = [name for name in names if summary_of(evaluation, name).look_like]
    found = {name: f1_without_look_alikes(evaluation.runs[name]) for name in concerned}
    return {name: f1 for name, f1 in found.items() if f1 is not None}


def ids_change(evaluation: OpenEvaluation, names: Sequence[str]) -> RankingChange | None:
    """Return what pairing ids of gold that are written otherwise would make of it; None where that is not known."""
    scored = scored_as_gold(evaluation, list(missing_in(evaluation, names)[0]))
    if not scored:
        return None
    return change_of_ranking(evaluation, names, "ids as gold", lambda: {name: f1 for name, (_, f1) in scored.items()})


AfterLists = Mapping[str, tuple[float | None, Floats]]
"""By variant its mean F1, and F1 by record."""


def after_lists(evaluation: OpenEvaluation, names: Sequence[str], lists: Sequence[AcceptableList]) -> AfterLists | None:
    """Return what variants score if any value of these lists is right; None where that takes too long for a page."""
    key = (evaluation.stored.schema_number, *(evaluation.run_key(name) for name in names))
    return cache.derived(("any_of", key), partial(_with_lists, evaluation, names, lists))


def lists_change(evaluation: OpenEvaluation, names: Sequence[str], after: AfterLists | None) -> RankingChange | None:
    """Return what that makes of the ranking."""
    if after is None:
        return None
    return change_of_ranking(evaluation, names, "any_of", lambda: {name: f1 for name, (_, f1) in after.items()})


def _with_lists(evaluation: OpenEvaluation, names: Sequence[str], lists: Sequence[AcceptableList]) -> AfterLists | None:
    if sum(evaluation.stored_runs[name].metrics["total_fields"] for name in names) > _QUICK:
        return None
    new = parse_eval_schema(edited(evaluation.schema, *(hint.edit for hint in lists)))
    seen = {name: preview(evaluation.runs[name], evaluation.tree, new) for name in names}
    return {name: (one.after.mean_f1, one.f1) for name, one in seen.items()}


def _pairing_change(evaluation: OpenEvaluation) -> RankingChange | None:
    """Return what pairing arrays by content would make of it, if someone has looked; None where that is a high risk:
    what a suggestion is not applied for unseen says nothing of which variant is best."""
    runs = {evaluation.run_key(name): name for name in evaluation.runs if name not in evaluation.outdated}
    found = found_ranking(server.store(), evaluation.id, ranking_key(list(runs), evaluation.schema))
    if found is None or found.change is None or any(map(names_an_order, found.paired)):
        return None
    return found.change.of(runs)
