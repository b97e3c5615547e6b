"""Differences of fields or groups, drawn together, as a table."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from evaljson.cli.console import printable
from evaljson.cli.text.compare_table import text_table
from evaljson.compare import ShrunkenDifference
from evaljson.report.compare.markdown import interval
from evaljson.wording.words import points, signed_points


def shrunken_table(drawn: Mapping[str, ShrunkenDifference], head: str, width: int) -> Table:
    """Make a row for each field or group, the largest expected loss first, in at most `width` columns."""
    rows = [
        [
            printable(one.name) or "(the record)",
            f"{one.records:,}",
            signed_points(one.raw),
            signed_points(one.value),
            interval(one.low, one.high),
            f"{points(one.kept, 0)}%",
        ]
        for one in sorted(drawn.values(), key=lambda one: one.value)
    ]
    return text_table([head, "records", "change", "expected", "interval", "kept"], rows, width)
