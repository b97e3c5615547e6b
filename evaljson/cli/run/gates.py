"""Gates checked against a run. options/fail_under.py parses them, exit_codes.py ends the command by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaljson import RunResult
from evaljson.cli.options.fail_under import CLASS_FIGURES, CONFIDENCE_FIGURES, CONFORMING, RUN_FIGURES, Gate
from evaljson.cli.run.figures import OF_PATH, RUN
from evaljson.cli.run.metrics import MeasuredMetric
from evaljson.results.class_figures import MOST_CLASSES

if TYPE_CHECKING:
    from evaljson.schema.conform import Conformity

_TOLERANCE = 1e-9  # sums of floats: 0.9 may come out as 0.8999999999999999


@dataclass(frozen=True, slots=True)
class GateResult:
    """A gate and the value that the run has for it."""

    gate: Gate
    actual: float | None
    """None if the figure is undefined, which fails the gate."""

    @property
    def passed(self) -> bool:
        """Whether the figure is defined, and on the wanted side."""
        if self.actual is None:
            return False
        if self.gate.flag == "--fail-over":
            return self.actual <= self.gate.wanted + _TOLERANCE
        return self.actual >= self.gate.wanted - _TOLERANCE

    @property
    def bound(self) -> str:
        """The wanted side: "at least" or "at most"."""
        return "at most" if self.gate.flag == "--fail-over" else "at least"

    def __str__(self) -> str:
        place = f"{self.gate.path}: " if self.gate.path is not None else ""
        why = "there was nothing to score" if self.gate.metric is None else "no record has a score"
        if self.gate.figure in CLASS_FIGURES:
            why = f"gold has no values there that repeat, at most {MOST_CLASSES} different ones"
        if self.gate.figure in CONFIDENCE_FIGURES:
            both = self.gate.figure == "confidence_auroc"
            why = f"it needs {'right and wrong values with a confidence' if both else 'values with a confidence'}"
        actual = f"undefined: {why}" if self.actual is None else _distinguishable(self.actual, self.gate)
        return f"{place}{self.gate.figure} is {actual}, wanted {self.bound} {self.gate.wanted:g}"


def _distinguishable(actual: float, gate: Gate) -> str:
    """Return the figure with as many digits as it takes to differ from the wanted one."""
    digits = next((n for n in (4, 6, 9) if float(f"{actual:.{n}f}") != gate.wanted), 9)
    return f"{actual:.{digits}f}"


def check_gates(
    gates: Sequence[Gate],
    run: RunResult,
    measured: Sequence[MeasuredMetric] = (),
    conformity: Conformity | None = None,
) -> list[GateResult]:
    """Check each gate; `measured` has every metric that a gate is on, `conformity` is there if one is on it."""
    means = {one.spec.key: one.over_run.mean for one in measured}
    share = None if conformity is None else conformity.share
    return [GateResult(gate, share if gate.figure == CONFORMING else _actual(gate, run, means)) for gate in gates]


def _actual(gate: Gate, run: RunResult, means: Mapping[str, float | None]) -> float | None:
    if gate.metric is not None:
        return means[gate.metric.key]
    if gate.figure in CONFIDENCE_FIGURES:
        confidence = run.confidence()
        if confidence is None:
            return None
        figures = confidence.overall if gate.path is None else confidence.per_field.get(gate.path)
        return None if figures is None else getattr(figures, CONFIDENCE_FIGURES[gate.figure])
    if gate.path is not None and gate.figure in OF_PATH:
        return OF_PATH[gate.figure](run, gate.path)
    if gate.path is None and gate.figure in RUN:
        return RUN[gate.figure](run)
    if gate.path is None:
        value: float | None = getattr(run, RUN_FIGURES[gate.figure])
        return value
    field = run.per_field.get(gate.path)
    return None if field is None else getattr(field, gate.figure)
