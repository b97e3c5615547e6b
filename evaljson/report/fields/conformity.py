"""How many records conform to a JSON Schema, and what does not, in words and as tables."""

from __future__ import annotations

import pandas as pd

from evaljson.report.records.id_keys import id_labels
from evaljson.schema.conform import Conformity
from evaljson.wording.words import counted, points, points_column


def in_words(conformity: Conformity) -> str:
    """Write how many records conform, with the interval."""
    if conformity.share is None or conformity.interval is None:
        return "There is no record to check."
    low, high = map(points, conformity.interval)
    missing = f" {counted(conformity.missing, 'record')} missing, which cannot conform." if conformity.missing else ""
    share = f"{points(conformity.share)} of 100, {low} to {high} at 95% confidence"
    return f"{conformity.conforming:,} of {counted(conformity.records, 'record')} conform ({share}).{missing}"


def violation_table(conformity: Conformity) -> pd.DataFrame:
    """Return one row per field and keyword: Field, Keyword, Records, Values, Conforms, For example, Message.

    `Conforms` is the share, in points, of the records that were produced without any violation at this field.
    """
    listed = conformity.violations
    return pd.DataFrame(
        {
            "Field": pd.Series([one.path or "(the record)" for one in listed], dtype=object),
            "Keyword": pd.Series([one.keyword for one in listed], dtype=object),
            "Records": pd.Series([one.records for one in listed], dtype="int64"),
            "Values": pd.Series([one.values for one in listed], dtype="int64"),
            "Conforms": pd.Series(points_column([conformity.per_field[one.path] for one in listed]), dtype="Float64"),
            "For example": pd.Series([", ".join(id_labels(list(one.examples))) for one in listed], dtype=object),
            "Message": pd.Series([one.message for one in listed], dtype=object),
        }
    )


def record_table(conformity: Conformity, labels: list[str]) -> pd.DataFrame:
    """Return one row per record that does not conform: its label, and its number of violations, most first.

    `labels` name all records; one that is missing has no number.
    """
    rows = [(label, count) for label, count in zip(labels, conformity.by_record, strict=True) if count != 0]
    rows.sort(key=lambda row: (row[1] is None, -(row[1] or 0)))
    return pd.DataFrame(
        {
            "Record": pd.Series([label for label, _ in rows], dtype=object),
            "Violations": pd.array([count for _, count in rows], dtype="Int64"),
        }
    )
