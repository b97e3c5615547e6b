"""What errors have in common, as lines below the tables of `score` and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from evaljson import RunResult
from evaljson.cli.console import printable, shorten, width
from evaljson.report.patterns.table import error_patterns
from evaljson.report.records.id_keys import id_labels
from evaljson.results.aggregate import record_ids
from evaljson.wording.words import points

_MOST: Final = 5
_NAMED: Final = 2
"""Fields that are named of one pattern."""
_OF_ID: Final = 0.25
"""Share of a line that the id of a record may take."""


def pattern_lines(run: RunResult) -> Iterator[str]:
    """Write the five patterns that cost F1 most, none cut in a pipe or a file; none where there is no error."""
    listed = error_patterns(run)
    if not listed:
        return
    columns = width() - 2
    yield "What errors have in common"
    for one in listed[:_MOST]:
        figures = f": {one.counts}, {points(one.share)}% of what F1 loses"
        yield f"  {shorten(printable(one.title), columns - 2 - len(figures))}{figures}"
        named = ", ".join(printable(at.field) or "(the record)" for at in one.fields[:_NAMED])
        more = f" and {len(one.fields) - _NAMED:,} more" if len(one.fields) > _NAMED else ""
        mostly = (
            ""
            if one.mostly is None
            else f"; {one.mostly.told}{shorten(printable(one.mostly.record), int(columns * _OF_ID))}"
        )
        yield f"    in {shorten(named, columns - 5 - len(more) - len(mostly))}{more}{mostly}"
        if one.kind.remedy:
            yield f"    {one.kind.remedy}"
    if len(listed) > _MOST:
        yield f"  {len(listed) - _MOST:,} more in --json"
    yield ""


def pattern_document(run: RunResult) -> list[dict[str, Any]]:
    """Return all patterns with their fields, those that cost F1 most first; a record is named by its own id."""
    ids = record_ids(run.records)
    by_label = dict(zip(id_labels(ids), ids, strict=True))
    return [
        {
            "kind": one.kind.name,
            "words": one.title,
            "values": one.values,
            "records": one.records,
            "f1_lost": one.f1_lost,
            "share": one.share,
            "fields": [asdict(at) for at in one.fields],
            "mostly": None
            if one.mostly is None
            else {"record": by_label[one.mostly.record], "values": one.mostly.values},
        }
        for one in error_patterns(run)
    ]
