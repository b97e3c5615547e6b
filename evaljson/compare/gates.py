"""Parses and checks gates on a comparison: `--fail-if-worse f1`, `--max-regression field=vendor.vat_id:0.01`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evaljson.base.errors import InputError, did_you_mean
from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import FIGURES
from evaljson.compare.fields import FieldComparison
from evaljson.wording.words import points

Option = Literal["--fail-if-worse", "--max-regression"]
_FIELD, ANY_FIELD = "field=", "fields"
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class ComparisonGate:
    """A condition on each variant, compared with the baseline."""

    text: str
    """As it was written."""
    option: Option
    figure: str
    """One of FIGURES; "f1" for a field; "fields" for all of them at once."""
    path: str | None = None
    """Schema path of a field; None for a figure of the whole run."""
    allowed: float | None = None
    """How much lower it may be, from 0 to 1; None if it must not be worse beyond chance."""

    @property
    def argument(self) -> str:
        """Option and text, as on the command line."""
        return f"{self.option} {self.text}"


@dataclass(frozen=True, slots=True)
class ComparisonGateResult:
    """A gate checked for one variant."""

    gate: ComparisonGate
    variant: str
    passed: bool
    message: str
    """The finding, in a sentence without a full stop."""


def parse_fail_if_worse(text: str) -> ComparisonGate:
    """Parse `f1`, `fields` or `field=PATH`. Raises InputError."""
    if text.startswith(_FIELD):
        return ComparisonGate(text, "--fail-if-worse", "f1", text[len(_FIELD) :])
    if text == ANY_FIELD or text in FIGURES:
        return ComparisonGate(text, "--fail-if-worse", text)
    raise InputError(f"--fail-if-worse {text}: there is no figure {text!r}.{did_you_mean(text, [*FIGURES, ANY_FIELD])}")


def parse_max_regression(text: str) -> ComparisonGate:
    """Parse `FIGURE:NUMBER` or `field=PATH:NUMBER`, from the right. Raises InputError."""
    argument = f"--max-regression {text}"
    left, colon, number = text.rpartition(":")
    try:
        allowed = float(number) if colon and left else -1.0
    except ValueError:
        allowed = -1.0
    if not 0 <= allowed <= 1:
        raise InputError(
            f"{argument}: write FIGURE:NUMBER or field=PATH:NUMBER, a number from 0 to 1, such as f1:0.01."
        )
    if left.startswith(_FIELD):
        return ComparisonGate(text, "--max-regression", "f1", left[len(_FIELD) :], allowed)
    if left in FIGURES:
        return ComparisonGate(text, "--max-regression", left, None, allowed)
    raise InputError(f"{argument}: there is no figure {left!r}.{did_you_mean(left, FIGURES)}")


def check_gate(gate: ComparisonGate, comparison: Comparison) -> ComparisonGateResult:
    """Check the gate on a comparison."""
    variant = comparison.names[1]
    if gate.figure == ANY_FIELD:
        worse = [field.path or "(the record)" for field in comparison.worse]
        message = f"worse beyond chance: {', '.join(worse)}" if worse else "no field is worse beyond chance"
        return ComparisonGateResult(gate, variant, not worse, message)
    figure = comparison.figures[gate.figure] if gate.path is None else _field(comparison, gate.path)
    name = gate.figure if gate.path is None else f"{gate.path}: f1"
    if figure is None or (figure.a is None and figure.b is None):
        return ComparisonGateResult(gate, variant, False, f"{name} is undefined: there was nothing to score")
    # If one side has nothing to score, there was nothing to get wrong either.
    lower = (1.0 if figure.a is None else figure.a) - (1.0 if figure.b is None else figure.b)
    change = f"{name} went from {points(figure.a)} to {points(figure.b)}"
    if gate.allowed is None:
        p = figure.p_holm if isinstance(figure, FieldComparison) else figure.p
        shown_p = "" if p is None else f", p {p:.4f}"
        return ComparisonGateResult(gate, variant, figure.verdict != "worse", f"{change}: {figure.verdict}{shown_p}")
    passed = lower <= gate.allowed + _TOLERANCE
    return ComparisonGateResult(gate, variant, passed, f"{change}; {gate.allowed * 100:g} points lower are allowed")


def _field(comparison: Comparison, path: str) -> FieldComparison | None:
    return next((field for field in comparison.fields if field.path == path), None)
