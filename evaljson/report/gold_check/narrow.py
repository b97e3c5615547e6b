"""What is not listed: where variants contradict gold again and again, that is no slip of whoever labelled it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.report.gold_check.model import Why
from evaljson.report.gold_check.places import OF_NOTHING
from evaljson.report.patterns.kinds import CODE

_MANY_IN_RECORD: Final = 10
_SOME_IN_RECORD: Final = (3, 0.25)
"""Contradicted values of one record from which on variants read something else than whoever labelled it: so many, or
some of them if they are this share of all its values."""
_OFTEN: Final = (2, 0.01)
"""Records up to which the same thing may differ alike: at least, and as a share of those that have the field."""
_MANY_IN_FIELD: Final = (3, 0.03)
"""The same for all contradicted records of a field."""
_SAY_NOTHING: Final = tuple(CODE[name] for name in (*OF_NOTHING, "different", "repeated", "typing"))
"""Patterns that do not say how one value comes of the other: having one in common is no convention."""


@dataclass(frozen=True, slots=True, eq=False)
class Contradicted:
    """Contradicted values, as parallel arrays."""

    position: Ints
    field: Ints
    pattern: Ints
    gold: Ints
    extracted: Ints
    """That of the first variant: codes of values."""


def why_not(found: Contradicted, among: Ints, results: Ints) -> Sequence[Why | None]:
    """Return of each why it is not listed, None for those that are.

    `among`: by field, the records that have it. `results`: by position in gold, the values of a record.
    """
    why: list[Why | None] = [None] * len(found.position)
    if not why:
        return why
    left = np.ones(len(why), np.bool_)
    often, in_field = _limit(among, _OFTEN), _limit(among, _MANY_IN_FIELD)
    _mark(why, left, "record", _of_records(found, results))
    same = np.stack([found.field, found.gold, found.extracted])
    _mark(why, left, "same values", _in_more(same, found, left, often))
    alike, telling = np.stack([found.field, found.pattern]), ~np.isin(found.pattern, _SAY_NOTHING)
    _mark(why, left, "same difference", _in_more(alike, found, left, often) & telling)
    _mark(why, left, "field", _in_more(found.field[None, :], found, left, in_field))
    return why


def _of_records(found: Contradicted, results: Ints) -> Bools:
    here = np.bincount(found.position)[found.position]
    least, share = _SOME_IN_RECORD
    many: Bools = (here >= _MANY_IN_RECORD) | ((here >= least) & (here >= share * results[found.position]))
    return many


def _limit(among: Ints, of: tuple[int, float]) -> Ints:
    limit: Ints = np.maximum(of[0], np.floor(of[1] * among)).astype(np.intp)
    return limit


def _mark(why: list[Why | None], left: Bools, name: Why, chosen: Bools) -> None:
    """Give the reason to those that are left and chosen."""
    for at in np.flatnonzero(left & chosen).tolist():
        why[at] = name
    left &= ~chosen


def _in_more(key: Ints, found: Contradicted, left: Bools, limit: Ints) -> Bools:
    """Mark those whose key is in more records, of those left, than their field's limit. `key`: parts x values."""
    _, group = np.unique(key, axis=1, return_inverse=True)
    group = group.reshape(-1)
    both = np.unique(np.stack([group[left], found.position[left]]), axis=1)
    records = np.bincount(both[0], minlength=int(group.max(initial=-1)) + 1)
    more: Bools = records[group] > limit[found.field]
    return more
