"""Figures and differences in tables, written as in sentences: with a true minus, and no sign where they round to 0."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from evaljson.wording.differences import shown_differences
from evaljson.wording.words import LEAST_P, points, shown_p, signed_points

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

_FORMAT: Final = re.compile(r"%(\+?)\.(\d+)f")
_FIGURES: Final = ("a", "b")
"""Columns of figures in points, in tables of differences."""
_DIFFERENCE: Final = "difference"
"""The column that is B minus A, as they are shown."""
_P: Final = "p"
"""The column of p-values."""
MOST: Final = 1000
"""Rows from which on formatting each number takes too long here: the browser does it then, in its own way."""


def signed(rows: pd.DataFrame, columns: Mapping[str, Any]) -> tuple[pd.DataFrame | Styler, dict[str, Any]]:
    """Return rows and columns for st.dataframe; numbers with the format "%+.1f" (or so) stay numbers, and sort as such.

    Beside them, the figures `a` and `b` are rounded as in sentences too, and `difference` is that of these.
    """
    formats = {
        name: _FORMAT.fullmatch(str(column.get("type_config", {}).get("format"))) for name, column in columns.items()
    }
    differences = {name: int(match[2]) for name, match in formats.items() if match is not None and match[1]}
    if not differences:
        return rows, dict(columns)
    if {*_FIGURES, _DIFFERENCE} <= set(rows.columns) and _DIFFERENCE in differences:
        shown = shown_differences(rows["a"] / 100, rows["b"] / 100, differences[_DIFFERENCE])
        rows = rows.assign(**{_DIFFERENCE: [100 * one for one in shown]})
    if len(rows) > MOST:  # 0.0001 stands for any smaller p here: it never looks like 0
        return (rows.assign(p=rows[_P].clip(lower=LEAST_P)) if _P in columns else rows), dict(columns)
    figures = {name: int(match[2]) for name in _FIGURES if (match := formats.get(name)) is not None}
    unformatted = {
        name: {**columns[name], "type_config": {**columns[name]["type_config"], "format": None}}
        for name in differences | figures | ({_P: 4} if _P in columns else {})
    }
    styled = rows.style.format(na_rep="–")
    for names, write in ((differences, signed_points), (figures, points)):
        for name, digits in names.items():
            styled = styled.format(partial(_written, write, digits), subset=[name])
    if _P in columns:
        styled = styled.format(_written_p, subset=[_P])
    return styled, {**columns, **unformatted}


def _written_p(p: Any) -> str:
    return shown_p(None if pd.isna(p) else float(p))


def _written(write: Callable[[float | None, int], str], digits: int, value: float | None) -> str:
    return write(None if pd.isna(value) else float(value) / 100, digits)
