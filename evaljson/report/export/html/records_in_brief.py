"""The table of records in the HTML report: one line each, with the difference that loses most. It has room on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.base.paths import elements_above
from evaljson.report.export.html.figures import column_heads
from evaljson.report.records.rows import LeafSide, Row
from evaljson.report.records.style import chip
from evaljson.report.records.table_html import path_html
from evaljson.report.records.value_cells import closed_lines
from evaljson.wording.short_names import told_apart
from evaljson.wording.values import escaped
from evaljson.wording.words import points

_SHORT: Final = 24
"""Characters of the name of a variant beside a value."""


@dataclass(frozen=True, slots=True)
class RecordInBrief:
    """A record as its line has it."""

    anchor: str
    """Where the page has all of it."""
    label: str
    f1: Sequence[float | None]
    """One a variant that has a column; None where it has no F1."""
    rows: Sequence[Row]
    """Its differences, what loses most first."""
    names: Sequence[str]
    """The variants that the sides of its rows are of."""
    missing: Sequence[str]
    """Those of them without a usable record."""


_MOST: Final = "Loses most at (+ in its array)"
NONE_SIGN: Final = "○"
"""Before the F1 of a variant without a usable record."""


def brief_table(records: Sequence[RecordInBrief], names: Sequence[str]) -> str:
    """Write one line per record; `names` are the variants that have a column."""
    heads = ["Record", *(f"F1 of {name}" for name in names), _MOST, "Gold", "Extracted"]
    short = dict(zip(names, told_apart(names, _SHORT), strict=True))
    body = "".join(_line(record, short) for record in records)
    return (
        f'<div class="scroll"><table class="figures brief"><thead><tr>{column_heads(heads)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _line(record: RecordInBrief, short: Mapping[str, str]) -> str:
    figures = "".join(
        f'<td title="no usable record">{NONE_SIGN} {points(f1)}</td>'
        if name in record.missing
        else f"<td>{points(f1)}</td>"
        for name, f1 in zip(short, record.f1, strict=True)
    )
    link = f'<a href="#{record.anchor}"><bdi>{escaped(record.label)}</bdi></a>'
    return f"<tr><td>{link}</td>{figures}{_worst(record, short)}</tr>"


def _worst(record: RecordInBrief, short: Mapping[str, str]) -> str:
    """Write where a variant loses most: the worst of its values there. A missing record has no values, and loses more
    than any: it is named before them.

    The values of an array count together: many that are missing lose more than one key, though each alone loses less.
    """
    lost = [
        (row, side, name)
        for row in record.rows
        for side, name in zip(row.sides, record.names, strict=True)
        if side is not None and side.lost > 0 and name not in record.missing
    ]
    missing, several = [short[name] for name in record.missing], len(short) > 1
    none = f"no usable record{f' in {_names(missing)}' if several else ''}" if missing else ""
    if not lost:
        return (
            f"<td>{none or '–'}</td><td></td><td></td>"  # three cells: columns are aligned by their place from the end
        )
    sums: dict[tuple[str, str], float] = defaultdict(float)
    for row, side, name in lost:
        sums[_whole(row), name] += side.lost
    where = max(sums, key=lambda one: sums[one])
    there = [(row, side) for row, side, name in lost if (_whole(row), name) == where]
    row, side = max(there, key=lambda one: one[1].lost)
    return _cells(row, side, short[where[1]] if several else "", len(there) - 1, f"{none}; then " if none else "")


def _whole(row: Row) -> str:
    """Return the path of the outermost array that a value is in; its own where it is in none."""
    around = elements_above(row.path)
    return around[0][: around[0].rindex("[")] if around else row.path


def _cells(row: Row, side: LeafSide, name: str, others: int, before: str) -> str:
    gold, extracted = closed_lines(row, side)
    of = f' <span class="faint">in <bdi>{escaped(name)}</bdi></span>' if name else ""
    more = f' <span class="faint" title="in {escaped(_whole(row))}">+{others:,}</span>' if others else ""
    path = f"{path_html(row.path)}{more}"
    where = f'<td>{before}<span class="ej-path">{path}</span></td>' if before else f'<td class="ej-path">{path}</td>'
    return f'{where}<td dir="auto">{gold}</td><td dir="auto">{chip(side.kind, words=False)} {extracted}{of}</td>'


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"<bdi>{escaped(name)}</bdi>" for name in names)
