"""Whom corrected gold favours, in words: shortly beside figures, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.ui.shared.parts import plain
from evaljson.workspace.gold_favour import Favour

_NAMED: Final = 3
"""Variants that are named; more are counted."""


def favoured(favour: Favour) -> str:
    """Name the variants that gold favours, in Markdown."""
    return _in_a_row(favour.reviewed)


def in_short(favour: Favour) -> str:
    """Say it in a sentence, in Markdown: `It favours **A**: only what A extracted was looked at.`."""
    own = favoured(favour)
    return f"It favours **{own}**: only what {own} extracted was looked at."


def in_full(favour: Favour) -> str:
    """Say what it means, in Markdown."""
    own, others = favoured(favour), _in_a_row(favour.others)
    return (
        f"Only what {own} extracted was looked at: errors of gold that count against {others} alone are still there. "
        "To compare variants, review them all."
    )


def _in_a_row(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{len(names):,} variants"
    *first, last = (plain(name, 40) for name in names)
    return f"{', '.join(first)} and {last}" if first else last
