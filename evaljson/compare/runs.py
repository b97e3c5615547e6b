"""compare_runs(): pair, estimate, test the fields, say it."""

from __future__ import annotations

import numpy as np

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.comparison import Comparison, RecordDifference
from evaljson.compare.coverage import SideCoverage, make_coverage
from evaljson.compare.estimate import FIGURES, Estimate, Method, Ratios, estimates, of_fields, of_figures, of_losses
from evaljson.compare.fields import FieldComparison, field_comparisons, regressions_first
from evaljson.compare.repeats import between_repeats, joined, spreads
from evaljson.compare.shared_records import Repeats, listed_runs, refuse_unlike_runs, shared_places
from evaljson.compare.side import Sides, make_sides
from evaljson.compare.words import notes
from evaljson.compare.words.verdict import sentence
from evaljson.results.model import RunResult
from evaljson.stats.resampling import check_options


def compare_runs(
    a: Repeats,
    b: Repeats,
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
    figure: str = "f1",
    names: tuple[str, str] = ("A", "B"),
) -> Comparison:
    """Whether B is better than A, on which fields, and how sure that is.

    Only records that all runs scored are compared. Several runs of one variant are repeats: their means are compared,
    and what repeats have in common beyond chance within records widens the intervals. `figure` is what the verdict is
    on, one of FIGURES.

    Raises InputError where the runs cannot be compared: other gold, eval schema or engine, or no record in common.
    """
    check_options(confidence, resamples, seed)
    if figure not in FIGURES:
        raise InputError(f"there is no figure {figure!r} to compare.{did_you_mean(str(figure), FIGURES)}")
    if names[0] == names[1]:
        raise InputError(f"both sides are called {names[0]!r}: give each a name of its own")
    of_a, of_b = listed_runs(a, names[0]), listed_runs(b, names[1])
    refuse_unlike_runs(of_a, of_b, names)
    places = shared_places([*of_a, *of_b], names)
    at_a, at_b = places[: len(of_a)], places[len(of_a) :]
    sides, method = make_sides(of_a, of_b, at_a, at_b), Method(confidence, resamples, seed)
    figures, fields = estimate_and_test(sides, names, method)
    own = {one.figure: one for one in figures}
    coverage = make_coverage(SideCoverage(names[0], of_a, at_a), SideCoverage(names[1], of_b, at_b))
    told = (
        *notes.of_runs(of_a, of_b, names),
        *notes.of_figures(own[figure], fields, coverage.compared, sides.unjudged),
        *notes.of_fields(fields, names, method),
    )
    return Comparison(
        names,
        figure,
        own[figure].verdict,
        sentence(names, own[figure], fields, coverage, confidence),
        own,
        fields,
        coverage,
        (*coverage.warnings, *coverage.why, *told),
        _records(of_a[0], at_a[0].tolist(), sides),
        {
            name: spreads(FIGURES, runs, of_figures)
            for name, runs in zip(names, sides.singles, strict=True)
            if len(runs) > 1
        },
        confidence,
        resamples,
        seed,
        {
            "a": [dict(run.signature) for run in of_a],
            "b": [dict(run.signature) for run in of_b],
            "options": {"confidence": confidence, "resamples": resamples, "seed": seed, "figure": figure},
        },
    )


def estimate_and_test(
    sides: Sides, names: tuple[str, str], method: Method
) -> tuple[list[Estimate], tuple[FieldComparison, ...]]:
    """Figures and fields of two sides; all of them share their resamples."""
    repeated = any(len(runs) > 1 for runs in sides.singles)
    kinds = (of_figures, of_fields, of_losses) if repeated else (of_figures, of_fields)
    columns = (*FIGURES, *sides.fields, *(sides.fields if repeated else ()))
    of_a, of_b = (map(np.hstack, zip(*(parts(side) for parts in kinds), strict=True)) for side in (sides.a, sides.b))
    between = joined([between_repeats(sides.singles, parts) for parts in kinds])
    found = estimates(columns, Ratios(*of_a, *of_b), method, between)
    fields, losses = found[len(FIGURES) :][: len(sides.fields)], found[len(FIGURES) + len(sides.fields) :]
    return found[: len(FIGURES)], regressions_first(field_comparisons(sides, fields, losses, names, method))


def _records(run: RunResult, places: list[int], sides: Sides) -> tuple[RecordDifference, ...]:
    change = sides.b.f1 - sides.a.f1
    change = np.where(np.abs(change) > 1e-9, change, 0.0)
    rows = zip(places, sides.a.f1.tolist(), sides.b.f1.tolist(), change.tolist(), strict=True)
    return tuple(
        RecordDifference(run.records[place].record_id, run.positions[place][0], a, b, difference)
        for place, a, b, difference in rows
    )
