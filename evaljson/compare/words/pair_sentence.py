"""One variant beside the baseline where three or more are ranked: the verdict of the ranking, and their fields.

A test of the pair alone is over other records and adjusted for other comparisons, so that it might contradict the
ranking.
"""

from __future__ import annotations

from evaljson.compare.comparison import Comparison
from evaljson.compare.leaderboard import Leaderboard, Place
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.compare.words.overall_sentence import adds_nothing, cut, moved_fields, records_compared, records_lacked
from evaljson.wording.differences import digits_for
from evaljson.wording.words import points


def pair_sentence(board: Leaderboard, comparison: Comparison) -> str:
    """State what the ranking says of the two, and what their fields say; of one that is not ranked, the comparison."""
    places = {place.name: place for place in board.places}
    if not all(name in places for name in comparison.names):
        return comparison.sentence
    base, other = (places[name] for name in comparison.names)
    verdict, digits = _verdict(base, other), digits_for(base.f1, other.f1)
    figures = f"F1 {points(other.f1, digits)} against {points(base.f1, digits)}"
    first, second = cut(base.name), cut(other.name)
    is_same = f"No detectable difference between {second} and {first}"
    said = is_same if verdict == NO_DIFFERENCE else f"{second} is {verdict} than {first}"
    return f"{said}: {figures}.{_fields(comparison, verdict)}"


def _verdict(base: Place, other: Place) -> str:
    if base.name in other.behind:
        return "worse"
    return "better" if other.name in base.behind else NO_DIFFERENCE


def _fields(comparison: Comparison, verdict: str) -> str:
    """Say which fields moved, and over which records: those of the two, which may be more than all variants share."""
    fields = comparison.fields
    if not any(field.test for field in fields) or adds_nothing(fields, verdict):
        return ""
    first, second = map(cut, comparison.names)
    moved = "".join(moved_fields(fields, (first, second)))
    lacked = "".join(records_lacked(comparison.coverage, comparison.names))
    return f" Field by field, over {records_compared(comparison.coverage)}: {moved}{lacked}"
