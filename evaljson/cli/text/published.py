"""Figures that people publish: accuracy, tokens, classes with their confusions; as text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from evaljson import RunResult
from evaljson.cli.console import printable, shorten
from evaljson.results.class_figures import INVENTED, MISSING, ClassFigures
from evaljson.wording.words import counted, points

_LABEL = 24
"""Columns for a class."""
_MOST_COLUMNS = 8
"""Classes up to which the matrix is drawn; the JSON document has all of them."""


def figure_lines(run: RunResult) -> Iterator[str]:
    """Write accuracy and the figures over tokens in lines of at most 80 columns."""
    accuracy, tokens = run.accuracy, run.tokens.overall
    interval = "" if accuracy.interval is None else " ({} to {})".format(*map(points, accuracy.interval))
    leaves = counted(accuracy.leaves, "leaf", "leaves")
    yield f"Accuracy  {accuracy.matches:,} of {leaves}: {points(accuracy.share)}{interval}"
    yield f"          {points(accuracy.mean)} mean over records"
    yield f"Tokens    F1 {points(tokens.f1)}, precision {points(tokens.precision)}, recall {points(tokens.recall)}"
    yield f"          {tokens.gold:,} in gold, {tokens.extracted:,} extracted, {tokens.shared:,} shared"


def class_tables(run: RunResult) -> Iterator[Table]:
    """Make a table per field with classes, and one with its confusions where they are few."""
    for path, figures in run.classes().items():
        yield _figures(path, figures)
        if len(figures.classes) <= _MOST_COLUMNS:
            yield _matrix(figures)


def _figures(path: str, figures: ClassFigures) -> Table:
    name = f"classes of {printable(path) or '(the record)'}"
    table = _table(name, "F1", "prec.", "recall", "gold", "extracted", "right")
    for one in figures.classes:
        shares = map(points, (one.f1, one.precision, one.recall))
        table.add_row(_label(one.label), *shares, *(f"{n:,}" for n in (one.support, one.extracted, one.right)))
    for name, average in (("macro", figures.macro), ("weighted", figures.weighted)):
        shares = map(points, (average.f1, average.precision, average.recall))
        table.add_row(Text(f"{name} average", "bold"), *shares)
    table.add_row(Text("accuracy", "bold"), points(figures.accuracy))
    return table


def _matrix(figures: ClassFigures) -> Table:
    labels = [one.label for one in figures.classes]
    table = _table("gold ↓  extracted →", *(shorten(printable(label), _LABEL) for label in (*labels, MISSING)))
    for label, row in zip((*labels, INVENTED), figures.matrix, strict=True):
        table.add_row(_label(label), *(Text(f"{n:,}", "" if n else "dim") for n in row))
    return table


def _label(text: str) -> Text:
    return Text(shorten(printable(text), _LABEL))


def _table(first: str, *headers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 2), header_style="bold")
    table.add_column(Text(first))
    for header in headers:
        table.add_column(Text(header), justify="right")
    return table


def published_document(run: RunResult) -> dict[str, Any]:
    """Return the part of `--json`: accuracy, tokens, classes."""
    accuracy = {name: getattr(run.accuracy, name) for name in ("matches", "leaves", "share", "interval", "mean")}
    classes = {path: _plain(asdict(figures)) for path, figures in run.classes().items()}
    return {"accuracy": accuracy, "tokens": asdict(run.tokens), "classes": classes}


def _plain(figures: dict[str, Any]) -> dict[str, Any]:
    """Write NaN and infinities among the values as text."""
    for one in figures["classes"]:
        if isinstance(one["value"], float) and not math.isfinite(one["value"]):
            one["value"] = str(one["value"])
    return figures
