"""Reads one confidence: a number from 0 to 1, or a problem."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.scoring.problems import Problems


class Reader:
    """Reads confidences; invalid ones are reported with their path and not used."""

    def __init__(self, scale: float, problems: Problems) -> None:
        self._scale = scale
        self._problems = problems
        self.has_read_any = False

    def read(self, value: Any, path: str, inherited: float | None) -> float | None:
        """Return the confidence at a schema path: its own, or the inherited one if that is absent or null."""
        if value is ABSENT or value is None:
            return inherited
        if type(value) not in (int, float):
            self.note(path, f"the confidence is not a number but of type {type_name(value)}: it is not used")
        elif not 0 <= value <= self._scale:  # also true for NaN
            hint = '; "scale": 100 in x-eval-confidence reads per cent' if self._scale == 1 else ""
            self.note(path, f"the confidence is not from 0 to {self._scale:g}: it is not used{hint}")
        else:
            self.has_read_any = True
            return float(value / self._scale)
        return None

    def note(self, path: str, message: str, count: int = 1) -> None:
        """Report a problem."""
        self._problems.add("confidence", path, message, count)
