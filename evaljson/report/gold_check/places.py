"""Places of gold at which every variant has an error, and those of a kind that gold may have caused: as columns."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.report.patterns.find import ErrorPatterns
from evaljson.report.patterns.kinds import CODE
from evaljson.results.compared_values import NONE
from evaljson.results.losses import NOTHING as NO_ERROR
from evaljson.results.model import RunResult
from evaljson.review.places import gold_path_of

OF_VALUES: Final = (
    "other_record", "different", "repeated", "typing", "power_of_ten", "same_factor", "sign", "sibling", "date_order",
)  # fmt: skip
"""Patterns in which one of two values is wrong: no rule settles them, and nothing is only written another way."""
OF_NOTHING: Final = (
    "value_for_null", "zero_for_null", "false_for_null", "invented", "copy_in_list", "invented_in_list",
    "key_invented_in_list",
)  # fmt: skip
"""Patterns in which gold has null, or no such key."""
_OF_NO_VALUE: Final = ("record_missing", "record_invented", "unknown_key", "empty_invented", "list_invented")
"""Patterns in which gold has no value that could be wrong, or the variant no record."""
_LEAST_VOICES: Final = 2
NOT_HERE: Final = -1
"""In place of the row of a run that lacks the record."""


@dataclass(frozen=True, slots=True, eq=False)
class GoldPlaces:
    """GoldPlaces of gold, as parallel arrays; `rows` is runs x places."""

    position: Ints
    """Of the record in gold."""
    field: Ints
    """Index into `fields`."""
    path: Sequence[str]
    rows: Ints
    """Row of the tallies of each run; NOT_HERE where it lacks the record."""
    fields: Sequence[str]

    def where(self, mask: Bools) -> GoldPlaces:
        """Return those where `mask` is true."""
        path = [self.path[at] for at in np.flatnonzero(mask).tolist()]
        return GoldPlaces(self.position[mask], self.field[mask], path, self.rows[:, mask], self.fields)

    def __len__(self) -> int:
        return len(self.path)


def shared_places(runs: Sequence[RunResult], patterns: Sequence[ErrorPatterns]) -> GoldPlaces:
    """Return the places at which every run that has the record has an error, and two runs at least.

    Of what kind it is does not matter: see `may_be_wrong`.
    """
    fields = list(dict.fromkeys(field for run in runs for field in run.tallies.rows.fields))
    width = max(len(fields), 1)
    positions = [gold_positions(run) for run in runs]
    voices = _has_record(runs, positions).sum(axis=0)
    candidates = [_candidates(*one, fields) for one in zip(runs, patterns, positions, strict=True)]
    # Paths are texts: only those of fields of records in which all runs have an error are looked up.
    met, times = np.unique(np.concatenate([np.unique(cell) for _, cell in candidates]), return_counts=True)
    needed = voices[met // width]
    common = met[(times == needed) & (needed >= _LEAST_VOICES)]
    by_place: dict[tuple[int, str], dict[int, int]] = {}
    for at, (run, (row, cell)) in enumerate(zip(runs, candidates, strict=True)):
        kept = np.isin(cell, common)
        paths = run.table.paths_at(row[kept])
        for one, path, of_run in zip(cell[kept].tolist(), paths, row[kept].tolist(), strict=True):
            if gold_path_of(path) is not None:
                by_place.setdefault((one, path), {})[at] = of_run
    shared = sorted((key, of) for key, of in by_place.items() if len(of) == voices[key[0] // width])
    rows = np.full((len(runs), len(shared)), NOT_HERE, np.intp)
    for place, (_, of) in enumerate(shared):
        rows[list(of), place] = list(of.values())
    cells = np.array([cell for (cell, _), _ in shared], np.intp)
    return GoldPlaces(cells // width, cells % width, [path for (_, path), _ in shared], rows, fields)


def _candidates(run: RunResult, patterns: ErrorPatterns, position: Ints, fields: Sequence[str]) -> tuple[Ints, Ints]:
    """Return the rows of a run that have an error, and of each the number of its record and field together."""
    of_run, number = run.tallies.rows, {field: at for at, field in enumerate(fields)}
    wanted = (patterns.codes != NO_ERROR) & ~np.isin(patterns.codes, [CODE[name] for name in _OF_NO_VALUE])
    rows = np.flatnonzero(wanted & (position[of_run.record] >= 0))
    to_all = np.array([number[field] for field in of_run.fields], np.intp)
    return rows, position[of_run.record[rows]] * len(fields) + to_all[of_run.field[rows]]


def may_be_wrong(patterns: Sequence[ErrorPatterns], places: GoldPlaces) -> Bools:
    """Mark the places at which every run has an error of a kind that gold may have caused."""
    causes = [CODE[name] for name in (*OF_VALUES, *OF_NOTHING)]
    marked = np.ones(len(places), np.bool_)
    for at, of_run in enumerate(patterns):
        here = np.flatnonzero(places.rows[at] != NOT_HERE)
        marked[here] &= np.isin(of_run.codes[places.rows[at, here]], causes)
    return marked


def gold_positions(run: RunResult) -> Ints:
    """Return the position in gold of each record of a run; -1 for records that gold lacks."""
    if not run.positions:
        return np.arange(len(run.records))
    return np.array([key if isinstance(key, int) else -1 for key in run.record_keys], np.intp)


def _has_record(runs: Sequence[RunResult], positions: Sequence[Ints]) -> Bools:
    """Mark which run has an extracted record at which position in gold: runs x positions."""
    has = np.zeros((len(runs), max((int(one.max(initial=-1)) for one in positions), default=-1) + 1), np.bool_)
    for at, (run, position) in enumerate(zip(runs, positions, strict=True)):
        if run.positions:
            there = np.array([extracted is not None for _, extracted in run.positions], np.bool_)
        else:
            there = np.array([record.extracted is not None for record in run.records], np.bool_)
        has[at, position[there & (position >= 0)]] = True
    return has


@dataclass(frozen=True, slots=True, eq=False)
class GoldPlaceValues:
    """The values at places, as compared: codes into `values`, equal for strictly equal values."""

    gold: Ints
    """NONE where gold has no such key."""
    extracted: Ints
    """Runs x places; NONE where the run lacks the record."""
    values: Sequence[Any]

    def say_nothing(self, places: GoldPlaces) -> Bools:
        """Mark the places at which every run that has the record has no key, null or an empty text."""
        empty = [code for code, value in enumerate(self.values) if value is None or strict_equal(value, "")]
        marked: Bools = (np.isin(self.extracted, [NONE, *empty]) | (places.rows == NOT_HERE)).all(axis=0)
        return marked

    def all_have_a_key(self, places: GoldPlaces) -> Bools:
        """Mark the places at which every run that has the record has a value, which may be null."""
        marked: Bools = ((self.extracted != NONE) | (places.rows == NOT_HERE)).all(axis=0)
        return marked


def values_at(runs: Sequence[RunResult], places: GoldPlaces) -> GoldPlaceValues:
    """Return the values at places; each distinct one of a run is looked at once."""
    known: dict[Hashable, int] = {}
    values: list[Any] = []
    gold = np.full(len(places), NONE, np.intp)
    extracted = np.full(places.rows.shape, NONE, np.intp)
    for at, run in enumerate(runs):
        place_of = np.full(len(run.tallies.rows.record), NONE, np.intp)
        here = np.flatnonzero(places.rows[at] != NOT_HERE)
        place_of[places.rows[at, here]] = here
        for part in run.table.compared_values():
            place = place_of[part.rows]
            wanted = place != NONE
            if wanted.any():
                place = place[wanted]
                gold[place] = _numbered(part.gold[wanted], part.values, known, values)
                extracted[at, place] = _numbered(part.extracted[wanted], part.values, known, values)
    return GoldPlaceValues(gold, extracted, values)


def _numbered(codes: Ints, distinct: Sequence[Any], known: dict[Hashable, int], values: list[Any]) -> Ints:
    used, inverse = np.unique(codes, return_inverse=True)
    numbers = np.full(len(used), NONE, np.intp)
    for at, code in enumerate(used.tolist()):
        if code == NONE:
            continue
        key = strict_key(distinct[code])
        if key not in known:
            known[key] = len(values)
            values.append(distinct[code])
        numbers[at] = known[key]
    return numbers[inverse]


def codes_in(patterns: Sequence[ErrorPatterns], places: GoldPlaces) -> Ints:
    """Return the pattern of each place in the first run that has it."""
    first = (places.rows != NOT_HERE).argmax(axis=0)
    codes = np.zeros(len(places), np.intp)
    for at in np.unique(first).tolist():
        here = first == at
        codes[here] = patterns[at].codes[places.rows[at, here]]
    return codes
