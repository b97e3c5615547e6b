"""One confidence: a number from 0 to 1, or why it is none."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT, type_name
from evaljson.scoring.problems import Problems


class Reader:
    """Reads confidences; what is none is noted with its path and never used."""

    def __init__(self, scale: float, problems: Problems) -> None:
        self._scale = scale
        self._problems = problems
        self.found_any = False

    def read(self, given: Any, path: str, inherited: float | None) -> float | None:
        """The confidence at a schema path: its own, or the inherited one where it has none (absent or null)."""
        if given is ABSENT or given is None:
            return inherited
        if type(given) not in (int, float):
            self.note(path, f"the confidence is no number but of type {type_name(given)}: it is not used")
        elif not 0 <= given <= self._scale:  # NaN is not either
            hint = '; "scale": 100 in x-eval-confidence reads per cent' if self._scale == 1 else ""
            self.note(path, f"the confidence is not from 0 to {self._scale:g}: it is not used{hint}")
        else:
            self.found_any = True
            return float(given / self._scale)
        return None

    def note(self, path: str, message: str, count: int = 1) -> None:
        """Tell a person."""
        self._problems.add("confidence", path, message, count)
