"""What does not fit the JSON Schema of `--json-schema`, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable, shorten
from evaljson.wording.words import points

if TYPE_CHECKING:
    from evaljson.schema.conform import Conformity

_MOST = 20
"""Rows shown; the JSON document has all."""
_NAME = 40


def conformity_lines(conformity: Conformity) -> Iterator[str]:
    """Say how many records fit the schema, in lines of at most 80 columns."""
    interval = "" if conformity.interval is None else " ({} to {})".format(*map(points, conformity.interval))
    counts = f"{conformity.conforming:,} of {conformity.records:,} records conform"
    yield f"Schema    {counts}: {points(conformity.share)}{interval}"
    if len(conformity.violations) > _MOST:
        yield f"          {len(conformity.violations) - _MOST:,} more kinds of violations: --json lists them"


def violation_table(conformity: Conformity) -> Table:
    """Make a row per schema path and keyword, the most frequent first."""
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    for title in ("does not conform", "keyword", "records", "values", "for example in"):
        table.add_column(title, justify="right" if title in ("records", "values") else "left")
    for one in conformity.violations[:_MOST]:
        path = Text(shorten(printable(one.path) or "(the record)", _NAME))
        example = Text(shorten(printable(str(one.examples[0])), _NAME))
        table.add_row(path, one.keyword, f"{one.records:,}", f"{one.values:,}", example)
    return table
