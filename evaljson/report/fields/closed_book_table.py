"""Closed book and changed documents as tables, in points."""

from __future__ import annotations

import pandas as pd

from evaljson.closed_book import ChangedDocuments, ClosedBook
from evaljson.wording.words import points_column


def recalled_fields(found: ClosedBook) -> pd.DataFrame:
    """Return one row per field, most remembered first."""
    fields = sorted(found.fields, key=lambda one: (one.p, -one.lift))
    return pd.DataFrame(
        {
            "Field": [one.path for one in fields],
            "Records": [one.records for one in fields],
            "Right": points_column(one.share for one in fields),
            "Most common": points_column(one.majority for one in fields),
            "Other records": points_column(one.shuffled for one in fields),
            "Lift": [100 * one.lift for one in fields],
            "From": [100 * one.low for one in fields],
            "To": [100 * one.high for one in fields],
            "p": [one.p for one in fields],
        }
    )


def recalled_records(found: ClosedBook) -> pd.DataFrame:
    """Return one row per record whose answer fits it best."""
    best = [one for one in found.records if one.fits_best]
    return pd.DataFrame(
        {
            "Record": [str(one.record) for one in best],
            "Right": points_column(one.share for one in best),
            "Other records": points_column(one.by_chance for one in best),
        }
    )


def changed_fields(changed: ChangedDocuments) -> pd.DataFrame:
    """Return one row per field."""
    fields = changed.fields
    return pd.DataFrame(
        {
            "Field": [one.path for one in fields],
            "Texts": [one.texts for one in fields],
            "New value": [one.new for one in fields],
            "Old value": [one.old for one in fields],
            "Neither": [one.neither for one in fields],
            "p": [one.p for one in fields],
        }
    )
