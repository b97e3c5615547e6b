"""Says of records in parts that are paired by position whether they have ids that pair them otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from evaljson.load import LoadedRecords, read_records
from evaljson.load.id_names import sounds_like_id
from evaljson.load.id_noticed import ids_not_used
from evaljson.scale.chunk_refs import ChunkRef, LineSlice
from evaljson.scale.plan import ChunkPlan
from evaljson.scale.workers import Workers

Kept = dict[str, Any] | None


def note_on_ids(chunks: Sequence[ChunkRef], plan: ChunkPlan, workers: Workers) -> str | None:
    """Return what `ids_not_used` says; only the ids of the records are kept in memory."""
    sides = ([ref.gold for ref in chunks], plan.gold), ([ref.extracted for ref in chunks], plan.extracted)
    names = _names(chunks, plan)
    if not names:
        return None
    tasks = [partial(_kept, part, reading, names) for parts, reading in sides for part in parts]
    kept = list(workers.results(tasks))
    gold, extracted = (chain.from_iterable(some) for some in (kept[: len(chunks)], kept[len(chunks) :]))
    return ids_not_used([record or {} for record in gold], list(extracted))


def _names(chunks: Iterable[ChunkRef], plan: ChunkPlan) -> list[str]:
    """Return the keys of the first record that are called as ids are."""
    for ref in chunks:
        for part, reading in ((ref.gold, plan.gold), (ref.extracted, plan.extracted)):
            for line in part.read().splitlines(keepends=True):
                records = _read(line, reading).records if line.strip() else []
                if records and records[0] is not None:
                    return [key for key in records[0] if sounds_like_id(key)]
    return []


def _kept(part: LineSlice, reading: Mapping[str, Any], names: Sequence[str]) -> list[Kept]:
    """Return what each record has under these keys; None for a line without one."""
    records = _read(part.read(), reading).records
    return [None if record is None else {key: record[key] for key in names if key in record} for record in records]


def _read(lines: bytes, reading: Mapping[str, Any]) -> LoadedRecords:
    return read_records(lines, kind="extracted", lines=True, **{"text_field": False, **reading})
