"""One variant beside the baseline where three or more are ranked: the verdict of the ranking, and their fields.

A test of the pair alone is over other records and adjusted for other comparisons, so that it might contradict the
ranking.
"""

from __future__ import annotations

from typing import Final

from evaljson.compare.comparison import Comparison
from evaljson.compare.estimate import Estimate
from evaljson.compare.leaderboard import Leaderboard, Place
from evaljson.compare.verdict import NO_DIFFERENCE, Verdict
from evaljson.compare.words.overall_sentence import (
    adds_nothing,
    cut,
    is_beyond_zero,
    moved_fields,
    records_compared,
    records_lacked,
)
from evaljson.wording.differences import digits_for, digits_of, shown_difference
from evaljson.wording.words import points, signed_points

_NOISE: Final = 1e-9


def pair_sentence(board: Leaderboard, comparison: Comparison) -> str:
    """State what the ranking says of the two, and what their fields say; of one that is not ranked, the comparison."""
    places = {place.name: place for place in board.places}
    if not all(name in places for name in comparison.names):
        return comparison.sentence
    base, other = (places[name] for name in comparison.names)
    verdict, digits = verdict_of(base, other), digits_for(base.f1, other.f1)
    figures = f"F1 {points(other.f1, digits)} against {points(base.f1, digits)}"
    first, second = cut(base.name), cut(other.name)
    is_same = f"No detectable difference between {second} and {first}"
    said = is_same if verdict == NO_DIFFERENCE else f"{second} is {verdict} than {first}"
    return f"{said}: {figures}{_difference(base, other, comparison, verdict)}.{_fields(comparison, verdict)}"


def verdict_of(base: Place, other: Place) -> Verdict:
    """Return what the ranking says of another variant beside the baseline."""
    if base.name in other.behind:
        return "worse"
    return "better" if other.name in base.behind else NO_DIFFERENCE


def _difference(base: Place, other: Place, comparison: Comparison, verdict: str) -> str:
    """Write the difference with its interval, if the comparison is over the records of the ranking."""
    figure = comparison.estimate
    if not is_over_the_ranking(base, other, figure) or not figure.differing or figure.low is None:
        return ""
    digits, of_ends = digits_for(base.f1, other.f1), digits_of(figure.low, figure.high)
    alone = " for this pair alone" if verdict == NO_DIFFERENCE and is_beyond_zero(figure) else ""
    ends = f"{signed_points(figure.low, of_ends)} to {signed_points(figure.high, of_ends)}"
    difference = signed_points(shown_difference(base.f1, other.f1, digits), digits)
    return f", {difference} ({comparison.confidence * 100:g}% interval{alone} {ends})"


def is_over_the_ranking(base: Place, other: Place, figure: Estimate) -> bool:
    """Check whether the figure of a comparison is the F1 by which the two are ranked."""
    if figure.figure != "f1" or figure.a is None or figure.b is None:
        return False
    return abs(figure.a - base.f1) < _NOISE and abs(figure.b - other.f1) < _NOISE


def _fields(comparison: Comparison, verdict: str) -> str:
    """Say which fields moved, and over which records: those of the two, which may be more than all variants share."""
    fields = comparison.fields
    if not any(field.test for field in fields) or adds_nothing(fields, verdict):
        return ""
    first, second = map(cut, comparison.names)
    moved = "".join(moved_fields(fields, (first, second)))
    lacked = "".join(records_lacked(comparison.coverage, comparison.names))
    return f" Field by field, over {records_compared(comparison.coverage)}: {moved}{lacked}"
