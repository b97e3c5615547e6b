"""Compares several variants with one baseline: a matrix of fields and variants, adjusted for all of its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.comparison import Comparison
from evaljson.compare.leaderboard import Leaderboard, leaderboard
from evaljson.compare.looks import Looks
from evaljson.compare.moved import moved
from evaljson.compare.other_pairs import p_of_other_pairs
from evaljson.compare.runs import compare_runs
from evaljson.compare.shared_records import Repeats, shared_keys
from evaljson.compare.together import adjusted_together
from evaljson.compare.verdict import Verdict
from evaljson.compare.words.overall_sentence import adjusted_for
from evaljson.compare.words.ranking_sentence import ranking_sentence
from evaljson.results.model import RunResult
from evaljson.results.shown_means import has_fields
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd

_OF_PAIRS: Final = ("figure", "cluster", "looks", "confidence")
"""Options that the p of pairs without the baseline depend on."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of one variant; with path None, the variant as a whole."""

    variant: str
    path: str | None
    difference: float | None
    """Variant minus baseline."""
    p_adjusted: float | None
    """By Holm: over all variants' fields of the eval schema, their keys that it lacks, or all pairs of variants."""
    verdict: Verdict
    sides: tuple[float | None, float | None]
    """The figures of the baseline and of the variant."""


@dataclass(frozen=True, slots=True)
class ManyComparison:
    """All variants compared with the baseline, each over the records that both scored."""

    baseline: str
    comparisons: Mapping[str, Comparison]
    """By variant, in the order of the runs. Their verdicts are adjusted for all pairs of variants, their fields for all
    of these comparisons."""
    variants: tuple[Cell, ...]
    """Each variant as a whole, adjusted for all pairs of variants."""
    cells: tuple[Cell, ...]
    """Each field of each variant, adjusted for all cells."""
    wins: Mapping[str, int]
    """By variant, fields of the eval schema that are better than the baseline's."""
    losses: Mapping[str, int]
    """By variant, fields of the eval schema that are worse."""
    notes: tuple[str, ...]
    ranking: str | None = None
    """Which variant is best, in a sentence; None of two, of several runs of one variant, and of other figures."""

    def to_frame(self) -> pd.DataFrame:
        """Return the differences in F1 as fields x variants; undefined is NaN."""
        import pandas as pd

        paths = list(dict.fromkeys(cell.path for cell in self.cells))
        known = {(cell.path, cell.variant): cell.difference for cell in self.cells}
        table = {name: [known.get((path, name)) for path in paths] for name in self.comparisons}
        return pd.DataFrame(table, index=pd.Index(paths, name="field"), dtype="float64")


def compare_many(runs: Mapping[str, Repeats], baseline: str, **options: Any) -> ManyComparison:
    """Compare each variant with `baseline`; a sequence of runs under one name are repeats of it.

    Verdicts on variants are adjusted for all pairs of them, as in `leaderboard`: they are the same for every baseline.

    `options` are those of `compare_runs`, without `names`. Raises InputError as it does, and for an unknown baseline.
    """
    if baseline not in runs:
        raise InputError(f"there is no variant {baseline!r} to be the baseline.{did_you_mean(baseline, runs)}")
    others = [name for name in runs if name != baseline]
    if not others:
        raise InputError(f"{baseline!r} is the only variant: name at least one to compare with it")
    comparisons = {name: compare_runs(runs[baseline], runs[name], names=(baseline, name), **options) for name in others}
    of_pairs = {name: option for name, option in options.items() if name in _OF_PAIRS}
    board = _ranked(runs, **of_pairs)
    pairs = p_of_other_pairs(runs, baseline, board, **of_pairs)
    listed = [run for group in runs.values() for run in ([group] if isinstance(group, RunResult) else group)]
    found = of_comparisons(baseline, comparisons, pairs, len(shared_keys(listed)))
    return found if board is None else replace(found, ranking=str(ranking_sentence(board)))


def _ranked(
    runs: Mapping[str, Repeats],
    *,
    figure: str = "f1",
    cluster: ClusterBy = None,
    looks: Looks | None = None,
    confidence: float = 0.95,
) -> Leaderboard | None:
    """Rank several variants by F1; None of two, of repeats, where looks are planned, and without a shared record."""
    single = {name: run for name, run in runs.items() if isinstance(run, RunResult)}
    if figure != "f1" or looks is not None or len(single) < len(runs) or len(runs) < 3:
        return None
    with suppress(InputError):
        return leaderboard(single, confidence, cluster) if any(map(has_fields, single.values())) else None
    return None


def of_comparisons(
    baseline: str, comparisons: Mapping[str, Comparison], pairs: Sequence[float] = (), shared: int | None = None
) -> ManyComparison:
    """Join separate comparisons, adjusted for each other and for `pairs`, the p of those without the baseline.

    `shared` is the number of records that all of their runs scored; None if it is not known.
    """
    adjusted = adjusted_together(list(comparisons.values()), (), pairs)
    return of_adjusted(baseline, dict(zip(comparisons, adjusted, strict=True)), shared)


def of_adjusted(baseline: str, comparisons: Mapping[str, Comparison], shared: int | None = None) -> ManyComparison:
    """Join comparisons that are adjusted already, for each other or for more than are joined here."""
    return ManyComparison(
        baseline=baseline,
        comparisons=comparisons,
        variants=_wholes(comparisons),
        cells=_cells(comparisons),
        wins={name: moved(one.fields, "better").fields for name, one in comparisons.items()},
        losses={name: moved(one.fields, "worse").fields for name, one in comparisons.items()},
        notes=_notes(comparisons, shared),
    )


def _wholes(comparisons: Mapping[str, Comparison]) -> tuple[Cell, ...]:
    return tuple(
        Cell(name, None, one.estimate.difference, one.p_adjusted, one.verdict, (one.estimate.a, one.estimate.b))
        for name, one in comparisons.items()
    )


def _cells(comparisons: Mapping[str, Comparison]) -> tuple[Cell, ...]:
    return tuple(
        Cell(name, field.path, field.difference, field.p_holm, field.verdict, (field.a, field.b))
        for name, one in comparisons.items()
        for field in one.fields
    )


def _notes(comparisons: Mapping[str, Comparison], shared: int | None) -> tuple[str, ...]:
    notes = []
    compared = {comparison.coverage.compared for comparison in comparisons.values()}
    if len(compared) > 1:
        all_share = "" if shared is None else f" All share {counted(shared, 'record')}."
        notes.append(
            f"The variants are compared over different records ({min(compared):,} to {max(compared):,}), each over "
            f"those that it shares with the baseline: do not rank them by these figures.{all_share}"
        )
    together = max((comparison.together for comparison in comparisons.values()), default=1)
    notes += adjusted_for(together, any(comparison.is_at_any_time for comparison in comparisons.values()))
    return tuple(notes)
