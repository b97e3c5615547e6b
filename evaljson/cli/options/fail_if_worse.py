"""The gates of `compare`: `--fail-if-worse f1`, `--non-inferior field=total:0.01`, and more.

evaljson/compare/gates.py parses them, and gate_checks.py beside it checks them.
"""

from __future__ import annotations

from dataclasses import dataclass

from evaljson.cli.options.fail_under import Gate
from evaljson.cli.options.from_click import option
from evaljson.compare.gates import ComparisonGate, parse_fail_if_worse, parse_with_margin


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonGateOptions:
    """The gates of `compare`, as they are written."""

    fail_if_worse: tuple[str, ...] = option(
        "--fail-if-worse", multiple=True, metavar="FIGURE",
        help="Exit 1 if it is worse beyond chance: f1, fields, field=PATH. May be repeated.",
    )  # fmt: skip
    max_regression: tuple[str, ...] = option(
        "--max-regression", multiple=True, metavar="FIGURE:NUMBER",
        help="Exit 1 if the figure fell by more than that, whether by chance or not: f1:0.01, field=PATH:0.01. For a "
        "claim that holds beyond chance, use --non-inferior. May be repeated.",
    )  # fmt: skip
    non_inferior: tuple[str, ...] = option(
        "--non-inferior", multiple=True, metavar="FIGURE:NUMBER",
        help="Exit 1 unless the interval excludes that it is so much lower: f1:0.01, field=PATH:0.01. May be repeated.",
    )  # fmt: skip
    equivalent_within: tuple[str, ...] = option(
        "--equivalent-within", multiple=True, metavar="FIGURE:NUMBER",
        help="Exit 1 unless the interval excludes that it is so much lower or higher. May be repeated.",
    )  # fmt: skip

    def gates(self) -> list[ComparisonGate]:
        """Parse the gates. Raises InputError."""
        return [
            *map(parse_fail_if_worse, self.fail_if_worse),
            *(parse_with_margin("--max-regression", text) for text in self.max_regression),
            *(parse_with_margin("--non-inferior", text) for text in self.non_inferior),
            *(parse_with_margin("--equivalent-within", text) for text in self.equivalent_within),
        ]


def on_fields(gates: list[ComparisonGate]) -> list[Gate]:
    """Return those on a field as gates whose paths are checked against the schema before scoring."""
    return [Gate(gate.text, gate.path, "f1", 0.0, gate.option) for gate in gates if gate.path is not None]
