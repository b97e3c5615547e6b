"""The sentence behind a verdict: which open decisions would change which variant is best, and to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.words.overall_sentence import Name
from evaljson.wording.short_names import shortened

AS_IN_GOLD: Final = "renamed keys count as in gold"
WITHOUT_UNKNOWN: Final = "keys outside the schema are ignored"
ANY_OF_LIST: Final = "any value of a list in gold is right"
WITHOUT_MISSING: Final = "missing records are left out"
AS_SUGGESTED: Final = "the suggested settings are applied"
BY_CONTENT: Final = "arrays pair by content"
NOBODY: Final = "No variant would be best"
BEST: Final = "would be best"
"""Behind the name of a variant."""
_NAMED: Final = 2
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class WayToFirst:
    """A way of deciding that changes which variant is best."""

    way: str
    """Behind "if"."""
    best: str | None
    """The variant that would be above all others, by its name; None where none would be."""


def way_to_first(way: str, change: RankingChange | None) -> list[WayToFirst]:
    """Return the way, if it changes which variant is best; else none."""
    return [] if change is None or change.best is None else [WayToFirst(way, change.best[1])]


def first_place_hangs_on(ways: Sequence[WayToFirst]) -> tuple[str, ...]:
    """Write the sentence in pieces for the ways of deciding that change which variant is best; () without any."""
    if not ways:
        return ()
    others = len(ways) - _NAMED
    more = f", or in {others:,} other way{'' if others == 1 else 's'}" if others > 0 else ""
    behind = f" if {' or if '.join(one.way for one in ways[:_NAMED])}{more}."
    outcomes = {one.best for one in ways}
    if len(outcomes) > 1:
        return (f"Another variant{', or none,' if None in outcomes else ''} would be best{behind}",)
    best = ways[0].best
    return (f"{NOBODY}{behind}",) if best is None else (Name(shortened(best, _LONGEST)), f" {BEST}{behind}")
