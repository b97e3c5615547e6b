"""Gates checked against a run. options/fail_under.py parses them, exit_codes.py ends the command by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaljson import RunResult
from evaljson.cli.options.fail_under import CONFIDENCE_FIGURES, CONFORMING, Gate
from evaljson.cli.run.figures import OF_PATH, run_figure
from evaljson.cli.run.metrics import MeasuredMetric
from evaljson.cli.run.undefined import why_undefined

if TYPE_CHECKING:
    from evaljson.schema.conform import Conformity

_TOLERANCE = 1e-9  # sums of floats: 0.9 may come out as 0.8999999999999999


@dataclass(frozen=True, slots=True)
class GateResult:
    """A gate and the value that the run has for it."""

    gate: Gate
    actual: float | None
    """None if the figure is undefined, which fails the gate."""
    interval: tuple[float, float] | None = None
    """95% interval of a figure of confidence: the gate fails only if all of it is on the wrong side."""

    @property
    def passed(self) -> bool:
        """Whether the figure is defined, and on the wanted side."""
        least, most = self.interval or (self.actual, self.actual)
        if self.gate.flag == "--fail-over":
            return least is not None and least <= self.gate.wanted + _TOLERANCE
        return is_at_least(most, self.gate.wanted)

    @property
    def bound(self) -> str:
        """The wanted side: "at least" or "at most"."""
        return "at most" if self.gate.flag == "--fail-over" else "at least"

    def __str__(self) -> str:
        place = f"{self.gate.path}: " if self.gate.path is not None else ""
        why = "no record has a score" if self.gate.metric is not None else why_undefined(self.gate.figure)
        actual = f"undefined: {why}" if self.actual is None else as_text(self.actual, self.gate.wanted)
        if self.interval is not None:
            ends = " to ".join(as_text(end, self.gate.wanted) for end in self.interval)
            actual = f"{actual} (95% interval {ends})"
        return f"{place}{self.gate.figure} is {actual}, wanted {self.bound} {self.gate.wanted:g}"


def is_at_least(actual: float | None, wanted: float) -> bool:
    """Check whether a figure is defined and as high as wanted."""
    return actual is not None and actual >= wanted - _TOLERANCE


def as_text(actual: float, wanted: float) -> str:
    """Return the figure with as many digits as it takes to differ from the wanted one."""
    digits = next((n for n in (4, 6, 9) if float(f"{actual:.{n}f}") != wanted), 9)
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
    return [
        _of_confidence(gate, run)
        if gate.figure in CONFIDENCE_FIGURES
        else GateResult(gate, share if gate.figure == CONFORMING else _actual(gate, run, means))
        for gate in gates
    ]


def _of_confidence(gate: Gate, run: RunResult) -> GateResult:
    confidence = run.confidence()
    figures = None if confidence is None else confidence.overall
    if confidence is not None and gate.path is not None:
        figures = confidence.per_field.get(gate.path)
    if figures is None:
        return GateResult(gate, None)
    name, end = CONFIDENCE_FIGURES[gate.figure]
    interval: tuple[float, float] | None = getattr(figures, f"{name}_interval")
    if not end:
        return GateResult(gate, getattr(figures, name), interval)
    return GateResult(gate, None if interval is None else interval[end == "_high"])


def _actual(gate: Gate, run: RunResult, means: Mapping[str, float | None]) -> float | None:
    if gate.metric is not None:
        return means[gate.metric.key]
    if gate.path is not None and gate.figure in OF_PATH:
        return OF_PATH[gate.figure](run, gate.path)
    if gate.path is None:
        return run_figure(gate.figure, run)
    field = run.per_field.get(gate.path)
    return None if field is None else getattr(field, gate.figure)
