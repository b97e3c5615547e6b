"""Scores some records alone: the function that every way of scoring in parts calls, here or on another machine.

Nothing of it depends on what other records there are. What does (whether less than half of the ids join, the order of
fields) is worked out by `scale.summary` from the sums of all chunks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from evaljson.base.arrays import AnyInts
from evaljson.evaluate import scored_run
from evaljson.load.loaded_records import LoadedRecords, Record, RecordId
from evaljson.load.pairing import repeats
from evaljson.results.aggregate import record_ids
from evaljson.results.cut_off import with_cut_off
from evaljson.results.model import RunResult
from evaljson.results.sums import Sums
from evaljson.scale.chunk_sums import ChunkSums, Placed
from evaljson.scale.plan import ChunkPlan
from evaljson.schema.node import SchemaNode
from evaljson.scoring.problems import Key, Problems

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The results of a chunk."""

    rows: pa.RecordBatch
    """One row per field result, by record."""
    records: pa.RecordBatch
    """One row per record."""
    sums: ChunkSums
    saved: bytes | None = None
    """The run as `results.saved` writes it, for rows "app"."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the records of a chunk are in their files."""

    gold: AnyInts
    extracted: AnyInts


def score_chunk(
    gold: Iterable[Record],
    extracted: Iterable[Record | None],
    plan: ChunkPlan,
    *,
    places: Places | None = None,
    leave_out: Iterable[RecordId] = (),
    loaded: LoadedRecords | None = None,
    in_place: bool = True,
) -> ChunkResult:
    """Score the records of a chunk, joined as `evaluate` joins them.

    `places` says where they are in their files; without it, they are the whole of them. `leave_out` are ids of gold
    records of the chunk that are not scored, without an id field their positions in it. `loaded` is what `extracted`
    was read as, which knows the replies that ended early, and `in_place` says whether that is in the order of the file.
    The same records and plan give the same bytes, in any process. Raises SchemaError, InputError.
    """
    from evaljson.results.saved.run import save_run
    from evaljson.scale.rows import record_rows, result_rows

    gold, extracted = list(gold), list(extracted)
    places = places or Places(np.arange(len(gold)), np.arange(len(extracted)))
    tree = parsed(plan)
    policy = plan.policy
    run, problems = scored_run(
        gold, extracted, tree, plan.id_field, list(plan.post_process) or None,
        missing_records=policy.missing_records, strays=policy.strays, leave_out=leave_out,
    )  # fmt: skip
    sums = _sums(run, problems, places, gold, extracted, plan.joined_by(tree))
    at = _at(run, places)
    if loaded is not None:
        sums = replace(sums, cut_off=_cut_off(with_cut_off(run, gold, loaded, in_place), at))
    saved = save_run(run) if plan.rows == "app" else None
    return ChunkResult(result_rows(run, at, plan.rows), record_rows(run, at, places.extracted), sums, saved)


def parsed(plan: ChunkPlan) -> SchemaNode:
    """Return the tree of a plan, parsed once per process. Raises as `ChunkPlan.tree`."""
    return _parsed(_Same(plan))


class _Same:
    """A plan as a key: the same object, or an equal one that came out of another pickle."""

    def __init__(self, plan: ChunkPlan) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return len(self.plan.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and (self.plan is other.plan or self.plan == other.plan)


@lru_cache(maxsize=4)
def _parsed(same: _Same) -> SchemaNode:
    return same.plan.tree()


def _at(run: RunResult, places: Places) -> AnyInts:
    """Return the position in gold of each record; of invented ones, which gold lacks, a negative one of their own."""
    gold, other = places.gold.tolist(), places.extracted.tolist()
    at = [gold[place] if place < len(gold) else -1 - other[by or 0] for place, by in run.positions]
    return np.array(at, np.int64)


def _cut_off(run: RunResult, at: AnyInts) -> tuple[tuple[int, Any, str | None], ...]:
    """Return position in gold, id (without ids the position) and what was open, of each reply that ended early."""
    inside = {one.record_id: one.inside for one in run.cut_off}
    found = ((place, one) for place, one in zip(at.tolist(), record_ids(run.records), strict=True) if one in inside)
    return tuple((place, place if run.id_field is None else one, inside[one]) for place, one in found)


def _sums(
    run: RunResult, problems: Problems, places: Places, gold: Sequence[Record], extracted: Sequence[Record | None],
    id_field: str | None,
) -> ChunkSums:  # fmt: skip
    other, invented = places.extracted.tolist(), set(map(_typed, run.invented_records))
    listed = run.missing or run.left_out
    where = _first_places(gold if listed else (), id_field)
    first = _first_places(extracted if run.duplicates else (), id_field)

    def in_gold(ids: Iterable[RecordId]) -> tuple[Placed, ...]:
        at = [int(places.gold[where[_typed(one)]]) for one in ids]
        shown = at if id_field is None else ids  # without ids, records are named by their position
        return tuple((place, one, "") for place, one in zip(at, shown, strict=True))

    return ChunkSums(
        Sums.of(run.tallies),
        problems.only(counts_records),
        missing=in_gold(run.missing),
        strays=tuple((other[one.position], one.id, one.reason) for one in run.strays),
        duplicates=tuple(
            (other[one.position], one.id, repeats(other[first[_typed(one.id)]])) for one in run.duplicates
        ),
        left_out=in_gold(run.left_out),
        invented=tuple((other[one.position], one.id, "") for one in run.strays if _is_id(one.id, invented)),
        gold=run.total_records + (len(run.missing) if run.missing_records == "exclude" else 0),
        not_produced=sum(record is None for record in extracted),
    )


def _typed(record_id: Any) -> tuple[type, Any]:
    return type(record_id), record_id


def _is_id(value: Any, ids: set[tuple[type, Any]]) -> bool:
    return isinstance(value, str | int) and _typed(value) in ids


def _first_places(records: Sequence[Record | None], id_field: str | None) -> dict[tuple[type, Any], int]:
    """Return the place of the first record with each id; without an id field, each place under itself."""
    first: dict[tuple[type, Any], int] = {}
    for at, record in enumerate(records):
        record_id = at if id_field is None else record.get(id_field) if isinstance(record, dict) else None
        if isinstance(record_id, str | int):
            first.setdefault(_typed(record_id), at)
    return first


def counts_records(key: Key) -> bool:
    """Check whether a problem counts records or values, and so can be added up: some say what part of all joins."""
    kind, _, message = key
    return kind != "records" or not ("joins only" in message or message.startswith("paired by position"))
