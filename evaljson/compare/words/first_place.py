"""The sentence behind a verdict: which open decisions would change who is first, and to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.compare.words.overall_sentence import Name
from evaljson.wording.short_names import shortened
from evaljson.wording.words import points, ranks

AS_IN_GOLD: Final = "renamed keys count as in gold"
WITHOUT_UNKNOWN: Final = "keys outside the schema are ignored"
ANY_OF_LIST: Final = "any value of a list in gold is right"
WITHOUT_MISSING: Final = "missing records are left out of the figures"
WITHOUT_ALIKE: Final = "records that look like another one are left out"
IDS_AS_GOLD: Final = "ids of gold written otherwise pair"
AS_SUGGESTED: Final = "the suggested settings are applied"
AS_SURE: Final = "the suggested settings that need no look are applied"
"""The same where others need a look, which are not among them."""
SUGGESTED: Final = (AS_SUGGESTED, AS_SURE)
BY_CONTENT: Final = "arrays pair by content"
NOBODY: Final = "No variant would be best"
BEST: Final = "would be best"
"""Behind the name of a variant."""
_NAMED: Final = 2
_LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class WayToFirst:
    """A way of deciding that changes which variant is best, or which ones are tied for first place."""

    way: str
    """Behind "if"."""
    best: str | None
    """The variant that would be above all others, by its name; None where none would be."""
    leaders: tuple[tuple[str, float], ...] = ()
    """Where none would be: those that none would be above, with their mean F1; () where these say nothing new."""
    fallen: tuple[str, tuple[int, int]] | None = None
    """The variant that has the highest F1 now, and its best and worst rank then, where it is none of the leaders."""


def way_to_first(way: str, change: RankingChange | None) -> list[WayToFirst]:
    """Return the way, if it changes which variant is best, or who is first where none is; else none."""
    if change is None:
        return []
    if change.best is not None and change.best[1] is not None:
        return [WayToFirst(way, change.best[1])]
    is_new = change.first is not None and not change.is_within_tie
    if change.first is not None and is_new and change.leaders:
        before, leaders = change.first[0], {name for name, _ in change.leaders}
        if before not in leaders:
            return [WayToFirst(way, None, change.leaders, (before, change.ranks_of_first))]
        if change.best is None:
            return [WayToFirst(way, None, change.leaders)]
    return [WayToFirst(way, None)] if change.best is not None else []


def first_place_hangs_on(ways: Sequence[WayToFirst]) -> tuple[str, ...]:
    """Write the sentence in pieces for the ways of deciding that change who is first; () without any.

    What the suggested settings do is always named: they are about errors of all variants.
    """
    if not ways:
        return ()
    shown = [*ways[:_NAMED]]
    if (settings := next((one for one in ways[_NAMED:] if one.way in SUGGESTED), None)) is not None:
        shown[-1] = settings
    pieces = [*_best(shown[0]), f" if {shown[0].way}"]
    for before, one in pairwise(shown):
        if _outcome(one) == _outcome(before):
            pieces += [f" or if {one.way}"]
        elif one.leaders or before.leaders:
            pieces += ["; ", *_best(one, begins=False), f" if {one.way}"]
        else:
            pieces += [", ", *_best(one, again=True), f" if {one.way}"]
    others = len(ways) - len(shown)
    in_others = f"in {others:,} other way{'' if others == 1 else 's'}"
    differ = len({_outcome(one) for one in ways}) > 1
    pieces.append("" if others < 1 else f"; first place changes {in_others} too" if differ else f", or {in_others}")
    return tuple(_joined(pieces))


def _outcome(way: WayToFirst) -> tuple[object, ...]:
    return way.best, way.leaders, way.fallen


def _best(way: WayToFirst, *, again: bool = False, begins: bool = True) -> list[str]:
    if way.leaders:
        return _tied(way)
    if way.best is None:
        return ["none" if again else NOBODY if begins else f"{NOBODY[:1].lower()}{NOBODY[1:]}"]
    return [_named(way.best), *([] if again else [f" {BEST}"])]


def _tied(way: WayToFirst) -> list[str]:
    """Say who would lead, with what F1, and what becomes of the one that leads now."""
    names = [_named(name) for name, _ in way.leaders]
    figures = [points(f1) for _, f1 in way.leaders]
    if len(names) == 1:
        said = [names[0], f" would have the highest F1 ({figures[0]})"]
    elif len(names) == 2:
        said = [names[0], " and ", names[1], f" would be tied for first (F1 {' and '.join(figures)})"]
    else:
        rest = len(names) - _NAMED
        said = [
            *(names[0], ", ", names[1], f" and {rest:,} more would be tied for first"),
            f" (F1 {figures[-1]} to {figures[0]})",
        ]
    if way.fallen is None:
        return said
    name, places = way.fallen
    return [*said, ", ", _named(name), f" {ranks(*places)},"]


def _named(name: str) -> Name:
    return Name(shortened(name, _LONGEST))


def _joined(pieces: Sequence[str]) -> list[str]:
    """Put what is between two names into one piece, the last one with its full stop."""
    joined: list[str] = []
    for piece in (*pieces, "."):
        if joined and not isinstance(piece, Name) and not isinstance(joined[-1], Name):
            joined[-1] += piece
        elif piece:
            joined.append(piece)
    return joined
