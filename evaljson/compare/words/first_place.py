"""The sentence behind a verdict: which open decisions would change which variant is best, and to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.words.overall_sentence import Name
from evaljson.wording.short_names import shortened

AS_IN_GOLD: Final = "renamed keys count as in gold"
WITHOUT_UNKNOWN: Final = "keys outside the schema are ignored"
ANY_OF_LIST: Final = "any value of a list in gold is right"
WITHOUT_MISSING: Final = "missing records are left out"
IDS_AS_GOLD: Final = "ids of gold written otherwise pair"
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
    shown = ways[:_NAMED]
    pieces = [*_best(shown[0]), f" if {shown[0].way}"]
    for before, one in pairwise(shown):
        pieces += (
            [f" or if {one.way}"] if one.best == before.best else [", ", *_best(one, again=True), f" if {one.way}"]
        )
    others = len(ways) - len(shown)
    in_others = f"in {others:,} other way{'' if others == 1 else 's'}"
    differ = len({one.best for one in ways}) > 1
    pieces.append("" if others < 1 else f"; first place changes {in_others} too" if differ else f", or {in_others}")
    return tuple(_joined(pieces))


def _best(way: WayToFirst, *, again: bool = False) -> list[str]:
    if way.best is None:
        return ["none" if again else NOBODY]
    return [Name(shortened(way.best, _LONGEST)), *([] if again else [f" {BEST}"])]


def _joined(pieces: Sequence[str]) -> list[str]:
    """Put what is between two names into one piece, the last one with its full stop."""
    joined: list[str] = []
    for piece in (*pieces, "."):
        if joined and not isinstance(piece, Name) and not isinstance(joined[-1], Name):
            joined[-1] += piece
        elif piece:
            joined.append(piece)
    return joined
