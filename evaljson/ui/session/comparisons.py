"""Comparisons of scored variants of the open evaluation, computed once for all sessions.

Runs never change, so a comparison stays valid as long as the server lives; the ids of the runs are its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from evaljson.compare import Comparison, compare_runs
from evaljson.results.model import RunResult
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import ComparedSide, side_of_one

_COMPARISONS = 200
"""How many stay in memory; one of 2,000 records takes about a megabyte."""
_Runs = RunResult | Sequence[RunResult]


def comparison(evaluation: OpenEvaluation, a: str, b: str, figure: str = "f1") -> Comparison:
    """Compare B with A, on one of FIGURES. Raises InputError where they cannot be compared."""
    return comparison_of(evaluation, side_of_one(a), side_of_one(b), figure)


def comparison_of(evaluation: OpenEvaluation, a: ComparedSide, b: ComparedSide, figure: str = "f1") -> Comparison:
    """Compare two sides that may be several runs of one prompt."""
    return _compared(a.keys(evaluation), b.keys(evaluation), (a.title, b.title), figure, lambda: (
        _runs_of(evaluation, a), _runs_of(evaluation, b)
    ))  # fmt: skip


def _runs_of(evaluation: OpenEvaluation, side: ComparedSide) -> _Runs:
    runs = [evaluation.runs[name] for name in side.variants]
    return runs[0] if len(runs) == 1 else runs


@st.cache_resource(show_spinner="Comparing", max_entries=_COMPARISONS)
def _compared(
    runs_a: tuple[str, ...],
    runs_b: tuple[str, ...],
    names: tuple[str, str],
    figure: str,
    _runs: Callable[[], tuple[_Runs, _Runs]],
) -> Comparison:
    """Compare, reading the runs only where no comparison is cached."""
    a, b = _runs()
    return compare_runs(a, b, names=names, figure=figure)
