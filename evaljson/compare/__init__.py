"""Comparison of runs: pair them, estimate with an interval, test each field, and say in a sentence what holds."""

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
