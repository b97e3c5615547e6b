"""How many variants stand to each other: what Overview says of all of them together.

Ranking two hundred variants takes all pairs of them, and the rest takes all their results. So a job works it out where
there is much, and pages only read what it has kept (kept_standing.py). No figure depends on that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.compare import Comparison, compare_runs
from evaljson.compare.chances import Chances, chances_of_runs
from evaljson.compare.clusters import ClusterBy, values_of_key
from evaljson.compare.documents import texts_beside
from evaljson.compare.leaderboard import Leaderboard, board_and_ranked
from evaljson.compare.ranking_change import RankingChange
from evaljson.load import LoadedRecords
from evaljson.report.fields.unknown_effect import UnknownEffect, f1_without_unknown, unknown_effect
from evaljson.report.patterns.other_record import f1_without_look_alikes
from evaljson.report.records.missing import f1_of_those_there, f1_without_missing
from evaljson.report.records.regressions import regressions
from evaljson.report.records.worst_regressions import WorstRegressions, worst_regressions
from evaljson.results.model import RunResult
from evaljson.results.protocol import FiguresAlone
from evaljson.results.ranking import highest_first
from evaljson.results.shown_means import has_fields
from evaljson.schema.node import SchemaNode
from evaljson.store import Run
from evaljson.suggest.kinds.acceptable_lists import AcceptableList, acceptable_lists, to_look_at
from evaljson.suggest.names_of_gold import RenamedKey
from evaljson.suggest.renamed_effect import renamed_preview
from evaljson.suggest.renamed_keys import renamed_keys

MANY_RESULTS: Final = 500_000
"""Results of all variants from which on a job works it out: below, a page does."""
MANY_VARIANTS: Final = 50
"""The same of variants: all pairs of them are compared."""
RENAMED, UNKNOWN, MISSING, ALIKE = (
    "as in gold",
    "without unknown keys",
    "without missing records",
    "without alike",
)
"""Names of changes whose effect on the ranking is kept."""
_RANKED: Final = 3
"""Variants from which on Overview ranks them."""


@dataclass(frozen=True, slots=True)
class VariantAlone:
    """What is said of one variant, whatever the others are."""

    renamed: tuple[RenamedKey, ...]
    """Fields that it calls otherwise than gold does."""
    as_in_gold: float | None
    """Mean F1 with the names of gold; None without such fields."""
    without_missing: float | None
    """Mean F1 over the records that it has; None where it has all."""
    missing: int
    """Records that it has not, where they count."""


@dataclass(frozen=True, slots=True)
class VariantStanding:
    """What is said of several variants together."""

    board: Leaderboard | None
    """None where nothing is to be scored."""
    alone: Mapping[str, VariantAlone]
    """By the name of the variant."""
    unknown: UnknownEffect
    """Of those that are ranked, as `lists`."""
    lists: tuple[AcceptableList, ...]
    changes: Mapping[str, RankingChange | None]
    """What would become of the ranking, by RENAMED, UNKNOWN, MISSING and ALIKE, where there is such a thing."""


@dataclass(frozen=True, slots=True)
class Against:
    """How all others compare with one variant."""

    chances: Mapping[str, Chances]
    """By name, the p of comparing F1; without those that cannot be compared."""
    best: str
    """The other one with the highest F1, which people look at first."""
    comparison: Comparison | None
    """Of that one with the baseline, adjusted for no other; None where they cannot be compared."""
    worst: WorstRegressions | None
    """What that one has wrong and the baseline right; None where they cannot be compared."""


def is_for_a_job(runs: Iterable[Run]) -> bool:
    """Check whether these runs have so many results that a page would take too long."""
    listed = list(runs)
    results = sum(run.metrics.get("total_fields", 0) for run in listed)
    return len(listed) >= _RANKED and (len(listed) > MANY_VARIANTS or results > MANY_RESULTS)


def standing(
    names: Iterable[str], read: Callable[[str], RunResult], tree: SchemaNode, done: Callable[[int], None]
) -> VariantStanding:
    """Read one run after the other, and keep of each only its numbers; `done` takes how many were read.

    Raises InputError where they share no record.
    """
    by_itself, numbers, is_scored = {}, {}, False
    as_in_gold, there, no_alike = dict[str, Floats](), dict[str, Floats](), dict[str, Floats]()
    for number, name in enumerate(names):
        done(number)
        run = read(name)
        by_itself[name], numbers[name] = _alone(run, tree, name, as_in_gold), numbers_of(run)
        if by_itself[name].missing:
            there[name] = f1_of_those_there(run)
        if (f1 := f1_without_look_alikes(run)) is not None:
            no_alike[name] = f1
        is_scored = is_scored or has_fields(run)
    board, lined_up = board_and_ranked(numbers) if is_scored else (None, None)
    ranked = numbers if board is None else {place.name: numbers[place.name] for place in board.places}
    renamed = frozenset(key.called_path for name in ranked for key in by_itself[name].renamed)
    looked_at = {name: read(name) for name in to_look_at(ranked)}
    lists = tuple(acceptable_lists(looked_at, tree))
    without = f1_without_unknown(ranked, tree, renamed)
    after = {RENAMED: as_in_gold, UNKNOWN: without, MISSING: there, ALIKE: no_alike}
    changes = {} if lined_up is None else {what: lined_up.change(own) for what, own in after.items() if own}
    return VariantStanding(board, by_itself, unknown_effect(ranked, tree, renamed), lists, changes)


def against(
    f1: Mapping[str, float | None],
    baseline: str,
    read: Callable[[str], RunResult],
    gold: LoadedRecords,
    done: Callable[[int], None],
) -> Against:
    """Compare each of the others with the baseline, by clusters of the eval schema where it names a key.

    `f1` has the mean F1 of all of them.
    """
    first, found, whole, worst = read(baseline), {}, None, None
    best = highest_first({name: figure for name, figure in f1.items() if name != baseline})[0]
    by: ClusterBy = None
    if first.cluster_field is not None:
        by = values_of_key(first.cluster_field, first, gold) or first.cluster_field
    for number, name in enumerate(f1):
        done(number)
        if name == baseline:
            continue
        run, both = read(name), (baseline, name)
        with suppress(InputError):
            found[name] = chances_of_runs(first, run, names=both, cluster=by)
            if name == best:
                whole = compare_runs(first, run, names=both, cluster=by, documents=texts_beside(first, gold))
                worst = worst_regressions(run, regressions(first, run))
    return Against(found, best, whole, worst)


def numbers_of(run: RunResult) -> RunResult:
    """Return a run without its records: those of two hundred do not fit into memory, and figures do not need them.

    A run with records that gold lacks, counted as invented, is returned as it is: those are compared by their records.
    """
    if run.invented_records:
        return run
    table, signature = FiguresAlone(run.tallies), run.signature
    return replace(run, records=(), clusters=run.chosen_clusters, table=table, signer=lambda: signature)


def _alone(run: RunResult, tree: SchemaNode, name: str, as_in_gold: dict[str, Floats]) -> VariantAlone:
    """Return what is said of one variant; its F1 by record with the names of gold goes into `as_in_gold`."""
    renamed = renamed_keys(run, tree)
    figure = None
    if renamed and run.mean_f1 is not None:
        preview = renamed_preview(run, tree, renamed)
        figure, as_in_gold[name] = preview.after.mean_f1, preview.f1
    missing = len(run.missing) if run.missing_records != "exclude" else 0
    return VariantAlone(tuple(renamed), figure, f1_without_missing(run) if missing else None, missing)
