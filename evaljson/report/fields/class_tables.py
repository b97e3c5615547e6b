"""The classes of a field as tables, and their confusions as a heatmap."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from evaljson.report.heatmap_parts import CellRow, axes, clickable, faded, hover_label, label, label_in_lines
from evaljson.results.class_figures import INVENTED, MISSING, ClassFigures
from evaljson.wording.words import BY_STATUS, counted, points, points_column

_STRONGEST: Final = 0.75
_FAINTEST: Final = 0.15
"""A single one must still be seen."""
_FLAT: Final = 6
"""Up to so many classes their names are written level."""
_WIDTH, _LINES = 18, 3
"""Characters of a name above a column, and lines of one that is level."""
_LINE: Final = 15
"""Pixels of a line of it."""
_SLANTED: Final = 80
"""Pixels to the right of the last column, into which a slanted name reaches."""


def class_table(figures: ClassFigures) -> pd.DataFrame:
    """Return one row per class: Class, F1, Precision, Recall (in points), In gold, Extracted, Right."""
    classes = figures.classes
    return pd.DataFrame(
        {
            "Class": pd.Series([one.label for one in classes], dtype=object),
            "F1": points_column([one.f1 for one in classes]),
            "Precision": points_column([one.precision for one in classes]),
            "Recall": points_column([one.recall for one in classes]),
            "In gold": [one.support for one in classes],
            "Extracted": [one.extracted for one in classes],
            "Right": [one.right for one in classes],
        }
    )


def confusion_table(figures: ClassFigures) -> pd.DataFrame:
    """Return the confusions with gold's class in the first column, and a numbered column per extracted class.

    Classes may have any name, which a page gives to the columns; the last one is of values that are missing.
    """
    counts = figures.confusions()
    gold = pd.Series(list(counts.index), dtype=object)
    return pd.DataFrame({"gold": gold, **{f"class {i}": counts.iloc[:, i].to_numpy() for i in range(counts.shape[1])}})


def averages_in_words(figures: ClassFigures) -> str:
    """Write the averages over the classes that gold has."""
    return (
        f"Macro F1 {points(figures.macro.f1)}, precision {points(figures.macro.precision)}, recall "
        f"{points(figures.macro.recall)}; weighted by how often gold has a class: F1 {points(figures.weighted.f1)}, "
        f"precision {points(figures.weighted.precision)}, recall {points(figures.weighted.recall)}. Accuracy "
        f"{points(figures.accuracy)} over {counted(figures.count, 'value')}."
    )


def confusion_heatmap(figures: ClassFigures, text_colour: str) -> go.Figure:
    """Draw gold's classes as rows (see `drawn_rows`) and all as columns; the colour is the share of the row.

    What is right (the diagonal) has the colour of a match, anything else that of a wrong value.
    """
    drawn = drawn_rows(figures)
    counts = np.array(figures.matrix)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    size = len(figures.classes)
    signed = -shares
    signed[np.arange(size), np.arange(size)] *= -1
    counts, shares, signed = counts[drawn], shares[drawn], signed[drawn]
    figure = go.Figure()
    figure.add_heatmap(z=signed, zmin=-1, zmax=1, colorscale=_scale(), showscale=False, hoverinfo="skip")
    figure.update_traces(
        text=[[f"{count:,}" if count else "" for count in row] for row in counts.tolist()],
        texttemplate="%{text}", textfont={"color": text_colour, "size": 13}, xgap=3, ygap=2,
    )  # fmt: skip
    names = [one.label for one in figures.classes]
    rows, columns = [[*names, INVENTED][at] for at in drawn], [*names, MISSING]
    shown = [hover_label(name, 60) for name in columns]
    clickable(
        figure,
        [
            CellRow(
                range(len(columns)),
                [
                    f"extracted {name}: {count:,} ({points(share, 0)}%)"
                    for name, count, share in zip(shown, *line, strict=True)
                ],
                tail=f"gold {hover_label(row, 60)}",
            )
            for row, *line in zip(rows, counts.tolist(), shares.tolist(), strict=True)
        ],
    )
    angle = 0 if size <= _FLAT else -45
    heads = [label(name, _WIDTH) if angle else label_in_lines(name, _WIDTH, _LINES) for name in columns]
    axes(figure, heads, [label(name) for name in rows], angle)
    figure.layout.height += _LINE * max(head.count("<br>") for head in heads)
    if angle:
        figure.layout.margin.r = _SLANTED
    return figure


def drawn_rows(figures: ClassFigures) -> list[int]:
    """List the rows of the matrix that hold anything: classes that gold never has are columns alone."""
    return [at for at, row in enumerate(figures.matrix) if any(row)]


def _scale() -> list[list[object]]:
    """Build a colour scale from wrong (-1) over nothing (0) to right (1)."""
    wrong, right = BY_STATUS["mismatch"].colour, BY_STATUS["match"].colour
    return [
        [0, faded(wrong, _STRONGEST)], [0.499, faded(wrong, _FAINTEST)], [0.4999, faded(wrong, 0)],
        [0.5001, faded(right, 0)], [0.501, faded(right, _FAINTEST)], [1, faded(right, _STRONGEST * 0.6)],
    ]  # fmt: skip
