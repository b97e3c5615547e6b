"""What `check_gold` lists as CSV, for whoever looks values up in the documents."""

from __future__ import annotations

from typing import Any, Final

from evaljson.base.json_text import json_text
from evaljson.base.jsontypes import ABSENT
from evaljson.report.gold_check.model import ContradictedValue, GoldCheck

COLUMNS: Final = (
    "record_id", "position", "path", "field", "kind", "gold", "extracted", "variants", "without_record", "in_text",
)  # fmt: skip


def gold_check_csv(found: GoldCheck) -> bytes:
    """Write one line for each value, the strongest first, in UTF-8; spreadsheets run no formula in it.

    gold and extracted are JSON text: `null` where there is null, empty where there is no such key.
    """
    import pandas as pd

    from evaljson.report.export.csv_table import safe_csv

    rows = [_row(one) for one in found.found]
    return safe_csv(pd.DataFrame(rows, columns=list(COLUMNS), dtype=object))


def _row(one: ContradictedValue) -> tuple[Any, ...]:
    values = (None if value is ABSENT else json_text(value) for value in (one.gold, one.extracted))
    variants = "; ".join(one.variants), "; ".join(one.silent)
    return one.record, one.position, one.path, one.field, one.kind, *values, *variants, one.in_text
