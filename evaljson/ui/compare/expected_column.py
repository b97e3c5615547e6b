"""The column of what to expect of fields, or of groups of records, on other records: shown on request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.compare import ShrunkenDifference
from evaljson.ui.compare.difference_rows import Kind


def with_expected(
    rows: pd.DataFrame, columns: dict[str, Any], names: str, drawn: Mapping[str, ShrunkenDifference], kind: Kind
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Ask whether to show it, and put it, in points, behind the interval; nothing changes where nothing is `drawn`.

    `names` is the column of `rows` with the keys of `drawn`.
    """
    help_text = (
        f"The largest gains and losses are partly luck. Expected: probable on other records. The fewer records "
        f"a {kind.word} has, the nearer to the mean of all (empirical Bayes)."
    )
    if not drawn or not st.toggle(
        "Show what to expect on other records", key=f"{kind.key}.expected", help=help_text
    ):  # fmt: skip
        return rows, columns
    values = [100 * drawn[name].value if name in drawn else None for name in rows[names]]
    expected = st.column_config.NumberColumn("Expected", format="%+.1f", help=help_text)
    listed = list(columns.items())
    at = list(columns).index("interval") + 1
    return rows.assign(expected=pd.Series(values, index=rows.index, dtype="float64")), dict(
        [*listed[:at], ("expected", expected), *listed[at:]]
    )
