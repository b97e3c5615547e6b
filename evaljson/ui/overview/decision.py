"""Something to decide, and how what it would change is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from evaljson.compare.words.ranking_sentence import RankingChange
from evaljson.ui.shared.parts import plain
from evaljson.wording.differences import in_points
from evaljson.wording.words import counted

NAMED: Final = 3
"""Variants and keys that are named."""


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


def moved_in_words(moved: Mapping[str, tuple[float, float]]) -> str:
    """Name the variants that move most: `Prompt A 53.6 → 80.4`."""
    most = sorted(moved.items(), key=lambda item: -abs(item[1][1] - item[1][0]))
    said = ", ".join(f"{plain(name, 40)} {' → '.join(in_points(*both)[:2])}" for name, both in most[:NAMED])
    return said + (f" and {counted(len(most) - NAMED, 'more variant')}" if len(most) > NAMED else "")


def ranking_in_words(change: RankingChange | None) -> str:
    """Say whether the highest F1 or the order by F1 changes, in Markdown; nothing where it is not known.

    Nobody is said to be first: whether the new order is more than chance is known only once all is scored again.
    """
    if change is None:
        return ""
    if change.first is not None:
        before, after = change.first
        return f" **Highest F1 changes: {plain(after, 40)} instead of {plain(before, 40)}.**"
    return " Highest F1 stays, the order below it changes." if change.moves else " Order stays."
