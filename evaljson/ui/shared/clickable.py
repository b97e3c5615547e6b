"""Charts whose marks and tables whose rows people click, and what was clicked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

OnClick = Callable[[], None] | Literal["rerun"]


def show_chart(
    figure: go.Figure, key: str, alt: str, *, theme: Literal["streamlit"] | None = None, on_click: OnClick = "rerun"
) -> Any:
    """Draw a chart that reports a clicked mark, and return its selection event; `alt` describes it for screen readers.

    `theme`: None keeps the figure's own colours.
    """
    return st.plotly_chart(
        figure,
        key=key,
        on_select=on_click,
        selection_mode="points",
        config={"displayModeBar": False},
        theme=theme,
        alt=alt,
    )


def clicked_data(event: Any) -> list[Any] | None:
    """Return the custom data of the mark that was clicked; None if none was."""
    points = (event or {}).get("selection", {}).get("points", [])
    return points[0].get("customdata") or None if points else None


def show_table(
    rows: pd.DataFrame | Styler,
    key: str,
    columns: Mapping[str, Any],
    *,
    height: int | Literal["auto"] = "auto",
    only_columns: bool = True,
) -> int | None:
    """Draw a table with a tick box per row, and return the position of the ticked row; None if none is ticked.

    `only_columns`: show the columns named in `columns` and no others.
    """
    event: Any = st.dataframe(
        rows,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        key=key,
        height=height,
        column_order=list(columns) if only_columns else None,
        column_config=dict(columns),
    )
    ticked = (event or {}).get("selection", {}).get("rows", [])
    # A tick outlives the rows that it was made in.
    return ticked[0] if ticked and ticked[0] < _length(rows) else None


def _length(rows: pd.DataFrame | Styler) -> int:
    return len(rows if isinstance(rows, pd.DataFrame) else rows.index)
