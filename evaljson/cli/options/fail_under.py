"""`--fail-under` and `--fail-over`, the gates of `score`: `f1=0.9`, `items[].price:f1=0.95`, `json_distance=3`.

run/gates.py checks them against a run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evaljson import InputError, SchemaNode
from evaljson.base.errors import did_you_mean
from evaljson.cli.options.from_click import option
from evaljson.cli.options.metric import MetricSpec, parse_metric, same_metric
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
ARRAY_FIGURES = ("rows_right",)
"""Of the array at a path such as `items[]`."""
CLASS_FIGURES = ("macro_f1", "macro_precision", "macro_recall", "weighted_f1", "weighted_precision", "weighted_recall")
"""Of a field with few values."""
TOKEN_FIGURES = ("token_f1", "token_precision", "token_recall")
"""Of the run or a field."""
CONFORMING = "conforming"
"""Of the run, checked against --json-schema."""
FURTHER_FIGURES = (CONFORMING, "records_right", "rows_right", "accuracy", "mean_accuracy", *TOKEN_FIGURES)
"""Of the run; run/figures.py computes them."""
OF_PATH = (*FIELD_FIGURES, *ARRAY_FIGURES, *CLASS_FIGURES, *TOKEN_FIGURES)
CONFIDENCE_FIGURES = {
    f"confidence_{name}{end}": (name, end) for name in ("auroc", "brier", "ece") for end in ("", "_low", "_high")
}
"""Name in a gate, on the run or on a field -> attribute of its ConfidenceFigures, and the end of its interval or ""."""
Flag = Literal[
    "--fail-under", "--fail-over", "--fail-if-worse", "--max-regression", "--non-inferior", "--equivalent-within"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOptions:
    """The gates of `score`, as they are written."""

    fail_under: tuple[str, ...] = option(
        "--fail-under", multiple=True, metavar="[PATH:]FIGURE=NUMBER",
        help="Exit 1 if a figure is lower: f1=0.9, 'items[].price:f1=0.95'. May be repeated.",
    )  # fmt: skip
    fail_over: tuple[str, ...] = option(
        "--fail-over", multiple=True, metavar="[PATH:]FIGURE=NUMBER",
        help="Exit 1 if a figure is higher: json_distance=3. May be repeated.",
    )  # fmt: skip

    def gates(self, requested: Sequence[MetricSpec]) -> list[Gate]:
        """Parse the gates; one on a metric means that of `requested` (by --metric) if it is there.

        Raises InputError.
        """
        under = [parse_gate(text, "--fail-under") for text in self.fail_under]
        over = [parse_gate(text, "--fail-over") for text in self.fail_over]
        return [
            gate if gate.metric is None else replace(gate, metric=same_metric(gate.metric, requested, gate.source))
            for gate in (*under, *over)
        ]


@dataclass(frozen=True, slots=True)
class Gate:
    """One condition that a run has to meet."""

    text: str
    """As it was written."""
    path: str | None
    """Schema path of a field; None for a figure of the whole run."""
    figure: str
    """Its name; for a metric, as it was written."""
    wanted: float
    flag: Flag = "--fail-under"
    metric: MetricSpec | None = None
    """The whole-document metric, if it is one."""

    @property
    def source(self) -> str:
        """The gate as on the command line, for messages."""
        return f"{self.flag} {self.text}"

    @property
    def warning(self) -> str | None:
        """A warning for a gate that fails where the figure is good; None for all others."""
        lower = self.figure in CONFIDENCE_FIGURES and CONFIDENCE_FIGURES[self.figure][0] != "auroc"
        lower = lower or (self.metric is not None and self.metric.metric.direction == "lower")
        if lower == (self.flag == "--fail-over"):
            return None
        better, other = ("lower", "--fail-over") if lower else ("higher", "--fail-under")
        return f"{self.source}: {better} is better for {self.figure}, so this gate fails on good results; see {other}."


def parse_gate(text: str, flag: Flag = "--fail-under") -> Gate:
    """Parse one gate, from the right: a path may hold "=" and ":" itself. Raises InputError."""
    source = f"{flag} {text}"
    left, equals, number = text.rpartition("=")
    if not equals or not left:
        raise InputError(f"{source}: write FIGURE=NUMBER or PATH:FIGURE=NUMBER, such as f1=0.9.")
    path, colon, figure = left.rpartition(":")
    if colon and figure in (*OF_PATH, *CONFIDENCE_FIGURES):
        return Gate(text, path, figure, gate_number(number, source, 1), flag)
    if not colon and figure in (*RUN_FIGURES, *FURTHER_FIGURES, *CONFIDENCE_FIGURES):
        return Gate(text, None, figure, gate_number(number, source, 1), flag)
    if left.partition(":")[0] in METRICS or "=" in figure:
        spec = parse_metric(left, source)
        largest = 1 if spec.metric.direction == "higher" else math.inf
        return Gate(text, None, left, gate_number(number, source, largest), flag, spec)
    known = (*(OF_PATH if colon else (*RUN_FIGURES, *FURTHER_FIGURES, *METRICS)), *CONFIDENCE_FIGURES)
    raise InputError(f"{source}: there is no figure {figure!r}.{did_you_mean(figure, known)}")


def gate_number(number: str, source: str, largest: float = 1) -> float:
    """Read the number of a gate. Raises InputError for one that is not from 0 to `largest`."""
    try:
        wanted = float(number)
    except ValueError:
        wanted = -1.0
    if not 0 <= wanted <= largest or math.isinf(wanted):  # NaN fails the comparison too
        kind = "number from 0 to 1, such as 0.95 for 95%" if largest == 1 else "number from 0 up, such as 3"
        raise InputError(f"{source}: {number!r} is not a {kind}.")
    return wanted


def check_paths(gates: Iterable[Gate], tree: SchemaNode, id_field: str | None) -> None:
    """Raise InputError for a gate on a path that is not a scored field of the schema.

    Containers are refused too: they have a row only where a value has the wrong shape, so the gate would come and go.
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
            raise InputError(f"{gate.source}: the schema has no x-eval-confidence, so there is none to measure.")
        if gate.path is not None and gate.figure in ARRAY_FIGURES:
            _check_array(gate, gate.path, [node.items.path for node in nodes.values() if node.items is not None])
            continue
        if gate.path is None or gate.path in fields:
            continue
        if gate.path in nodes:
            below = [path for path in fields if path.startswith(gate.path)]
            listed = ", ".join(below[:5]) + (", …" if len(below) > 5 else "")
            raise InputError(f"{gate.source}: {gate.path!r} is a container; name a field inside it: {listed}.")
        raise InputError(f"{gate.source}: the schema scores no field {gate.path!r}.{did_you_mean(gate.path, fields)}")


def _check_array(gate: Gate, path: str, elements: Sequence[str]) -> None:
    """Raise InputError for a path that is not that of the elements of an array."""
    if path not in elements:
        hint = did_you_mean(path, elements) if elements else " The schema has no array."
        raise InputError(f"{gate.source}: {path!r} is not a path of array elements, such as items[].{hint}")


def _scored(node: SchemaNode) -> list[SchemaNode]:
    """List the node and all nodes below it, without skipped ones."""
    return [] if node.skip else [node, *(below for child in node.children for below in _scored(child))]
