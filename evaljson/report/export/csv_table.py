"""Any small table as CSV."""

from __future__ import annotations

from typing import Any

import pandas as pd

from evaljson.report.export.csv_cells import csv_row, text_cell


def safe_csv(frame: pd.DataFrame) -> bytes:
    """Write a table in UTF-8: texts, and names of columns, may come from anyone. Missing values are empty cells."""
    columns = [frame[name].tolist() for name in frame]
    rows = [list(frame), *zip(*columns, strict=True)]
    return "".join(csv_row(map(_cell, row)) for row in rows).encode()


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return text_cell(value)
    return "" if pd.isna(value) else str(value)
