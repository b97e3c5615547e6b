"""Finds the confidence of each result in the mirror of its record, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.jsontypes import value_at
from evaljson.confidence.split import Mirrors
from evaljson.scoring.columns import Columns
from evaljson.scoring.locate import Locator
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.table_sink import NOWHERE, Chunk, Frame

_Column = list[Any]


def of_chunks(chunks: Sequence[Chunk], locator: Locator, mirrors: Mirrors) -> Floats:
    """Return one confidence per row of the chunks, in their order; NaN where there is none."""
    known: dict[Frame, dict[int, _Column]] = {}
    parts = {place: part for part in mirrors.parts for place in part.records.tolist()}
    confidences = [np.zeros(0)]
    for chunk in chunks:
        if chunk.extracted is None:
            confidences.append(np.full(len(chunk.rows), np.nan))
        elif chunk.key is not None:  # its rows are not rows of the mirror
            ends = [locator.extracted_path(chunk, at) for at in range(len(chunk.rows))]
            owners = chunk.records().tolist()
            confidences.append(of_paths(owners, ends, mirrors))
        else:
            root = _root(chunk.frame)
            if root not in known:
                records = root.parents.tolist()
                part = parts[records[0]]
                known[root] = _columns(part.plan, [part.bare(mirrors.records[place]) for place in records])
            column = known[root][chunk.plan.number]
            confidences.append(_floats(column[at] if at != NOWHERE else None for at in chunk.extracted.tolist()))
    return np.concatenate(confidences)


def of_paths(records: Sequence[int], ends: Sequence[str | None], mirrors: Mirrors) -> Floats:
    """Return one confidence per extracted path in its record; NaN where there is none."""
    pairs = zip(records, ends, strict=True)
    return _floats(None if end is None else value_at(mirrors.records[record], end) for record, end in pairs)


def _root(frame: Frame) -> Frame:
    while frame.parent is not None:
        frame = frame.parent
    return frame


def _columns(plan: PlanNode, mirrors: _Column) -> dict[int, _Column]:
    """Return the column of the mirrors for each node, by number; its rows are those of the extracted values."""
    columns_by_number: dict[int, _Column] = {}

    def walk(node: PlanNode, columns: Columns) -> None:
        columns_by_number[node.number] = columns.extracted
        members = [member for compound in node.compounds for member in compound.members]
        for key, child in (*node.children, *members):
            walk(child, columns.child(key, child.path))
        if node.entry is not None:
            walk(node.entry, columns.entries(node.declared, node.entry.path)[0])
        if node.element is not None:
            walk(node.element, columns.elements(node.element.path)[0])

    walk(plan, Columns([], mirrors, ""))
    return columns_by_number


def _floats(values: Any) -> Floats:
    return np.array([value if type(value) is float else np.nan for value in values], np.float64)
