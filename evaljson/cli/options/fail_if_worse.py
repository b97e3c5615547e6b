"""`--fail-if-worse` and `--max-regression`, the gates of `compare`: `f1`, `field=total:0.01`.

evaljson/compare/gates.py parses and checks them.
"""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.cli.options.fail_under import Gate
from evaljson.cli.options.from_click import option
from evaljson.compare.gates import ComparisonGate, parse_fail_if_worse, parse_max_regression


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonGateOptions:
    """The gates of `compare`, as they are written."""

    fail_if_worse: tuple[str, ...] = option(
        "--fail-if-worse", multiple=True, metavar="FIGURE",
        help="Exit 1 if it is worse beyond chance: f1, fields, field=PATH. May be repeated.",
    )  # fmt: skip
    max_regression: tuple[str, ...] = option(
        "--max-regression", multiple=True, metavar="FIGURE:NUMBER",
        help="Exit 1 if it fell by more than that: f1:0.01, field=PATH:0.01. May be repeated.",
    )  # fmt: skip

    def gates(self) -> list[ComparisonGate]:
        """Parse the gates. Raises InputError."""
        return [*map(parse_fail_if_worse, self.fail_if_worse), *map(parse_max_regression, self.max_regression)]


def on_fields(gates: list[ComparisonGate]) -> list[Gate]:
    """Return those on a field as gates whose paths are checked against the schema before scoring."""
    return [Gate(gate.text, gate.path, "f1", 0.0, gate.option) for gate in gates if gate.path is not None]
