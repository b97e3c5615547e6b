"""Two objects of a record that an extraction exchanges as a whole: each holds all that gold has in the other one.

Only objects beside each other and outside arrays are looked at: which elements belong together is another question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Final

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.report.patterns.says_something import says_something
from evaljson.results.model import RunResult

_LEAST_KEYS: Final = 2
"""Values of an object that are enough to be called a whole one: a single value may be there by chance."""


@dataclass(frozen=True, slots=True, order=True)
class Exchange:
    """Two objects beside each other, by their paths in the record."""

    one: str
    other: str

    def has(self, path: str) -> bool:
        """Check whether a path in the record is in either of them."""
        return paths.is_below(path, self.one) or paths.is_below(path, self.other)


def of_exchanged(run: RunResult, rows: Ints) -> Ints:
    """Return those of the rows of errors that lie in objects which their record has exchanged."""
    rows = rows[_beside_another(run)[run.tallies.rows.field[rows]]] if len(rows) else rows
    records = run.tallies.rows.record[rows]
    by_record = {record: list(exchanges_in(run, record)) for record in np.unique(records).tolist()}
    rows = rows[np.isin(records, [record for record, found in by_record.items() if found])]
    inside = [
        any(one.has(result.path) for one in by_record[record])
        for record, result in zip(run.tallies.rows.record[rows].tolist(), run.table.some(rows), strict=True)
    ]
    return rows[np.array(inside, np.bool_)]


def exchanges_among(run: RunResult, records: Iterable[int]) -> list[Exchange]:
    """List the objects that some records, by position, exchange: each two once, in the order of their paths."""
    return sorted({one for record in records for one in exchanges_in(run, record)})


def exchanges_in(run: RunResult, record: int) -> Iterator[Exchange]:
    """Yield the objects that one record, by position, has exchanged; each object once, the outermost ones."""
    whole = run.records[record]
    yield from _exchanged(whole.gold, whole.extracted, "")


def _exchanged(gold: Any, extracted: Any, path: str) -> Iterator[Exchange]:
    if not (isinstance(gold, dict) and isinstance(extracted, dict)):
        return
    objects = [key for key, value in gold.items() if isinstance(value, dict) and isinstance(extracted.get(key), dict)]
    wrong = [key for key in objects if gold[key] != extracted[key]]
    done: set[str] = set()
    for one, other in combinations(wrong, 2):
        if done.isdisjoint((one, other)) and _are_exchanged(
            (gold[one], gold[other]), (extracted[one], extracted[other])
        ):
            done |= {one, other}
            yield Exchange(paths.child(path, one), paths.child(path, other))
    for key in wrong:
        if key not in done:
            yield from _exchanged(gold[key], extracted[key], paths.child(path, key))


def _are_exchanged(gold: tuple[Any, Any], extracted: tuple[Any, Any]) -> bool:
    # The plain comparison is the fast one, and lets 1 be true.
    if gold[0] != extracted[1] or gold[1] != extracted[0]:
        return False
    keys = [strict_key(value) for value in (*gold, *reversed(extracted))]
    return keys[:2] == keys[2:] and all(len(value) >= _LEAST_KEYS for value in gold) and _differ(*gold)


def _differ(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Check whether a value that says something is in one object and not in the other one."""
    leaves = [{(path, strict_key(value)) for path, value in _leaves(side, "")} for side in (one, other)]
    return any(
        says_something(value) and (path, strict_key(value)) not in leaves[1 - number]
        for number, side in enumerate((one, other))
        for path, value in _leaves(side, "")
    )


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, paths.child(path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, paths.element(path, index))
    else:
        yield path, value


def _beside_another(run: RunResult) -> Bools:
    """Mark the fields, by number, that lie in an object with another object beside it, outside of arrays."""
    holders: dict[str, set[str]] = {}
    above = [paths.above(field.partition("[]")[0]) for field in run.tallies.rows.fields]
    for chain in above:
        for holder, inner in pairwise(chain):
            holders.setdefault(holder, set()).add(inner)
    return np.array([any(len(holders[holder]) > 1 for holder in chain[:-1]) for chain in above], np.bool_)
