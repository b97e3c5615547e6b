"""Compares two runs: pairs their records, estimates the figures, tests the fields, and states the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.clusters import ClusterBy
from evaljson.compare.comparison import Comparison, RecordDifference
from evaljson.compare.coverage import SideCoverage, make_coverage
from evaljson.compare.documents import Documents
from evaljson.compare.equal_documents import equal_documents
from evaljson.compare.estimate import FIGURES, Estimate, Method, estimates, of_fields, of_figures, of_losses
from evaljson.compare.fields import FieldComparison, field_comparisons, regressions_first
from evaljson.compare.looks import MEANS, Looks, check_any_time, hold_estimates, hold_fields, look_now
from evaljson.compare.paired import paired, ratios_of
from evaljson.compare.repeats import spreads
from evaljson.compare.shared_records import Repeats, shared_keys
from evaljson.compare.side import Sides
from evaljson.compare.together import adjusted_together
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words import notes
from evaljson.compare.words.cluster_notes import of_clusters, of_equal_documents
from evaljson.compare.words.looks import note_on_looks
from evaljson.results.model import RunResult, StrayId
from evaljson.results.signature import content_hash
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
    looks: Looks | None = None,
    cluster: ClusterBy = None,
    documents: Documents | None = None,
) -> Comparison:
    """Check whether B is better than A, on which fields, and with what confidence.

    Only records that all runs scored are compared. Several runs of one variant are repeats: their means are compared,
    and the variance between them widens the intervals. `figure` is the figure of the verdict, one of FIGURES. `looks`
    says that the same is compared several times while records are added (looks.py).

    Records that belong together, such as the documents of one customer, count as one cluster: whole clusters are
    swapped. `cluster` is a key or path of gold, values by record id, or a function of the RecordResult of A's first
    run; None takes the x-eval-cluster of the schema, False none. Records without a value are clusters of their own.
    `documents` are the texts that records were taken from (a key of gold, or texts by record id): records of one text
    are copies, and a note says how many there are.

    Raises InputError for runs that cannot be compared: other gold, eval schema or engine, no record in common, or no
    value for the cluster.
    """
    check_options(confidence, resamples, seed)
    if figure not in FIGURES:
        raise InputError(f"there is no figure {figure!r} to compare.{did_you_mean(str(figure), FIGURES)}")
    if names[0] == names[1]:
        raise InputError(f"both sides are called {names[0]!r}: give them different names")
    pair = paired(a, b, names, cluster)
    of_a, of_b, at_a, at_b, clustered = pair.of_a, pair.of_b, pair.at_a, pair.at_b, pair.clustered
    sides, numbers, now = pair.sides, pair.sides.clusters, look_now(looks, len(at_a[0]), confidence)
    method = Method(confidence if now is None else now.confidence, resamples, seed)
    side_a, side_b = SideCoverage(names[0], of_a, at_a), SideCoverage(names[1], of_b, at_b)
    figures, fields = estimate_and_test(sides, names, method, (side_a.lacks(), side_b.lacks()))
    if now is not None:
        check_any_time(now, figure, max(len(of_a), len(of_b)), numbers is not None)
        figures = hold_estimates(now, figures, _of_means(sides), confidence)
        fields = hold_fields(now, fields, confidence)
    coverage = make_coverage(side_a, side_b)
    records = _records([*of_a, *of_b], at_a[0], sides)
    copies = equal_documents(of_a[0], at_a[0].tolist(), numbers, documents)
    alone = Comparison(
        names=names,
        figure=figure,
        verdict=NO_DIFFERENCE,
        p_adjusted=None,
        together=1,
        tested_fields=0,
        tested_keys=0,
        sentence="",
        figures={one.figure: one if one.figure == figure else replace(one, verdict=None) for one in figures},
        fields=fields,
        coverage=coverage,
        notes=(),
        run_notes=(
            *note_on_looks(now),
            *coverage.warnings,
            *coverage.why,
            *of_clusters(None if clustered is None else clustered.about, coverage.compared),
            *of_equal_documents(copies, clustered is not None),
            *notes.of_runs(of_a, of_b, names, sides.unjudged),
            *notes.of_one_record(records),
        ),
        records=records,
        spread={
            name: spreads(FIGURES, runs, of_figures)
            for name, runs in zip(names, sides.singles, strict=True)
            if len(runs) > 1
        },
        clusters=None if clustered is None else clustered.about,
        copies=copies,
        confidence=confidence,
        look=now,
        resamples=resamples,
        seed=seed,
        signature={
            "a": [dict(run.signature) for run in of_a],
            "b": [dict(run.signature) for run in of_b],
            "options": {
                "confidence": confidence,
                "resamples": resamples,
                "seed": seed,
                "figure": figure,
                **({} if looks is None else {"looks": asdict(looks)}),
                **({} if numbers is None else {"clusters": content_hash(numbers.tolist())}),
            },
        },
    )
    (stated,) = adjusted_together([alone])
    return stated


def estimate_and_test(
    sides: Sides, names: tuple[str, str], method: Method, missing: tuple[Bools, Bools] | None = None
) -> tuple[list[Estimate], tuple[FieldComparison, ...]]:
    """Estimate the figures and test the fields of two sides; `missing` marks records that each did not produce."""
    kinds = (of_figures, of_fields, of_losses) if sides.repeated else (of_figures, of_fields)
    columns = (*FIGURES, *sides.fields, *(sides.fields if sides.repeated else ()))
    ratios, between = ratios_of(sides, kinds)
    listed = estimates(columns, ratios, method, between, sides.clusters)
    first_loss = len(FIGURES) + len(sides.fields)
    figures, f1, losses = listed[: len(FIGURES)], listed[len(FIGURES) : first_loss], listed[first_loss:]
    return figures, regressions_first(field_comparisons(sides, f1, losses, names, method, missing))


def _of_means(sides: Sides) -> Floats:
    """Return the differences of the means, records x means."""
    return np.stack([getattr(sides.b, name) - getattr(sides.a, name) for name in MEANS], axis=1)


def _records(runs: Sequence[RunResult], places: Ints, sides: Sides) -> tuple[RecordDifference, ...]:
    change = sides.b.f1 - sides.a.f1
    change = np.where(np.abs(change) > 1e-9, change, 0.0)
    rows = zip(shared_keys(runs), places.tolist(), sides.a.f1, sides.b.f1, change, strict=True)
    return tuple(
        RecordDifference(
            key.record_id if isinstance(key, StrayId) else runs[0].records[place].record_id,
            None if isinstance(key, StrayId) else key,
            *map(float, figures),
        )
        for key, place, *figures in rows
    )
