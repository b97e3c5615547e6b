"""Figures before and after an edit as a table with wrapping names: two long ones may differ at their end only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.values import escaped
from evaljson.wording.words import points

_NOTICED: Final = 5e-10
STYLE: Final = """<style>
.ej-all{max-height:30rem;overflow-y:auto}
table.ej-fx{border-collapse:collapse;font-size:.85rem;width:100%}
table.ej-fx :is(th,td){padding:.15rem .6rem .15rem 0;text-align:left;vertical-align:top;
border-bottom:1px solid rgba(128,128,128,.25)}
table.ej-fx th{font-weight:400;opacity:.75}
table.ej-fx td{min-width:3.4rem;font-variant-numeric:tabular-nums}
table.ej-fx td:first-child{overflow-wrap:break-word;min-width:6rem;width:30%}
.ej-line{font-size:.85rem;overflow-wrap:anywhere}
</style>"""


def figures_table(what: str, heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]]) -> str:
    """Return a table with one row per variant: its name, then its cells. `what` is the label for screen readers."""
    body = "".join(
        f"<tr><td><bdi>{escaped(name)}</bdi></td>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"
        for name, cells in rows
    )
    head = "".join(f"<th scope=col>{escaped(head_cell)}</th>" for head_cell in ("Variant", *heads))
    return (
        f'<table class="ej-fx" aria-label="{escaped(what)}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    )


Pairs = Sequence[tuple[float | None, float | None]]
"""Figures before and after."""


def rows_before_and_after(rows: Sequence[Pairs]) -> list[list[str]]:
    """Format several rows as `before_and_after` does, all with the same decimals."""
    digits = digits_together([pair for row in rows for pair in row])
    return [before_and_after(row, digits) for row in rows]


def before_and_after(pairs: Pairs, digits: int | None = None) -> list[str]:
    """Format F1, how it changes, and the other figures, all with the same decimals: those that they need together.

    The first of `pairs` is that of F1. `digits` are those of other rows beside them.
    """
    digits = digits_together(pairs) if digits is None else digits
    f1, *others = (arrow(before, after, digits) for before, after in pairs)
    return [f1, change(*pairs[0], digits), *others]


def arrow(before: float | None, after: float | None, digits: int) -> str:
    """Format two figures from 0 to 1: `84.2 → 88.3`; a single figure where they are equal."""
    if before == after or (before is not None and after is not None and math.isclose(before, after, abs_tol=_NOTICED)):
        return points(after, digits)
    return " → ".join(in_points(before, after, digits)[:2])


def change(before: float | None, after: float | None, digits: int) -> str:
    """Format their difference: `+4.1`."""
    if before is None or after is None:
        return "–"
    return "unchanged" if abs(after - before) < _NOTICED else in_points(before, after, digits)[2]


def moved(up: int, down: int) -> str:
    """Format how many records rise and fall."""
    return f"▲ {up:,} ▼ {down:,}"
