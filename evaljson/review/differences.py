"""The differences of runs, and matches drawn for an audit, as values with their places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import ABSENT, value_at
from evaljson.load.loaded_records import RecordId
from evaljson.results.f1_lost import f1_per_weight
from evaljson.results.model import RunResult
from evaljson.review.paired_elements import PairedElements
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import CardPlace, gold_path_of
from evaljson.review.shifted_arrays import ShiftedArrays, shifts_undone
from evaljson.review.whole_elements import with_whole_elements
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION

_DIFFERENT: Final = (MISMATCH, OMISSION, HALLUCINATION)


def differences(run: RunResult, variant: str, chosen: Bools | None = None) -> list[PlacedPair]:
    """List what is wrong, missing or invented in the records that both sides have, in the order of the tallies.

    `chosen` marks rows of the tallies, if only some are wanted. Records that one side lacks are left out: there is
    nothing to compare in them, and no one value to decide. An element of an array that one side lacks is one
    difference.
    """
    every = differing_rows(run)
    wanted = np.flatnonzero(every if chosen is None else every & chosen)
    pairs, paired, all_rows = _pairs(run, variant, wanted), PairedElements(run), np.flatnonzero(every)
    unshifted, gone = shifts_undone(ShiftedArrays(run, paired), wanted, pairs, all_rows)
    left = [pair for pair, is_gone in zip(pairs, gone, strict=True) if not is_gone]
    wanted = wanted[~np.array(gone, np.bool_)]
    return [*with_whole_elements(run, paired, wanted, left, all_rows), *unshifted]


def differing_rows(run: RunResult) -> Bools:
    """Mark what is wrong, missing or invented in the records that both sides have, each value as it was scored."""
    rows = run.tallies.rows
    differing: Bools = np.isin(rows.status, _DIFFERENT) & _with_both_sides(run)[rows.record]
    return differing


def matches(run: RunResult, variant: str, chosen: Bools | None = None) -> list[PlacedPair]:
    """List what matches, in the same way."""
    rows = run.tallies.rows
    wanted = (rows.status == MATCH) & _with_both_sides(run)[rows.record]
    if chosen is not None:
        wanted &= chosen
    return _pairs(run, variant, np.flatnonzero(wanted))


def of_runs(runs: Mapping[str, RunResult], chosen: Mapping[str, Bools] | None = None) -> list[PlacedPair]:
    """List the differences of several runs over one gold, by the names or ids of their variants."""
    return [
        pair
        for variant, run in runs.items()
        for pair in differences(run, variant, None if chosen is None else chosen[variant])
    ]


def _with_both_sides(run: RunResult) -> Bools:
    """Mark the records that gold and the extraction have."""
    alone = {*run.missing, *run.invented_records}
    positions = run.positions or [(place, place) for place in range(len(run.records))]
    sides = zip(run.records, positions, strict=True)
    both = (record.record_id not in alone and extracted is not None for record, (_, extracted) in sides)
    return np.fromiter(both, np.bool_, len(run.records))


def _pairs(run: RunResult, variant: str, rows: Ints) -> list[PlacedPair]:
    """Build pairs from columns: results as objects would take several times as long."""
    columns = run.tallies.rows
    at, per_weight = _Sides(run), f1_per_weight(run.tallies).tolist()
    taken = (columns.record, columns.field, columns.status, columns.score, columns.weight)
    pairs: list[PlacedPair] = []
    for (path, extracted_path), number, code, status, score, weight in zip(
        run.table.both_paths_at(rows), *(column[rows].tolist() for column in taken), strict=True
    ):
        position, record_id, gold, extracted = at[number]
        gold_path = gold_path_of(path)
        wrong = 1 - score if status == MISMATCH else 1.0 if status == MATCH else 0.5
        lost = weight * wrong * per_weight[number]
        place = CardPlace(position, record_id, variant, path, gold_path, extracted_path, weight, lost)
        pairs.append(
            PlacedPair(
                columns.fields[code],
                ABSENT if gold_path is None else value_at(gold, gold_path),
                ABSENT if extracted_path is None else value_at(extracted, extracted_path),
                NAMES[status],
                place,
            )
        )
    return pairs


class _Sides(dict[int, tuple[int, RecordId, Any, Any]]):
    """By the number of a record in a run: its position in gold, its id, and both sides of it."""

    def __init__(self, run: RunResult) -> None:
        self._run = run

    def __missing__(self, number: int) -> tuple[int, RecordId, Any, Any]:
        run, record = self._run, self._run.records[number]
        position = run.positions[number][0] if run.positions else number
        identity = position if record.record_id is None else record.record_id
        self[number] = found = (position, identity, record.gold, record.extracted)
        return found
