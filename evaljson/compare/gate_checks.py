"""Checks the gates on a comparison of one or several variants with a baseline.

`--fail-if-worse` tests: its figures are one family over all such gates and variants, its fields are adjusted for all
fields of all variants, so that equal variants fail about as seldom as one would. `--non-inferior` and
`--equivalent-within` claim something, and go by the ends of the interval: a claim about several variants passes only
if it holds for each, which needs no adjusting (an intersection-union test; Berger, Technometrics 1982).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.gates import ANY_FIELD, ComparisonGate
from evaljson.compare.many import ManyComparison
from evaljson.compare.verdict import verdict_of
from evaljson.stats.multiple_tests import holm
from evaljson.wording.words import points, shown_p, signed_points

_TOLERANCE = 1e-9
_Figure = Estimate | FieldComparison


@dataclass(frozen=True, slots=True)
class ComparisonGateResult:
    """A gate checked for one variant."""

    gate: ComparisonGate
    variant: str
    passed: bool
    message: str
    """The finding, in a sentence without a full stop."""


def check_gates(gates: Sequence[ComparisonGate], many: ManyComparison) -> list[ComparisonGateResult]:
    """Check each gate for each variant."""
    figure_p = _adjusted_p(gates, many.comparisons)
    return [
        _checked(gate, one, figure_p.get((gate, name)))
        for gate in gates
        for name, one in many.comparisons.items()
    ]  # fmt: skip


def _adjusted_p(
    gates: Sequence[ComparisonGate], comparisons: Mapping[str, Comparison]
) -> dict[tuple[ComparisonGate, str], float]:
    """Return the p of each figure that must not be worse, by gate and variant, adjusted for all of them."""
    tested = dict.fromkeys(
        (gate.figure, name)
        for gate in gates if gate.option == "--fail-if-worse" and gate.path is None and gate.figure != ANY_FIELD
        for name in comparisons
    )  # fmt: skip
    p_values = [comparisons[name].figures[figure].p for figure, name in tested]
    adjusted = dict(zip(tested, holm([1.0 if p is None else p for p in p_values]).tolist(), strict=True))
    return {
        (gate, name): adjusted[gate.figure, name]
        for gate in gates for name in comparisons
        if gate.path is None and (gate.figure, name) in adjusted
    }  # fmt: skip


def _checked(gate: ComparisonGate, comparison: Comparison, figure_p: float | None) -> ComparisonGateResult:
    variant = comparison.names[1]
    if gate.path is None and (unscored := _without_a_value(comparison)):
        name = "no field can be worse" if gate.figure == ANY_FIELD else f"{gate.figure} is undefined"
        return ComparisonGateResult(gate, variant, False, f"{name}: no value counts in {' and '.join(unscored)}")
    if gate.figure == ANY_FIELD:
        worse = [field.path or "(the record)" for field in comparison.worse]
        message = f"worse beyond chance: {', '.join(worse)}" if worse else "no field is worse beyond chance"
        return ComparisonGateResult(gate, variant, not worse, message)
    figure = comparison.figures[gate.figure] if gate.path is None else _field(comparison, gate.path)
    name = gate.figure if gate.path is None else f"{gate.path}: f1"
    if figure is None or (figure.a is None and figure.b is None):
        return ComparisonGateResult(gate, variant, False, f"{name} is undefined: there was nothing to score")
    passed, why = _outcome(gate, figure, figure_p, comparison.confidence)
    change = f"{name} went from {points(figure.a)} to {points(figure.b)}"
    return ComparisonGateResult(gate, variant, passed, f"{change}{why}")


def _without_a_value(comparison: Comparison) -> list[str]:
    """Name the sides in which no value counts: all are skipped, not judged or of weight 0. Means over records are 1
    there, which says nothing."""
    a, b = comparison.names
    sides = ((a, [field.a for field in comparison.fields]), (b, [field.b for field in comparison.fields]))
    return [name for name, f1 in sides if all(one is None for one in f1)]


def _outcome(gate: ComparisonGate, figure: _Figure, figure_p: float | None, confidence: float) -> tuple[bool, str]:
    """Return whether the gate passes, and the rest of the sentence."""
    if gate.allowed is None:
        if isinstance(figure, FieldComparison):
            verdict, p = figure.verdict, figure.p_holm
        else:
            verdict, p = verdict_of(figure.difference, figure_p, confidence), figure_p
        return verdict != "worse", f": {verdict}{'' if p is None else f', adjusted p {shown_p(p)}'}"
    margin = "1 point" if gate.allowed == 0.01 else f"{gate.allowed * 100:g} points"
    if gate.option == "--max-regression":
        # If one side has nothing to score, there was nothing to get wrong either.
        lower = (1.0 if figure.a is None else figure.a) - (1.0 if figure.b is None else figure.b)
        return lower <= gate.allowed + _TOLERANCE, f"; {margin} lower are allowed, chance included"
    if figure.low is None or figure.high is None:
        return False, ": its change has no interval, because only one side has something to score"
    ends = (
        f"; its change is between {signed_points(figure.low)} and {signed_points(figure.high)} at {confidence * 100:g}%"
    )
    above = figure.low > -gate.allowed
    if gate.option == "--non-inferior":
        return above, f"{ends}, which {'excludes' if above else 'does not exclude'} that it is {margin} lower"
    inside = above and figure.high < gate.allowed
    return inside, f"{ends}, which {'excludes' if inside else 'does not exclude'} a change of {margin}"


def _field(comparison: Comparison, path: str) -> FieldComparison | None:
    return next((field for field in comparison.fields if field.path == path), None)
