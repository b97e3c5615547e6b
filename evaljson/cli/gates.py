"""Gates: figures that must not fall below a value, as `f1=0.9` or `items[].price:f1=0.95`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaljson import InputError, RunResult, SchemaNode
from evaljson.errors import did_you_mean

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
_TOLERANCE = 1e-9  # sums of floats: 0.9 may come out as 0.8999999999999999


@dataclass(frozen=True, slots=True)
class Gate:
    """One demand."""

    text: str
    """As it was written."""
    path: str | None
    """Schema path of a field; None for a figure of the whole run."""
    figure: str
    wanted: float


@dataclass(frozen=True, slots=True)
class GateResult:
    """A gate and what the run has to say to it."""

    gate: Gate
    actual: float | None
    """None where the figure is undefined, which fails."""

    @property
    def passed(self) -> bool:
        """Whether the figure is there, and at least what is wanted."""
        return self.actual is not None and self.actual >= self.gate.wanted - _TOLERANCE

    def __str__(self) -> str:
        place = f"{self.gate.path}: " if self.gate.path is not None else ""
        actual = "undefined: nothing was there to score" if self.actual is None else _told_apart(self.actual, self.gate)
        return f"{place}{self.gate.figure} is {actual}, wanted at least {self.gate.wanted:g}"


def _told_apart(actual: float, gate: Gate) -> str:
    """The figure with as many digits as it takes to see that it is not the wanted one."""
    digits = next((n for n in (4, 6, 9) if float(f"{actual:.{n}f}") != gate.wanted), 9)
    return f"{actual:.{digits}f}"


def parse_gate(text: str) -> Gate:
    """Read one gate, from the right: a path may hold "=" and ":" itself. Raises InputError."""
    left, equals, number = text.rpartition("=")
    if not equals or not left:
        raise InputError(f"--fail-under {text}: write FIGURE=NUMBER or PATH:FIGURE=NUMBER, such as f1=0.9.")
    path, colon, figure = left.rpartition(":")
    known = FIELD_FIGURES if colon else tuple(RUN_FIGURES)
    if figure not in known:
        raise InputError(f"--fail-under {text}: there is no figure {figure!r}.{did_you_mean(figure, known)}")
    return Gate(text, path if colon else None, figure, _number(number, text))


def _number(number: str, text: str) -> float:
    try:
        wanted = float(number)
    except ValueError:
        wanted = -1.0
    if not 0 <= wanted <= 1:  # NaN is not either
        raise InputError(f"--fail-under {text}: {number!r} is no number from 0 to 1, such as 0.95 for 95%.")
    return wanted


def check_paths(gates: Iterable[Gate], tree: SchemaNode, id_field: str | None) -> None:
    """Raise InputError for a gate on what is no scored field of the schema, whatever the data.

    Containers are refused too: their own row exists only where the shape is wrong, so it would come and go.
    """
    nodes = {node.path: node for node in _scored(tree) if id_field is None or node is not tree.properties.get(id_field)}
    fields = [path for path, node in nodes.items() if node.is_unit]
    for gate in gates:
        if gate.path is None or gate.path in fields:
            continue
        if gate.path in nodes:
            below = [path for path in fields if path.startswith(gate.path)]
            shown = ", ".join(below[:5]) + (", …" if len(below) > 5 else "")
            raise InputError(f"--fail-under {gate.text}: {gate.path!r} is a container; name fields of it: {shown}.")
        raise InputError(
            f"--fail-under {gate.text}: the schema scores no field {gate.path!r}.{did_you_mean(gate.path, fields)}"
        )


def _scored(node: SchemaNode) -> list[SchemaNode]:
    """The node and all below it, without what is skipped."""
    return [] if node.skip else [node, *(below for child in node.children for below in _scored(child))]


def check_gates(gates: Sequence[Gate], run: RunResult) -> list[GateResult]:
    """What the run says to each gate."""
    return [GateResult(gate, _actual(gate, run)) for gate in gates]


def _actual(gate: Gate, run: RunResult) -> float | None:
    if gate.path is None:
        found: float | None = getattr(run, RUN_FIGURES[gate.figure])
        return found
    field = run.per_field.get(gate.path)
    return None if field is None else getattr(field, gate.figure)
