"""Gates: figures that must not be lower, or higher, than: `f1=0.9`, `items[].price:f1=0.95`, `json_distance=3`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evaljson import InputError, RunResult, SchemaNode
from evaljson.base.errors import did_you_mean
from evaljson.cli.options.metrics import MetricSpec, parse_metric
from evaljson.cli.text.metrics import Measured, same_metric
from evaljson.metrics import METRICS

RUN_FIGURES = {
    "f1": "mean_f1",
    "precision": "mean_precision",
    "recall": "mean_recall",
    "pooled_f1": "pooled_f1",
    "pooled_precision": "pooled_precision",
    "pooled_recall": "pooled_recall",
}
"""Name in a gate -> attribute of a run; those without "pooled" are means over records."""
FIELD_FIGURES = ("f1", "precision", "recall", "mean_score")
CONFIDENCE_FIGURES = {"confidence_auroc": "auroc", "confidence_brier": "brier", "confidence_ece": "ece"}
"""Name in a gate, on the run or on a field -> attribute of its ConfidenceFigures."""
Option = Literal["--fail-under", "--fail-over", "--fail-if-worse", "--max-regression"]
_TOLERANCE = 1e-9  # sums of floats: 0.9 may come out as 0.8999999999999999


@dataclass(frozen=True, slots=True)
class Gate:
    """One demand."""

    text: str
    """As it was written."""
    path: str | None
    """Schema path of a field; None for a figure of the whole run."""
    figure: str
    """Its name; a metric is called as it is written."""
    wanted: float
    option: Option = "--fail-under"
    metric: MetricSpec | None = None
    """The whole-document metric, where it is one."""

    @property
    def said(self) -> str:
        """How it stands on the command line."""
        return f"{self.option} {self.text}"

    @property
    def odd(self) -> str | None:
        """What a person should know who may have taken one option for the other."""
        lower = self.figure in ("confidence_brier", "confidence_ece")
        lower = lower or (self.metric is not None and self.metric.metric.direction == "lower")
        if lower == (self.option == "--fail-over"):
            return None
        better, other = ("lower", "--fail-over") if lower else ("higher", "--fail-under")
        return f"{self.said}: {better} is better for {self.figure}, so this fails where it is good; see {other}."


@dataclass(frozen=True, slots=True)
class GateResult:
    """A gate and what the run has to say to it."""

    gate: Gate
    actual: float | None
    """None where the figure is undefined, which fails."""

    @property
    def passed(self) -> bool:
        """Whether the figure is there, and on the wanted side."""
        if self.actual is None:
            return False
        if self.gate.option == "--fail-over":
            return self.actual <= self.gate.wanted + _TOLERANCE
        return self.actual >= self.gate.wanted - _TOLERANCE

    @property
    def bound(self) -> str:
        """Which side that is."""
        return "at most" if self.gate.option == "--fail-over" else "at least"

    def __str__(self) -> str:
        place = f"{self.gate.path}: " if self.gate.path is not None else ""
        why = "nothing was there to score" if self.gate.metric is None else "no record has a score"
        if self.gate.figure in CONFIDENCE_FIGURES:
            kinds = (
                "right and wrong values that carry one" if self.gate.figure == "confidence_auroc" else "values with one"
            )
            why = f"it takes {kinds}"
        actual = f"undefined: {why}" if self.actual is None else _told_apart(self.actual, self.gate)
        return f"{place}{self.gate.figure} is {actual}, wanted {self.bound} {self.gate.wanted:g}"


def _told_apart(actual: float, gate: Gate) -> str:
    """The figure with as many digits as it takes to see that it is not the wanted one."""
    digits = next((n for n in (4, 6, 9) if float(f"{actual:.{n}f}") != gate.wanted), 9)
    return f"{actual:.{digits}f}"


def parse_gate(text: str, option: Option = "--fail-under") -> Gate:
    """Read one gate, from the right: a path may hold "=" and ":" itself. Raises InputError."""
    said = f"{option} {text}"
    left, equals, number = text.rpartition("=")
    if not equals or not left:
        raise InputError(f"{said}: write FIGURE=NUMBER or PATH:FIGURE=NUMBER, such as f1=0.9.")
    path, colon, figure = left.rpartition(":")
    if colon and (figure in FIELD_FIGURES or figure in CONFIDENCE_FIGURES):
        return Gate(text, path, figure, _number(number, said, 1), option)
    if not colon and (figure in RUN_FIGURES or figure in CONFIDENCE_FIGURES):
        return Gate(text, None, figure, _number(number, said, 1), option)
    if left.partition(":")[0] in METRICS or "=" in figure:
        spec = parse_metric(left, said)
        most = 1 if spec.metric.direction == "higher" else math.inf
        return Gate(text, None, left, _number(number, said, most), option, spec)
    known = (*(FIELD_FIGURES if colon else (*RUN_FIGURES, *METRICS)), *CONFIDENCE_FIGURES)
    raise InputError(f"{said}: there is no figure {figure!r}.{did_you_mean(figure, known)}")


def _number(number: str, said: str, most: float) -> float:
    try:
        wanted = float(number)
    except ValueError:
        wanted = -1.0
    if not 0 <= wanted <= most or math.isinf(wanted):  # NaN is not either
        kind = "number from 0 to 1, such as 0.95 for 95%" if most == 1 else "number from 0 on, such as 3"
        raise InputError(f"{said}: {number!r} is no {kind}.")
    return wanted


def settled(gates: Sequence[Gate], asked: Sequence[MetricSpec]) -> list[Gate]:
    """The gates, each with the metric of --metric that it means. Raises InputError where that is not clear."""
    return [
        gate if gate.metric is None else replace(gate, metric=same_metric(gate.metric, asked, gate.said))
        for gate in gates
    ]


def check_paths(gates: Iterable[Gate], tree: SchemaNode, id_field: str | None) -> None:
    """Raise InputError for a gate on what is no scored field of the schema, whatever the data.

    Containers are refused too: their own row exists only where the shape is wrong, so it would come and go.
    """
    nodes = {
        node.path: node
        for root in tree.roots
        for node in _scored(root)
        if id_field is None or node is not root.properties.get(id_field)
    }
    fields = [path for path, node in nodes.items() if node.is_unit]
    for gate in gates:
        if gate.figure in CONFIDENCE_FIGURES and tree.confidence is None:
            raise InputError(f"{gate.said}: the schema has no x-eval-confidence, so there is none to measure.")
        if gate.path is None or gate.path in fields:
            continue
        if gate.path in nodes:
            below = [path for path in fields if path.startswith(gate.path)]
            shown = ", ".join(below[:5]) + (", …" if len(below) > 5 else "")
            raise InputError(f"{gate.said}: {gate.path!r} is a container; name fields of it: {shown}.")
        raise InputError(f"{gate.said}: the schema scores no field {gate.path!r}.{did_you_mean(gate.path, fields)}")


def _scored(node: SchemaNode) -> list[SchemaNode]:
    """The node and all below it, without what is skipped."""
    return [] if node.skip else [node, *(below for child in node.children for below in _scored(child))]


def check_gates(gates: Sequence[Gate], run: RunResult, measured: Sequence[Measured] = ()) -> list[GateResult]:
    """What the run says to each gate; `measured` has every metric that a gate is on."""
    means = {one.spec.key: one.over_run.mean for one in measured}
    return [GateResult(gate, _actual(gate, run, means)) for gate in gates]


def _actual(gate: Gate, run: RunResult, means: Mapping[str, float | None]) -> float | None:
    if gate.metric is not None:
        return means[gate.metric.key]
    if gate.figure in CONFIDENCE_FIGURES:
        sure = run.confidence()
        own = None if sure is None else sure.overall if gate.path is None else sure.per_field.get(gate.path)
        return None if own is None else getattr(own, CONFIDENCE_FIGURES[gate.figure])
    if gate.path is None:
        found: float | None = getattr(run, RUN_FIGURES[gate.figure])
        return found
    field = run.per_field.get(gate.path)
    return None if field is None else getattr(field, gate.figure)
