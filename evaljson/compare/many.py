"""Several variants held against one baseline: a matrix of fields and variants, adjusted for all of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Verdict, verdict_of
from evaljson.compare.runs import compare_runs
from evaljson.compare.shared_records import Repeats
from evaljson.results.model import RunResult
from evaljson.stats.multiple_tests import holm
from evaljson.wording.words import counted

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of one variant, or, with path None, the variant as a whole."""

    variant: str
    path: str | None
    difference: float | None
    """Variant minus baseline."""
    p_adjusted: float | None
    """By Holm, over all fields of all variants that the eval schema has, or over the keys that it lacks; for wholes,
    over the variants."""
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ManyComparison:
    """All variants against the baseline, each over the records that it shares with it."""

    baseline: str
    comparisons: Mapping[str, Comparison]
    """By variant, in the order given. Their own verdicts are not adjusted for the number of variants."""
    variants: tuple[Cell, ...]
    """Each variant as a whole, adjusted for the number of variants."""
    cells: tuple[Cell, ...]
    """Each field of each variant, adjusted for all cells."""
    wins: Mapping[str, int]
    """By variant, fields that are better than the baseline's."""
    losses: Mapping[str, int]
    notes: tuple[str, ...]

    def to_frame(self) -> pd.DataFrame:
        """Fields x variants: differences in F1, NaN where undefined."""
        import pandas as pd

        paths = list(dict.fromkeys(cell.path for cell in self.cells))
        known = {(cell.path, cell.variant): cell.difference for cell in self.cells}
        table = {name: [known.get((path, name)) for path in paths] for name in self.comparisons}
        return pd.DataFrame(table, index=pd.Index(paths, name="field"), dtype="float64")


def compare_many(runs: Mapping[str, Repeats], baseline: str, **options: Any) -> ManyComparison:
    """Each variant against `baseline`; a sequence of runs under one name are repeats of it.

    `options` are those of `compare_runs`, without `names`. Raises InputError as it does, and for an unknown baseline.
    """
    if baseline not in runs:
        raise InputError(f"there is no variant {baseline!r} to be the baseline.{did_you_mean(baseline, runs)}")
    others = [name for name in runs if name != baseline]
    if not others:
        raise InputError(f"{baseline!r} is alone: name at least one variant to hold against it")
    found = {name: compare_runs(runs[baseline], runs[name], names=(baseline, name), **options) for name in others}
    listed = [run for group in runs.values() for run in ([group] if isinstance(group, RunResult) else group)]
    return of_comparisons(baseline, found, len(set.intersection(*map(_positions, listed))))


def of_comparisons(baseline: str, found: Mapping[str, Comparison], shared: int | None = None) -> ManyComparison:
    """Comparisons that were made one by one, adjusted for how many they are.

    `shared` is the number of records that all of their runs scored; None: it is not known, and not told.
    """
    cells = _cells(found)
    return ManyComparison(
        baseline,
        found,
        _wholes(found),
        cells,
        {name: _count(cells, name, "better") for name in found},
        {name: _count(cells, name, "worse") for name in found},
        _notes(found, shared),
    )


def _positions(run: RunResult) -> set[int]:
    return {at for at, _ in run.positions}


def _wholes(found: Mapping[str, Comparison]) -> tuple[Cell, ...]:
    own = [one.estimate for one in found.values()]
    adjusted = holm([1.0 if one.p is None else one.p for one in own]).tolist()
    return tuple(
        Cell(name, None, one.estimate.difference, p, verdict_of(one.estimate.difference, p, one.confidence))
        for (name, one), p in zip(found.items(), adjusted, strict=True)
    )


def _cells(found: Mapping[str, Comparison]) -> tuple[Cell, ...]:
    listed = [(name, one, field) for name, one in found.items() for field in one.fields]
    adjusted = {
        declared: iter(holm([one.p for *_, one in listed if one.p is not None and one.declared == declared]).tolist())
        for declared in (True, False)
    }
    cells = []
    for name, one, field in listed:
        p = None if field.p is None else next(adjusted[field.declared])
        cells.append(Cell(name, field.path, field.difference, p, verdict_of(field.direction, p, one.confidence)))
    return tuple(cells)


def _count(cells: tuple[Cell, ...], variant: str, verdict: Verdict) -> int:
    return sum(cell.variant == variant and cell.verdict == verdict for cell in cells)


def _notes(found: Mapping[str, Comparison], shared: int | None) -> tuple[str, ...]:
    told = []
    compared = {one.coverage.compared for one in found.values()}
    if len(compared) > 1:
        all_share = "" if shared is None else f" All share {counted(shared, 'record')}."
        told.append(
            f"The variants are compared over different records ({min(compared):,} to {max(compared):,}), each over "
            f"those that it shares with the baseline: do not rank them by it.{all_share}"
        )
    if len(found) > 1:
        told.append(f"Verdicts are adjusted for {len(found):,} variants (Holm); intervals are not.")
    return tuple(told)
