"""Differences in tables as sentences have them: with a true minus, and without a sign where they round to nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from evaljson.wording.words import signed_points

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

_SIGNED: Final = re.compile(r"%\+\.(\d+)f")
MOST: Final = 1000
"""Rows from which on writing each number costs more time than it is worth: the browser does it then, in its way."""


def signed(rows: pd.DataFrame, columns: Mapping[str, Any]) -> tuple[pd.DataFrame | Styler, dict[str, Any]]:
    """The rows and the columns for st.dataframe, where numbers that have the format "%+.1f" (or so) stay numbers, and
    are sorted as such."""
    digits = {
        name: int(found[1])
        for name, own in columns.items()
        if (found := _SIGNED.fullmatch(str(own.get("type_config", {}).get("format"))))
    }
    if not digits or len(rows) > MOST:
        return rows, dict(columns)
    unformatted = {
        name: {**columns[name], "type_config": {**columns[name]["type_config"], "format": None}} for name in digits
    }
    styled = rows.style.format(na_rep="–")
    for name, own in digits.items():
        styled = styled.format(partial(_written, own), subset=[name])
    return styled, {**columns, **unformatted}


def _written(digits: int, value: float | None) -> str:
    return signed_points(None if pd.isna(value) else float(value) / 100, digits)
