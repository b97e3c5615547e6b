"""Figures for gates that are computed only where one asks for them, each from a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from evaljson import RunResult

RUN: Final[Mapping[str, Callable[[RunResult], float | None]]] = {
    "records_right": lambda run: run.fully_right.records.share,
    "rows_right": lambda run: run.fully_right.rows.share,
}
"""By name in a gate: of the whole run."""


def _rows_right(run: RunResult, path: str) -> float | None:
    rows = run.fully_right.per_array.get(path)
    return None if rows is None else rows.share


OF_PATH: Final[Mapping[str, Callable[[RunResult, str], float | None]]] = {"rows_right": _rows_right}
"""By name in a gate: of a field, or of the array with these elements."""
