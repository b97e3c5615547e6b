"""Results of several runs that were scored together, taken apart: each as if it had been scored alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from evaljson.base.arrays import Ints
from evaljson.results.engine_results import EngineResults
from evaljson.scoring.locate import Locator
from evaljson.scoring.placed import SharedPlaces
from evaljson.scoring.table_sink import Chunk, Frame, ResultStore


def taken_apart(results: EngineResults, counts: Sequence[int]) -> list[EngineResults]:
    """Return the results of the first `counts[0]` records, of those that follow, and so on, each numbered from 0.

    Frames keep the rows of all runs; only results tell which of them are whose.
    """
    ends = np.cumsum(counts)
    frames: list[dict[Frame, Frame]] = [{} for _ in counts]
    chunks: list[list[Chunk]] = [[] for _ in counts]
    for chunk in results.chunks:
        run_of = np.searchsorted(ends, chunk.records(), side="right")
        for run in range(len(counts)):
            at = np.flatnonzero(run_of == run)
            if len(at):
                chunks[run].append(_part(chunk, at, _shifted(chunk.frame, int(ends[run]) - counts[run], frames[run])))
    return [
        EngineResults(ResultStore(count, mine, list(known.values())), Locator())
        for count, mine, known in zip(counts, chunks, frames, strict=True)
    ]


def _shifted(frame: Frame, first: int, known: dict[Frame, Frame]) -> Frame:
    """Return a frame whose records are numbered from `first` on."""
    mine = known.get(frame)
    if mine is None:
        above = frame.parent
        if above is None:
            mine = replace(frame, parents=frame.parents - first)
        else:
            mine = replace(frame, parent=_shifted(above, first, known))
        known[frame] = mine
    return mine


def _part(chunk: Chunk, at: Ints, frame: Frame) -> Chunk:
    return Chunk(
        chunk.plan,
        frame,
        chunk.columns,
        SharedPlaces.of(chunk.placed, at),
        chunk.status[at],
        chunk.score[at],
        None if chunk.similarity is None else chunk.similarity[at],
        chunk.unit,
        None if chunk.outcome is None else chunk.outcome[at],
        chunk.key,
        None if chunk.reasons is None else [chunk.reasons[place] for place in at.tolist()],
    )
