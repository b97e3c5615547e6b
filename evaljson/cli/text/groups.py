"""Groups of records (`score --by`) as tables, and as a part of the JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson.cli.console import printable, shorten
from evaljson.cli.run.group_gates import GroupGateResult
from evaljson.report.export.group_rows import group_rows
from evaljson.results.fully_right import RightShare
from evaljson.results.groups import FEW_RECORDS, Group, Groups
from evaljson.results.shown_means import shown_figures
from evaljson.wording.words import counted, points

_LABEL = 24
_FEW = "*"

Interval = tuple[float, float] | None


def group_tables(by: str, groups: Groups) -> Iterator[Table]:
    """Make a table of F1, precision and recall, and one of what is fully right; lowest F1 first."""
    figures = _table(f"by {by}", "records", "F1", "interval", "prec.", "interval", "recall", "interval")
    rights = _table(f"by {by}", "records\nfully right", "of 100", "interval", "rows\nfully right", "of 100", "interval")
    for group in groups.groups:
        cells = [cell for figure in shown_figures(group) for cell in (points(figure.mean), _ends(figure.interval))]
        figures.add_row(_label(group), f"{group.records:,}{_FEW if group.has_few else ''}", *cells)
        rights.add_row(_label(group), *_share(group.fully_right.records), *_share(group.fully_right.rows))
    yield figures
    yield rights


def group_notes(groups: Groups) -> Iterator[str]:
    """Say which groups say little, and how many records are in none."""
    few = sum(group.has_few for group in groups.groups)
    if few:
        which = "1 group has" if few == 1 else f"{few:,} groups have"
        yield f"{_FEW} {which} fewer than {FEW_RECORDS} records: such figures say little."
    if groups.unlabelled:
        yield f"  {counted(groups.unlabelled, 'record')} without a value there, in no group."


def group_document(by: str, groups: Groups, gates: Sequence[GroupGateResult]) -> dict[str, Any]:
    """Return the part of `--json`."""
    return {
        "by": by,
        "groups": group_rows(groups.groups),
        "unlabelled": groups.unlabelled,
        "gates": [one.as_json() for one in gates],
    }


def _share(one: RightShare) -> tuple[str, str, str]:
    decided = one.right + one.wrong
    return f"{one.right:,} of {decided:,}" if decided else "–", points(one.share), _ends(one.interval)


def _ends(interval: Interval) -> str:
    return "–" if interval is None else "{} to {}".format(*map(points, interval))


def _label(group: Group) -> Text:
    return Text(shorten(printable(group.label) or '""', _LABEL))


def _table(first: str, *headers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style="bold")
    table.add_column(Text(shorten(printable(first), _LABEL)), vertical="bottom")
    for header in headers:
        table.add_column(header, justify="right", no_wrap=True, vertical="bottom")
    return table
