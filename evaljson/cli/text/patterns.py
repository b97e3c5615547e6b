"""What errors have in common, as lines below the tables of `score` and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from evaljson import RunResult
from evaljson.cli.console import printable, shorten
from evaljson.report.patterns.table import error_patterns
from evaljson.wording.words import points

_MOST: Final = 5
_NAMED: Final = 2
"""Fields that are named of one pattern."""
_COLUMNS: Final = 78


def pattern_lines(run: RunResult) -> Iterator[str]:
    """Write the five patterns that lose most, in lines of at most 80 columns; none where there is no error."""
    listed = error_patterns(run)
    if not listed:
        return
    yield "What errors have in common"
    for one in listed[:_MOST]:
        figures = f": {one.counts}, {points(one.share)}% of the loss"
        yield f"  {shorten(printable(one.title), _COLUMNS - 2 - len(figures))}{figures}"
        named = ", ".join(printable(at.field) or "(the record)" for at in one.fields[:_NAMED])
        more = f" and {len(one.fields) - _NAMED:,} more" if len(one.fields) > _NAMED else ""
        yield f"    in {shorten(named, _COLUMNS - 5 - len(more))}{more}"
    if len(listed) > _MOST:
        yield f"  {len(listed) - _MOST:,} more in --json"
    yield ""


def pattern_document(run: RunResult) -> list[dict[str, Any]]:
    """Return all patterns with their fields, those that lose most first."""
    return [
        {
            "kind": one.kind.name,
            "words": one.title,
            "values": one.values,
            "records": one.records,
            "lost": one.lost,
            "share": one.share,
            "fields": [asdict(at) for at in one.fields],
        }
        for one in error_patterns(run)
    ]
