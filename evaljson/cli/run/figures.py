"""Figures for gates that are computed only where one asks for them, each from a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from evaljson import RunResult
from evaljson.cli.options.fail_under import CLASS_FIGURES, RUN_FIGURES, TOKEN_FIGURES
from evaljson.results.shown_means import has_fields


def _token_figure(name: str, run: RunResult) -> float | None:
    return _attribute(run.tokens.overall, name.removeprefix("token_"))


def _token_figure_of(name: str, run: RunResult, path: str) -> float | None:
    return _attribute(run.tokens.per_field.get(path), name.removeprefix("token_"))


def _class_figure_of(name: str, run: RunResult, path: str) -> float | None:
    average, _, figure = name.partition("_")
    classes = run.classes().get(path)
    return None if classes is None else _attribute(getattr(classes, average), figure)


def _rows_right_of(run: RunResult, path: str) -> float | None:
    return _attribute(run.fully_right.per_array.get(path), "share")


def _attribute(figures: Any, name: str) -> float | None:
    return None if figures is None else getattr(figures, name)


_RUN: Final[Mapping[str, Callable[[RunResult], float | None]]] = {
    "records_right": lambda run: run.fully_right.records.share,
    "rows_right": lambda run: run.fully_right.rows.share,
    "accuracy": lambda run: run.accuracy.share,
    "mean_accuracy": lambda run: run.accuracy.mean,
    **{name: partial(_token_figure, name) for name in TOKEN_FIGURES},
}
"""By name in a gate: of the whole run, beside RUN_FIGURES."""
OF_PATH: Final[Mapping[str, Callable[[RunResult, str], float | None]]] = {
    "rows_right": _rows_right_of,
    **{name: partial(_token_figure_of, name) for name in TOKEN_FIGURES},
    **{name: partial(_class_figure_of, name) for name in CLASS_FIGURES},
}
"""By name in a gate: of a field, or of the array with these elements."""


def run_figure(name: str, run: RunResult) -> float | None:
    """Return a figure of the whole run, by its name in a gate; None where no value counts, as tables show it."""
    if name in _RUN:
        return _RUN[name](run)
    return _attribute(run, RUN_FIGURES[name]) if has_fields(run) else None
