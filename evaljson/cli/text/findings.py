"""The findings of `validate` as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable, shorten, width
from evaljson.schema import GoldFinding

_WORDS = {
    "unknown": "not in the schema",
    "type": "another type",
    "not_listed": "not listed",
    "missing": "missing",
}
_STYLES = {"unknown": "red", "type": "yellow", "not_listed": "yellow", "missing": "dim"}
_MAX_VALUE = 200
"""Columns for a value, however wide the output is."""


def findings_table(findings: Sequence[GoldFinding]) -> Table:
    """Make a row per finding, worst kind first."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("finding")
    table.add_column("field")
    table.add_column("records", justify="right")
    table.add_column("first")
    room = max(40, width() - len("not in the schema") - len("records") - 6)
    order = list(_WORDS)
    for finding in sorted(findings, key=lambda one: order.index(one.kind)):
        first = finding.example
        value = "" if first.value is None else f" = {shorten(str(first.value), _MAX_VALUE)}"
        table.add_row(
            Text(_WORDS[finding.kind], _STYLES[finding.kind]),
            Text(shorten(printable(finding.path), room // 2)),
            f"{finding.count:,}",
            Text(shorten(printable(f"{first.where}{value}"), room - room // 2)),
        )
    return table
