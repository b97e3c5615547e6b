"""Compares runs: estimates each difference with an interval, tests each field, and states the verdict in a sentence.

    runs.py             compare_runs(), with comparison.py for its result
    many.py             compare_many(): several variants and one baseline
    slices.py           compare_slices(): groups of records; slice_labels.py finds keys to group by,
                        slices_together.py adjusts those of several variants
    agreement.py        agreement(): variants with each other, without gold
    shared_records.py   the records that runs share; coverage.py reports which, side.py adds up their scores
    estimate.py         figures with intervals
    fields.py           the test of each field; adjusted.py: its verdict by either adjustment
    looks.py            several looks while records are added: planned before, or at any time
    clusters.py         records that belong together, in comparisons and in the intervals of one run
    repeats.py          several runs of one variant
    planning.py         how many records it takes, by figure and field (need.py)
    shrinkage.py        differences of many fields or groups, drawn together where records are few
    gates.py            conditions of a CI gate
    words/              the sentence and the notes

Tables, figures and files of comparisons are in evaljson/report/compare.
"""

from __future__ import annotations

from evaljson.compare.agreement import Agreement, agreement
from evaljson.compare.clusters import with_clusters
from evaljson.compare.comparison import Comparison
from evaljson.compare.coverage import Coverage
from evaljson.compare.estimate import FIGURES, Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.looks import Looks
from evaljson.compare.many import Cell, ManyComparison, compare_many
from evaljson.compare.need import Need
from evaljson.compare.planning import Plan, PlanAhead, plan, plan_ahead
from evaljson.compare.repeats import Spread
from evaljson.compare.runs import compare_runs
from evaljson.compare.shrinkage import ShrunkenDifference, shrunken_fields, shrunken_slices
from evaljson.compare.slices import Slice, Slices, compare_slices
from evaljson.compare.slices_together import slices_together

__all__ = [
    "FIGURES",
    "Agreement",
    "Cell",
    "Clustering",
    "Comparison",
    "Coverage",
    "Estimate",
    "FieldComparison",
    "Looks",
    "ManyComparison",
    "Need",
    "Plan",
    "PlanAhead",
    "ShrunkenDifference",
    "Slice",
    "Slices",
    "Spread",
    "agreement",
    "compare_many",
    "compare_runs",
    "compare_slices",
    "plan",
    "plan_ahead",
    "shrunken_fields",
    "shrunken_slices",
    "slices_together",
    "with_clusters",
]
