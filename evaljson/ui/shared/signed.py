"""Figures and differences in tables, written as in sentences: with a true minus, and no sign where they round to 0."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from evaljson.wording.words import points, signed_points

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

_FORMAT: Final = re.compile(r"%(\+?)\.(\d+)f")
_FIGURES: Final = ("a", "b")
"""Columns of figures in points, in tables of differences."""
MOST: Final = 1000
"""Rows from which on formatting each number takes too long here: the browser does it then, in its own way."""


def signed(rows: pd.DataFrame, columns: Mapping[str, Any]) -> tuple[pd.DataFrame | Styler, dict[str, Any]]:
    """Return rows and columns for st.dataframe; numbers with the format "%+.1f" (or so) stay numbers, and sort as such.

    Beside them, the figures `a` and `b` are rounded as in sentences too.
    """
    formats = {
        name: _FORMAT.fullmatch(str(column.get("type_config", {}).get("format"))) for name, column in columns.items()
    }
    differences = {name: int(match[2]) for name, match in formats.items() if match is not None and match[1]}
    if not differences or len(rows) > MOST:
        return rows, dict(columns)
    figures = {name: int(match[2]) for name in _FIGURES if (match := formats.get(name)) is not None}
    unformatted = {
        name: {**columns[name], "type_config": {**columns[name]["type_config"], "format": None}}
        for name in differences | figures
    }
    styled = rows.style.format(na_rep="–")
    for names, write in ((differences, signed_points), (figures, points)):
        for name, digits in names.items():
            styled = styled.format(partial(_written, write, digits), subset=[name])
    return styled, {**columns, **unformatted}


def _written(write: Callable[[float | None, int], str], digits: int, value: float | None) -> str:
    return write(None if pd.isna(value) else float(value) / 100, digits)
