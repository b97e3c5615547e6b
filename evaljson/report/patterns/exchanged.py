"""Two objects of a record that an extraction exchanges: each holds what gold has in the other one.

A value that was misread as well does not hide the exchange: most of the values that could cross are enough, as long as
each object has one that says something. What did not cross keeps its own pattern.
Only objects beside each other and outside arrays are looked at: which elements belong together is another question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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
_ABSENT: Final = object()
"""In the place of a value that is not there."""


@dataclass(frozen=True, slots=True, order=True)
class Exchange:
    """Two objects beside each other, by their paths in the record."""

    one: str
    other: str
    misread: frozenset[str] = field(default=frozenset(), compare=False)
    """Paths in the record of wrong values that gold has not in the other object either."""

    def has(self, path: str) -> bool:
        """Check whether a path in the record is in either of them, and nothing of its value misread as well."""
        inside = paths.is_below(path, self.one) or paths.is_below(path, self.other)
        return inside and not any(paths.is_below(misread, path) for misread in self.misread)


@dataclass(frozen=True, slots=True)
class _ObjectSides:
    """The values of an object by their paths in it, by their strict keys."""

    gold: dict[str, Any]
    wrong: dict[str, Any]
    """What was extracted where that differs from gold; _ABSENT where nothing was."""
    telling: frozenset[str]
    """Paths of extracted values that are rarely the same by chance."""


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
    wrong = sorted(key for key in objects if gold[key] != extracted[key])
    large = [key for key in wrong if len(gold[key]) >= _LEAST_KEYS] if len(wrong) > 1 else []
    sides = {key: _sides(gold[key], extracted[key]) for key in large}
    done: set[str] = set()
    for one, other in combinations(large, 2):
        if done.isdisjoint((one, other)) and _are_exchanged(sides[one], sides[other]):
            done |= {one, other}
            misread = frozenset(
                paths.inside(paths.child(path, at), leaf)
                for at, beside in ((one, other), (other, one))
                for leaf in sides[at].wrong.keys() - _crossed(sides[at], sides[beside])
            )
            yield Exchange(paths.child(path, one), paths.child(path, other), misread)
    for key in wrong:
        if key not in done:
            yield from _exchanged(gold[key], extracted[key], paths.child(path, key))


def _sides(gold: dict[str, Any], extracted: dict[str, Any]) -> _ObjectSides:
    of_gold, found = dict(_leaves(gold, "")), dict(_leaves(extracted, ""))
    keys, read = ({at: strict_key(value) for at, value in side.items()} for side in (of_gold, found))
    wrong = {at: read.get(at, _ABSENT) for at in keys | read if read.get(at, _ABSENT) != keys.get(at, _ABSENT)}
    return _ObjectSides(keys, wrong, frozenset(at for at in wrong if at in found and says_something(found[at])))


def _are_exchanged(one: _ObjectSides, other: _ObjectSides) -> bool:
    """Check whether most values that could cross did, and what crossed says enough."""
    crossed = [_crossed(one, other), _crossed(other, one)]
    tell = [bool(paths & side.telling) for paths, side in zip(crossed, (one, other), strict=True)]
    if not any(tell):
        return False
    differ = {at for at in one.gold | other.gold if one.gold.get(at, _ABSENT) != other.gold.get(at, _ABSENT)}
    could = len(differ | one.wrong.keys()) + len(differ | other.wrong.keys())
    number = sum(map(len, crossed))
    # Nothing else is wrong where all have crossed: one value that says something is then enough.
    return number == could or (all(tell) and 2 * number > could)


def _crossed(one: _ObjectSides, other: _ObjectSides) -> set[str]:
    """Return the paths of wrong values that are what gold has in the other object."""
    return {at for at, value in one.wrong.items() if value == other.gold.get(at, _ABSENT)}


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the values with their paths; an empty object or list is a value."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, paths.child(path, key))
    elif isinstance(value, list) and value:
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
