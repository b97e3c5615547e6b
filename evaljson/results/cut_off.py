"""Tell a run which of its records come from replies that ended early: only who read them knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from evaljson.load.cut_reply import CutReply
from evaljson.load.loaded_records import LoadedRecords, Record
from evaljson.load.unreadable import unreadable_ids
from evaljson.results.aggregate import record_ids
from evaljson.results.model import RunResult


def with_cut_off(run: RunResult, gold: Sequence[Record], extracted: LoadedRecords, in_place: bool = True) -> RunResult:
    """Return the run with its `cut_off`; gold and extracted records are those that it was scored from.

    A record that could not be read belongs to the gold record that `unreadable_ids` finds, which `in_place` is for;
    without one it is left out.
    """
    cut = extracted.cut_off
    if not cut:
        return run
    ids = record_ids(run.records)
    inside = {ids[i]: cut[at] for i, (_, at) in enumerate(run.positions) if at is not None and at in cut}
    unread = {at: why for at, why in extracted.unread.items() if at in cut}
    if unread:
        lost = set(unreadable_ids(gold, replace(extracted, unread=unread), run.id_field, in_place).ids)
        inside |= {record_id: None for record_id in ids if record_id in lost}
    return replace(run, cut_off=tuple(CutReply(one, inside[one]) for one in ids if one is not None and one in inside))
