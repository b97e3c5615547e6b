"""Whom corrected gold favours, in words: shortly beside figures, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.ui.shared.parts import plain
from evaljson.workspace.gold_favour import Favour

_NAMED: Final = 3
"""Variants that are named; more are counted."""


def favoured(favour: Favour) -> str:
    """Name what gold favours, in Markdown: variants, or where all that people looked at were replaced, their files."""
    return _in_a_row(favour.reviewed) if favour.reviewed else _earlier(favour.replaced)


def in_short(favour: Favour) -> str:
    """Say it in a sentence, in Markdown: `It favours **A**: only what A extracted was looked at for it.`."""
    return f"It favours **{favoured(favour)}**: only {_looked_at(favour)} for it."


def in_full(favour: Favour) -> str:
    """Say what it means, in Markdown."""
    now = [f"what {name} has now" for name in favour.replaced]
    against = _in_a_row([*favour.others, *now])
    return (
        f"Only {_looked_at(favour)} for it: errors of gold that count against {against} alone are still there. "
        "To compare variants, review them all."
    )


def _looked_at(favour: Favour) -> str:
    own = f"what {_in_a_row(favour.reviewed)} extracted" if favour.reviewed else ""
    earlier = _earlier(favour.replaced) if favour.replaced else ""
    if own and earlier:
        return f"{own}, and {earlier}, were looked at"
    return f"{own or earlier} {'was' if own or len(favour.replaced) == 1 else 'were'} looked at"


def _earlier(names: Sequence[str]) -> str:
    return f"{'an earlier file' if len(names) == 1 else 'earlier files'} of {_in_a_row(names)}"


def _in_a_row(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{len(names):,} variants"
    *first, last = (plain(name, 60) for name in names)
    return f"{', '.join(first)} and {last}" if first else last
