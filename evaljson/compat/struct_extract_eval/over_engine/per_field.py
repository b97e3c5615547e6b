"""The figures of each instance path, from the engine's columns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.compat.struct_extract_eval.core.record.results import FieldAggregation
from evaljson.results.engine_results import EngineResults
from evaljson.scoring.status import HALLUCINATION, NAMES, SCORED
from evaljson.scoring.table_sink import Chunk

_Sums = tuple[list[int], float]
"""Results by status, and the sum of their scores."""


def per_field(results: EngineResults) -> dict[str, FieldAggregation]:
    """Return the figures of each path with a result that counts: in schema order, then element index."""
    sums: dict[str, _Sums] = {}
    for chunk in sorted(results.chunks, key=lambda chunk: chunk.order):
        for path, counts, score in _by_path(results, chunk):
            known, total = sums.get(path, ([0] * len(NAMES), 0.0))
            sums[path] = [a + b for a, b in zip(known, counts, strict=True)], total + score
    return {
        path: FieldAggregation(score / sum(counts[: len(SCORED)]), *counts[: len(SCORED)])
        for path, (counts, score) in sums.items()
    }


def _by_path(results: EngineResults, chunk: Chunk) -> Iterator[tuple[str, list[int], float]]:
    """Yield (path, results by status, sum of scores) of the results of a chunk that count."""
    counted = np.flatnonzero(chunk.status <= HALLUCINATION)
    if not len(counted):
        return
    indices = _indices(chunk, chunk.rows[counted])
    _, first, code = np.unique(indices, axis=0, return_index=True, return_inverse=True)
    code = code.ravel()
    flat = np.bincount(code * len(NAMES) + chunk.status[counted], minlength=len(first) * len(NAMES))
    by_status = flat.reshape(len(first), len(NAMES)).tolist()
    scores = np.bincount(code, chunk.score[counted], len(first)).tolist()
    for place, counts, score in zip(first.tolist(), by_status, scores, strict=True):
        yield results.path_of(chunk, int(counted[place])), counts, score


def _indices(chunk: Chunk, rows: Ints) -> Ints:
    """Return the element index at each array level above each row, as rows x levels; they make up the path."""
    levels = [np.zeros(len(rows), np.intp)]
    frame = chunk.frame
    while frame.parent is not None:
        levels.append(frame.index[rows])
        frame, rows = frame.parent, frame.parents[rows]
    return np.stack(levels[::-1], axis=1)
