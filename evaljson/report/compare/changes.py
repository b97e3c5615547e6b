"""Prepares a comparison for the HTML report of its runs: each field's change, interval and verdict."""

from __future__ import annotations

from evaljson.compare.comparison import Comparison
from evaljson.report.compare.markdown import MARKS, interval
from evaljson.report.export.html.changes import Changes, FieldChange


def changes_of(comparison: Comparison) -> Changes:
    """Return the changes of all fields and of mean F1, as on the Compare page."""
    fields = {
        field.path: FieldChange(field.difference, interval(field.low, field.high), field.verdict, MARKS[field.verdict])
        for field in comparison.fields
    }
    whole, records = comparison.estimate, comparison.coverage.compared
    if whole.figure != "f1" or whole.verdict is None:
        return Changes(comparison.confidence, fields, records=records)
    of_whole = FieldChange(whole.difference, interval(whole.low, whole.high), whole.verdict, MARKS[whole.verdict])
    return Changes(comparison.confidence, fields, of_whole, records)
