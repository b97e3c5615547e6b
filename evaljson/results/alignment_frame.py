"""A pandas frame of which elements of each array were paired, by which strategy, and how well they agree.

Maps whose entries are not paired by their keys alone are in it as well: with keys in the place of indices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from evaljson.base import paths
from evaljson.base.arrays import Floats, Ints, Objects
from evaljson.results.field_result import FieldResult
from evaljson.scoring.locate import Locator
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import CODES, HALLUCINATION, MATCH, MISMATCH, OMISSION
from evaljson.scoring.table_sink import NOWHERE, Chunk, Frame, ResultStore

_SIDES = np.zeros(len(CODES))
_SIDES[[MATCH, MISMATCH, OMISSION, HALLUCINATION]] = 2, 2, 1, 1
"""By status: on how many sides the weight of a result counts."""


def make_alignments(
    store: ResultStore,
    locator: Locator,
    record_ids: Sequence[Any],
    edited: Sequence[Sequence[FieldResult]] | None = None,
    *,
    plain_maps: bool = False,
) -> pd.DataFrame:
    """Return one row per pair and per lone element of all arrays; arrays inside an array come after its own rows.

    Maps with x-eval-align count as arrays, and their entries as elements whose indices are their keys.

    `edited` are the results by record, where post-processors changed them. With `plain_maps`, maps whose entries pair
    up by their keys alone are in it too; their pairs have no strategy.
    """
    frames = [frame for frame in store.frames if frame.plan is not None and (frame.plan.links or plain_maps)]
    order = _order(frames)

    def column(parts: list[Any], kind: Any) -> Any:
        return np.concatenate([np.zeros(0, kind), *parts])[order]

    record = column([frame.records(np.arange(len(frame.parents))) for frame in frames], np.intp)
    array = column([_array_paths(frame, locator) for frame in frames], np.object_)
    if edited is None:
        sums = _sums(store)
        twice, brought = (column([sums[frame][i] for frame in frames], np.float64) for i in (0, 1))
    else:
        shown = column([_steps(frame, frame.index, frame.keys) for frame in frames], np.object_).tolist()
        has_keys = any(frame.keys is not None for frame in frames)
        twice, brought = _sums_by_path(edited, record, map(_element, array, shown), len(record), has_keys)
    return pd.DataFrame(
        {
            "record_id": pd.Series(np.fromiter(record_ids, np.object_, len(record_ids))[record], dtype=object),
            "array": pd.Series(array, dtype=object),  # a key may hold text that Arrow cannot take
            **{
                name: pd.Series(column([_indices(frame, side) for frame in frames], np.object_), dtype=object)
                for name, side in (("gold_index", GOLD), ("extracted_index", EXTRACTED))
            },
            "strategy": pd.Series(column([_strategies(frame) for frame in frames], np.object_), dtype=object),
            "score": pd.Series(_ratios(twice, brought), dtype=object),
        }
    )


def _order(frames: list[Frame]) -> Ints:
    """Sort the rows of all frames by record and schema, array by array, elements in the order of the record view."""
    levels = []
    for frame in frames:
        rows, above = frame.parents, frame.parent
        steps = [np.full(len(rows), -1), _numbers(frame)]  # -1: before the arrays inside an element
        while above is not None and above.parent is not None:
            steps += [above.order[rows], _numbers(above, len(rows))]
            rows, above = above.parents[rows], above.parent
        levels.append([*steps, rows if above is None else above.parents[rows]])
    depth = max(map(len, levels), default=0)
    padded = [
        [level[-1 - i] if i < len(level) else np.full(len(level[0]), -1) for i in range(depth)] for level in levels
    ]
    keys = [np.concatenate(key) for key in zip(*padded, strict=True)][::-1]
    return np.lexsort([np.concatenate([frame.order for frame in frames]), *keys]) if frames else np.zeros(0, np.intp)


def _numbers(frame: Frame, count: int | None = None) -> Ints:
    assert frame.plan is not None
    return np.full(len(frame.parents) if count is None else count, frame.plan.number)


def _array_paths(frame: Frame, locator: Locator) -> Objects:
    parents, place = np.unique(frame.parents, return_inverse=True)
    array_paths = (locator.container_path(frame, row) for row in parents.tolist())
    return np.fromiter(array_paths, np.object_, len(parents))[place]


def _indices(frame: Frame, side: Side) -> Objects:
    """Return where each row's element lies on one side: its index, or for a map its key; None where it is not there."""
    positions = frame.gold if side is GOLD else frame.extracted
    shown = _steps(frame, positions, frame.keys_of(side))
    shown[positions == NOWHERE] = None
    return shown


def _steps(frame: Frame, positions: Ints, keys: Sequence[str] | None) -> Objects:
    return positions.astype(np.object_) if keys is None else np.fromiter(keys, np.object_, len(positions))


def _element(container: str, step: int | str) -> str:
    return paths.child(container, step) if isinstance(step, str) else paths.element(container, step)


def _strategies(frame: Frame) -> Objects:
    assert frame.plan is not None
    names = np.array([*(link.spec.strategy for link in frame.plan.links), None], np.object_)
    return np.full(len(frame.parents), None) if frame.link is None else names[frame.link]  # NO_LINK is the last one


def _sums(store: ResultStore) -> dict[Frame, Floats]:
    """Return 2 S and G + E of each frame's rows, including everything inside them."""
    sums = {frame: np.zeros((2, len(frame.parents))) for frame in store.frames}
    for chunk in store.chunks:
        if chunk.frame in sums:
            sums[chunk.frame] += _summed(chunk.rows, *_shares(chunk), sums[chunk.frame].shape[1])
    for frame in reversed(store.frames):  # inner frames were appended later
        if frame.parent in sums:
            sums[frame.parent] += _summed(frame.parents, sums[frame][0], sums[frame][1], sums[frame.parent].shape[1])
    return sums


def _shares(chunk: Chunk) -> tuple[Floats, Floats]:
    sides = _SIDES[chunk.status] * chunk.plan.weight
    return np.where(_SIDES[chunk.status] == 2, sides * chunk.score, 0.0), sides


def _summed(rows: Ints, twice: Floats, brought: Floats, count: int) -> Floats:
    return np.stack([np.bincount(rows, values, count) for values in (twice, brought)])


def _ratios(twice: Floats, brought: Floats) -> Objects:
    scores = np.full(len(brought), None, np.object_)
    counts = brought > 0
    scores[counts] = (twice[counts] / brought[counts]).astype(np.object_)
    return scores


def _sums_by_path(
    edited: Sequence[Sequence[FieldResult]], record: Ints, elements: Iterator[str], count: int, has_keys: bool
) -> tuple[Floats, Floats]:
    place = {at: i for i, at in enumerate(zip(record.tolist(), elements, strict=True))}
    twice, brought = np.zeros(count), np.zeros(count)
    leads_through: Callable[[str], Sequence[str]] = paths.above if has_keys else paths.elements_above
    for i, results in enumerate(edited):
        for result in results:
            sides = float(_SIDES[CODES[result.status]]) * result.weight
            for at in (place[i, path] for path in leads_through(result.path) if (i, path) in place):
                brought[at] += sides
                twice[at] += sides * result.score  # only matches and mismatches have a score
    return twice, brought
