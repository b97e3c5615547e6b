"""Compares runs: estimates each difference with an interval, tests each field, and states the verdict in a sentence.

    runs.py             compare_runs(), with comparison.py for its result
    many.py             compare_many(): several variants and one baseline
    slices.py           compare_slices(): groups of records; slice_labels.py finds keys to group by
    agreement.py        agreement(): variants with each other, without gold
    shared_records.py   the records that runs share; coverage.py reports which, side.py adds up their scores
    estimate.py         figures with intervals; few_differences.py for samples that hardly differ
    fields.py           the test of each field; adjusted.py: its verdict by either adjustment
    repeats.py          several runs of one variant
    gates.py            conditions of a CI gate
    words/              the sentence and the notes

Tables, figures and files of comparisons are in evaljson/report/compare.
"""

from __future__ import annotations

from evaljson.compare.agreement import Agreement, agreement
from evaljson.compare.comparison import Comparison
from evaljson.compare.coverage import Coverage
from evaljson.compare.estimate import FIGURES, Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.many import Cell, ManyComparison, compare_many
from evaljson.compare.repeats import Spread
from evaljson.compare.runs import compare_runs
from evaljson.compare.slices import Slice, Slices, compare_slices

__all__ = [
    "FIGURES",
    "Agreement",
    "Cell",
    "Comparison",
    "Coverage",
    "Estimate",
    "FieldComparison",
    "ManyComparison",
    "Slice",
    "Slices",
    "Spread",
    "agreement",
    "compare_many",
    "compare_runs",
    "compare_slices",
]
