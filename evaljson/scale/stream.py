"""evaluate_stream(): scores files of any size in parts, in a folder where it goes on after a kill."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaljson.base.errors import InputError
from evaljson.load.missing_policy import MissingPolicy, MissingRecords, Strays
from evaljson.results.apply_post_process import PostProcess
from evaljson.scale.chunk_refs import ChunkRef
from evaljson.scale.chunk_sums import ChunkSums
from evaljson.scale.engines import here, in_processes, on_dask
from evaljson.scale.join import CHUNK_BYTES
from evaljson.scale.manifest import Manifest, opened
from evaljson.scale.plan import ChunkPlan, RowKind
from evaljson.scale.run_chunk import done_document, remove_unfinished, write_whole
from evaljson.scale.summary import StreamSummary, Unscored, summarise
from evaljson.scale.workers import Workers

SUMMARY = "summary.json"


@dataclass(frozen=True, slots=True)
class StreamProgress:
    """How far a run in parts is."""

    what: str
    share: float
    """From 0 to 1."""
    records: int = 0
    """Gold records scored, of `of`."""
    of: int = 0
    rate: float | None = None
    """Records a second, without those of an earlier start; None before the first chunk."""
    seconds_left: float | None = None


Report = Callable[[StreamProgress], None]


def _silent(progress: StreamProgress) -> None:
    """Report nothing."""


def evaluate_stream(
    gold: str,
    extracted: str,
    schema: Mapping[str, Any],
    folder: str,
    id_field: str | None = None,
    post_process: PostProcess | Sequence[PostProcess] | None = None,
    *,
    missing_records: MissingRecords = "omit",
    unreadable: MissingRecords = "omit",
    strays: Strays = "report",
    rows: RowKind = "figures",
    workers: int = 1,
    dask: str | None = None,
    plugins: Sequence[str] = (),
    allow_unknown: bool = True,
    gold_reading: Mapping[str, Any] | None = None,
    extracted_reading: Mapping[str, Any] | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    report: Report = _silent,
) -> StreamSummary:
    """Score two files in JSON Lines, which may be larger than memory, and write the results into a folder.

    The arguments that `evaluate` has too mean the same, and so do the figures. Results are in `results/*.parquet`, one
    row each (`rows` "all" adds values, paths and reasons), records in `records/*.parquet`, and the summary in
    `summary.json`. Where the folder holds a run of the same files that was killed, it goes on; under another schema
    that is refused. `workers` processes score at once, or with `dask` those of the cluster at that address, which see
    the same files; `plugins` are imported by each of them. `gold_reading` and `extracted_reading` are further arguments
    of `read_records`. Chunks that could not be scored are in `unscored` of the summary, and are tried again next time.

    Raises SchemaError, InputError, LoadError, GoldValidationError.
    """
    steps = [] if post_process is None else [post_process] if callable(post_process) else list(post_process)
    plan = ChunkPlan(
        schema, id_field, MissingPolicy(missing_records, unreadable, strays=strays), rows, tuple(steps),
        tuple(plugins), allow_unknown, dict(gold_reading or {}), dict(extracted_reading or {}),
    )  # fmt: skip
    return score_in_parts(
        gold, extracted, plan, folder, workers=workers, dask=dask, chunk_bytes=chunk_bytes, report=report
    )


def score_in_parts(
    gold: str, extracted: str, plan: ChunkPlan, folder: str, *, workers: int = 1, dask: str | None = None,
    chunk_bytes: int = CHUNK_BYTES, report: Report = _silent,
) -> StreamSummary:  # fmt: skip
    """Score under a plan; see `evaluate_stream`."""
    if workers < 1:
        raise InputError(f"workers is a number from 1 on, not {workers}")
    if chunk_bytes < 1:
        raise InputError(f"chunk_bytes is a number from 1 on, not {chunk_bytes}")
    folder = str(Path(folder).absolute())
    runs_own = plan.runs_own_code()  # which may end a process: not this one, where there are others
    with Workers(0 if dask is not None or workers == 1 else workers - (not runs_own)) as pool:
        manifest = opened(
            folder, gold, extracted, plan, chunk_bytes, pool, lambda what, share: report(StreamProgress(what, share))
        )
        work = _RunningSums(folder, manifest, plan)
        todo = work.take_done()
        engine = (
            on_dask(folder, todo, plan, dask)
            if dask is not None
            else in_processes(folder, todo, plan, pool, and_here=not runs_own)
            if workers > 1 and len(todo) > 1
            else here(folder, todo, plan)
        )
        work.report(report)
        for done in engine:
            if done.document is None:
                work.unscored.append(Unscored(done.ref.number, done.ref.gold.records, done.why))
            else:
                work.add(done.document)
            work.fresh += done.ref.gold.records
            work.report(report)
    remove_unfinished(folder)
    summary = work.summary()
    written = json.dumps(summary.as_json(), indent=1, ensure_ascii=True, default=str)
    write_whole(Path(folder) / SUMMARY, written.encode())
    return summary


class _RunningSums:
    """The sums so far."""

    def __init__(self, folder: str, manifest: Manifest, plan: ChunkPlan) -> None:
        self.folder, self.manifest, self.plan = folder, manifest, plan
        self.unscored: list[Unscored] = []
        self.fresh = 0
        """Gold records of chunks that were scored since the start."""
        self._sums = ChunkSums()
        self._reading: list[list[Any]] = []
        self._earlier = 0
        self._start = time.monotonic()

    def take_done(self) -> list[ChunkRef]:
        """Add what an earlier start has done, and return the rest."""
        todo = []
        for ref in self.manifest.chunks:
            document = done_document(self.folder, ref.number)
            if document is None:
                todo.append(ref)
            else:
                self.add(document)
                self._earlier += ref.gold.records
        return todo

    def add(self, document: Mapping[str, Any]) -> None:
        """Add a chunk that is done."""
        self._sums = self._sums + ChunkSums.from_json(document["sums"])
        self._reading += document["reading"]

    def report(self, report: Report) -> None:
        """Say how far this is."""
        of = int(self.manifest.inputs["gold"]["records"])
        records = self._earlier + self.fresh
        took = time.monotonic() - self._start
        rate = self.fresh / took if self.fresh and took > 0 else None
        left = (of - records) / rate if rate else None
        report(StreamProgress("Scoring", records / of if of else 1.0, records, of, rate, left))

    def summary(self) -> StreamSummary:
        """Work out the figures."""
        tree = self.plan.tree()
        unscored = sorted(self.unscored, key=lambda one: one.number)
        return summarise(
            self._sums, self.manifest, tree, self.plan.joined_by(tree), self.plan.policy.missing_records,
            self._reading, unscored,
        )  # fmt: skip
