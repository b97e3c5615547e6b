"""Gates on a comparison: `--fail-if-worse f1`, `--max-regression field=vendor.vat_id:0.01`."""

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
    """One demand on each variant, held against the baseline."""

    text: str
    """As it was written."""
    option: Option
    figure: str
    """One of FIGURES; "f1" for a field; "fields" for all of them at once."""
    path: str | None = None
    """Schema path of a field; None for a figure of the whole run."""
    allowed: float | None = None
    """How much lower it may be, from 0 to 1; None where it must not be worse beyond chance."""

    @property
    def said(self) -> str:
        """How it stands on the command line."""
        return f"{self.option} {self.text}"


@dataclass(frozen=True, slots=True)
class ComparisonGateResult:
    """A gate and what one variant has to say to it."""

    gate: ComparisonGate
    variant: str
    passed: bool
    told: str
    """What was found, in a sentence without a full stop."""


def parse_fail_if_worse(text: str) -> ComparisonGate:
    """`f1`, `fields` or `field=PATH`. Raises InputError."""
    if text.startswith(_FIELD):
        return ComparisonGate(text, "--fail-if-worse", "f1", text[len(_FIELD) :])
    if text == ANY_FIELD or text in FIGURES:
        return ComparisonGate(text, "--fail-if-worse", text)
    raise InputError(f"--fail-if-worse {text}: there is no figure {text!r}.{did_you_mean(text, [*FIGURES, ANY_FIELD])}")


def parse_max_regression(text: str) -> ComparisonGate:
    """`FIGURE:NUMBER` or `field=PATH:NUMBER`, read from the right. Raises InputError."""
    said = f"--max-regression {text}"
    left, colon, number = text.rpartition(":")
    try:
        allowed = float(number) if colon and left else -1.0
    except ValueError:
        allowed = -1.0
    if not 0 <= allowed <= 1:
        raise InputError(f"{said}: write FIGURE:NUMBER or field=PATH:NUMBER, a number from 0 to 1, such as f1:0.01.")
    if left.startswith(_FIELD):
        return ComparisonGate(text, "--max-regression", "f1", left[len(_FIELD) :], allowed)
    if left in FIGURES:
        return ComparisonGate(text, "--max-regression", left, None, allowed)
    raise InputError(f"{said}: there is no figure {left!r}.{did_you_mean(left, FIGURES)}")


def check_gate(gate: ComparisonGate, found: Comparison) -> ComparisonGateResult:
    """What the comparison says to the gate."""
    variant = found.names[1]
    if gate.figure == ANY_FIELD:
        worse = [one.path or "(the record)" for one in found.worse]
        told = f"worse beyond chance: {', '.join(worse)}" if worse else "no field is worse beyond chance"
        return ComparisonGateResult(gate, variant, not worse, told)
    own = found.figures[gate.figure] if gate.path is None else _field(found, gate.path)
    name = gate.figure if gate.path is None else f"{gate.path}: f1"
    if own is None or (own.a is None and own.b is None):
        return ComparisonGateResult(gate, variant, False, f"{name} is undefined: nothing was there to score")
    # Where one side has nothing to score, there was nothing to get wrong either.
    lower = (1.0 if own.a is None else own.a) - (1.0 if own.b is None else own.b)
    change = f"{name} went from {points(own.a)} to {points(own.b)}"
    if gate.allowed is None:
        p = own.p_holm if isinstance(own, FieldComparison) else own.p
        sure = "" if p is None else f", p {p:.4f}"
        return ComparisonGateResult(gate, variant, own.verdict != "worse", f"{change}: {own.verdict}{sure}")
    passed = lower <= gate.allowed + _TOLERANCE
    return ComparisonGateResult(gate, variant, passed, f"{change}; {gate.allowed * 100:g} points lower are allowed")


def _field(found: Comparison, path: str) -> FieldComparison | None:
    return next((one for one in found.fields if one.path == path), None)
