"""Where results are: instance paths, extracted paths and the order of the record view, from frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Ints
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.table_sink import NOWHERE, Chunk, Frame


class Locator:
    """Builds paths; the path of each frame row is built once, so that siblings share the work."""

    def __init__(self) -> None:
        self._prefixes: dict[Side, dict[tuple[Frame, int], str | None]] = {side: {} for side in Side}
        self._rests: dict[Chunk, str] = {}
        self._codes: dict[tuple[Frame, Side], tuple[Ints, Ints]] = {}

    def path(self, chunk: Chunk, at: int) -> str:
        """Return the instance path of a result."""
        prefix = self._prefix(chunk.frame, int(chunk.rows[at]), GOLD)
        return (prefix or "") + self._rest(chunk)

    def extracted_path(self, chunk: Chunk, at: int) -> str | None:
        """Return the path of the value in the extracted record; None where it has none."""
        if chunk.extracted is None or chunk.extracted[at] == NOWHERE:
            return None
        prefix = self._prefix(chunk.frame, int(chunk.rows[at]), EXTRACTED)
        return None if prefix is None else prefix + self._rest(chunk)

    def paths(self, chunk: Chunk, at: Ints) -> tuple[Ints, list[str | None]]:
        """Return the instance paths of some results, as codes and the texts that they stand for."""
        return self._coded(chunk, at, GOLD)

    def extracted_paths(self, chunk: Chunk, at: Ints) -> tuple[Ints, list[str | None]]:
        """Return the paths of the values in the extracted records, in the same way; None where there is none."""
        if chunk.extracted is None:
            return np.zeros(len(at), np.intp), [None]
        codes, texts = self._coded(chunk, at, EXTRACTED)
        return np.where(chunk.extracted[at] == NOWHERE, len(texts), codes), [*texts, None]

    def _coded(self, chunk: Chunk, at: Ints, side: Side) -> tuple[Ints, list[str | None]]:
        code_of_row, row_of_code = self._prefix_codes(chunk.frame, side)
        distinct, codes = np.unique(code_of_row[chunk.rows[at]], return_inverse=True)
        prefixes = [self._prefix(chunk.frame, row, side) for row in row_of_code[distinct].tolist()]
        if side is GOLD:
            prefixes = [prefix or "" for prefix in prefixes]
        return codes, [None if prefix is None else prefix + self._rest(chunk) for prefix in prefixes]

    def _prefix_codes(self, frame: Frame, side: Side) -> tuple[Ints, Ints]:
        """Return a code for the prefix of each row of a frame, and a row for each code."""
        if (frame, side) not in self._codes:
            self._codes[frame, side] = self._find_prefix_codes(frame, side)
        return self._codes[frame, side]

    def _find_prefix_codes(self, frame: Frame, side: Side) -> tuple[Ints, Ints]:
        if frame.parent is None or frame.plan is None:
            return np.zeros(len(frame.parents), np.intp), np.zeros(1, np.intp)
        above = self._prefix_codes(frame.parent, side)[0][frame.parents]
        step = frame.extracted if side is EXTRACTED else frame.index
        shown = frame.keys_of(side)
        if shown is not None:
            number = {key: place for place, key in enumerate(dict.fromkeys(shown))}
            keys = np.fromiter(map(number.__getitem__, shown), np.intp, len(shown))
            step = np.where(step == NOWHERE, NOWHERE, keys) if side is EXTRACTED else keys
        lowest = step.min(initial=0)
        _, first, codes = np.unique(
            above * (step.max(initial=0) - lowest + 1) + step - lowest, return_index=True, return_inverse=True
        )
        return codes, first

    def container_path(self, frame: Frame, row: int) -> str:
        """Return the instance path of the frame's array or map, inside a row of its parent frame."""
        above = "" if frame.parent is None else self._prefix(frame.parent, row, GOLD) or ""
        return above + _step_down(frame, above)

    def _rest(self, chunk: Chunk) -> str:
        """Return the part of the path below the frame's element: a suffix of the schema path."""
        known = self._rests.get(chunk)
        if known is None:
            base = _element_path(chunk.frame)
            path = chunk.field_path[len(base) :]
            known = self._rests[chunk] = path[1:] if not base and path.startswith(".") else path
        return known

    def _prefix(self, frame: Frame, row: int, side: Side) -> str | None:
        """Return the path of a frame row; None where the extracted record does not hold it."""
        if frame.parent is None or frame.plan is None:
            return ""
        known, key = self._prefixes[side], (frame, row)
        if key not in known:
            known[key] = self._find_prefix(frame, row, side)
        return known[key]

    def _find_prefix(self, frame: Frame, row: int, side: Side) -> str | None:
        assert frame.parent is not None
        assert frame.plan is not None
        above = self._prefix(frame.parent, int(frame.parents[row]), side)
        position = int(frame.extracted[row])
        if above is None or (side is EXTRACTED and position == NOWHERE):
            return None
        container = above + _step_down(frame, above)
        keys = frame.keys_of(side)
        if keys is not None:
            return paths.child(container, keys[row])
        return paths.element(container, position if side is EXTRACTED else int(frame.index[row]))

    def order_of(self, chunk: Chunk, at: int) -> tuple[Any, ...]:
        """Return the sort key of the record view: schema order, then element index."""
        steps: list[Any] = [chunk.order]
        frame, row = chunk.frame, int(chunk.rows[at])
        while frame.parent is not None and frame.plan is not None:
            steps += [(int(frame.order[row]), ""), (_inside(frame.plan).number, "")]
            frame, row = frame.parent, int(frame.parents[row])
        return (int(frame.parents[row]), *reversed(steps))


def _step_down(frame: Frame, above: str) -> str:
    """Return the path from an element of the parent frame, whose path is `above`, to the array or map inside it."""
    if frame.parent is None or frame.plan is None:
        return ""
    return frame.plan.path[len(_element_path(frame.parent)) :].removeprefix("." if not above else "")


def _element_path(frame: Frame) -> str:
    """Return the schema path of a frame's rows."""
    return "" if frame.plan is None else _inside(frame.plan).path


def _inside(plan: PlanNode) -> PlanNode:
    """Return the node of the elements of an array or the entries of a map."""
    inside = plan.element or plan.entry
    assert inside is not None
    return inside


def sort_keys(chunks: list[Chunk]) -> list[Ints]:
    """Return columns for np.lexsort (the last is primary) that sort all chunks by record, schema and element."""
    unknown = sorted({chunk.key for chunk in chunks if chunk.key is not None})
    name_rank = {key: rank + 1 for rank, key in enumerate(unknown)}
    levels: list[list[Ints]] = []
    for chunk in chunks:
        count = len(chunk.rows)
        number, key = chunk.order
        steps = [np.full(count, name_rank[key] if chunk.key is not None else 0), np.full(count, number)]
        frame, rows = chunk.frame, chunk.rows
        while frame.parent is not None and frame.plan is not None:
            steps += [frame.order[rows], np.full(count, _inside(frame.plan).number)]
            frame, rows = frame.parent, frame.parents[rows]
        levels.append([*steps, frame.parents[rows]])
    depth = max(map(len, levels), default=1)
    padded = [
        [level[-1 - i] if i < len(level) else np.full(len(level[0]), -1) for i in range(depth)] for level in levels
    ]
    return [np.concatenate(column) for column in zip(*padded, strict=True)][::-1]
