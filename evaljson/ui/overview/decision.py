"""Something to decide, and how what it would change is said."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.results.ranking import leading
from evaljson.ui.shared.ties_in_words import named
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.other_way import the_other_way
from evaljson.wording.words import counted, points

NAMED: Final = 3
"""Variants and keys that are named."""
_NOISE: Final = 1e-9
"""Of F1, from sums in another order."""

Figures = Mapping[str, float | None]
"""F1 by variant; None where nothing was scored."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that a person has to decide."""

    text: str
    """What it is and what it would change, in Markdown; "" where `draw` says it."""
    draw: Callable[[], object]
    """Draws its buttons, or all of it."""
    change: RankingChange | None = None
    """None where it is not known, or where there is nothing to rank."""
    is_cause: bool = False
    """Whether other decisions would hide it: it comes before them all."""
    moves: float = 0.0
    """The largest change of the F1 of a variant, up or down, 0..1; 0 where it is not known."""
    more: str = ""
    """What else there is to say of it, in Markdown, for those who ask."""
    name: str = ""
    """Of what is to be decided: whoever has seen it once finds it at the same place again."""

    @property
    def place(self) -> tuple[int, float]:
        """Where it stands in the panel, the lowest first: causes; what changes first place; then the others, what moves
        F1 most first: it is what their other figures hang on, whether or not it changes the order below or ties."""
        is_of_first = self.change is not None and self.change.concerns_first
        return 0 if self.is_cause else 1 if is_of_first else 2, -self.moves


def moved_by(change: RankingChange | None, own: Mapping[str, tuple[float, float]]) -> Mapping[str, tuple[float, float]]:
    """Return F1 before and after over the records that are ranked, as the leaderboard has it.

    `own` has F1 over all records of each variant: it is returned where nothing is ranked.
    """
    return change.f1 if change is not None and change.records else own


def both_known(now: Figures, after: Figures) -> dict[str, tuple[float, float]]:
    """Return F1 before and after of the variants whose F1 changes."""
    return {
        name: (figure, then)
        for name, then in after.items()
        if (figure := now[name]) is not None and then is not None and figure != then
    }


def moved_in_words(moved: Mapping[str, tuple[float, float]]) -> str:
    """Name the variants that lead, now and then, and those that move most: `Prompt A 53.6 → 80.4`; one that leads and
    does not move is last: `Prompt B stays at 87.7`."""
    leaders = leading({name: both[0] for name, both in moved.items()}, {name: both[1] for name, both in moved.items()})
    in_order = sorted(moved.items(), key=lambda item: -abs(item[1][1] - item[1][0]))
    of_leaders = [(name, moved[name]) for name in leaders]
    rest = [one for one in in_order if one[0] not in leaders]
    most = [*of_leaders, *rest][: NAMED + (len(moved) == NAMED + 1)]  # a single one is named as shortly as counted
    most.sort(key=lambda one: _stays(*one[1]))
    digits = digits_together(both for _, both in most if not _stays(*both))
    said = ", ".join(f"{named(name)} {_move(*both, digits)}" for name, both in most)
    if len(moved) == len(most):
        return said
    named_ones = {name for name, _ in most}
    changes = {name: after - before for name, (before, after) in moved.items()}
    unnamed = [change for name, change in changes.items() if name not in named_ones]
    way = the_other_way([changes[name] for name in named_ones], unnamed)
    return f"{said} and {counted(len(unnamed), 'more variant')}{way}"


def _move(before: float, after: float, digits: int) -> str:
    stays = _stays(before, after)
    return f"stays at {points(after, digits)}" if stays else " → ".join(in_points(before, after, digits)[:2])


def _stays(before: float, after: float) -> bool:
    return math.isclose(before, after, abs_tol=_NOISE)


def largest_move(moved: Mapping[str, tuple[float, float]]) -> float:
    """Return by how much the F1 of a variant changes at most, up or down."""
    return max((abs(after - before) for before, after in moved.values()), default=0.0)
