"""A comparison as the HTML report of its runs tells it: each field's change, interval and verdict."""

from __future__ import annotations

from evaljson.compare.comparison import Comparison
from evaljson.report.compare.markdown import MARKS, interval
from evaljson.report.export.html.changes import Changes, FieldChange


def changes_of(found: Comparison) -> Changes:
    """Of all fields, as the Compare page has them."""
    fields = {
        one.path: FieldChange(one.difference, interval(one.low, one.high), one.verdict, MARKS[one.verdict])
        for one in found.fields
    }
    return Changes(found.confidence, fields)
