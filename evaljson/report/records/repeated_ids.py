"""Ids that stand several times in gold: which records have them, and which of these someone keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.base.paths import child, element
from evaljson.load import LoadedRecords
from evaljson.load.id_hashes import share_a_hash
from evaljson.load.set_aside import as_read, with_set_aside

_TYPES: Final = {str, int}


@dataclass(frozen=True, slots=True)
class RepeatedId:
    """An id that several gold records have."""

    id: Any
    places: tuple[int, ...]
    """Indices of its records among all that were read, from 0."""
    records: tuple[dict[str, Any], ...]
    left: tuple[int, ...]
    """Those of `places` whose records are not left out."""

    @property
    def is_decided(self) -> bool:
        """Whether at most one of them counts."""
        return len(self.left) <= 1

    @property
    def is_same(self) -> bool:
        """Whether all of them have the same values."""
        return all(strict_equal(self.records[0], other) for other in self.records[1:])

    def differences(self) -> list[tuple[str, list[Any]]]:
        """List the paths at which the records differ, with the value of each record; ABSENT where one has none."""
        leaves = [dict(_leaves(record, "")) for record in self.records]
        paths = dict.fromkeys(path for own in leaves for path in own)
        compared = ((path, [own.get(path, ABSENT) for own in leaves]) for path in paths)
        return [(path, values) for path, values in compared if len(set(map(strict_key, values))) > 1]


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the values that hold no others, empty objects and arrays among them, with their paths."""
    inner: Iterable[tuple[str, Any]] = ()
    if isinstance(value, dict):
        inner = ((child(path, key), item) for key, item in value.items())
    elif isinstance(value, list):
        inner = ((element(path, at), item) for at, item in enumerate(value))
    if not isinstance(value, dict | list) or not value:
        yield path, value
    for place, item in inner:
        yield from _leaves(item, place)


def repeated_ids(gold: LoadedRecords, id_key: str) -> list[RepeatedId]:
    """List the ids that several records have under `id_key`, in the order of the file, decided or not."""
    whole = as_read(gold).records
    held = [
        (place, record)
        for place, record in enumerate(whole)
        if record is not None and type(record.get(id_key)) in _TYPES
    ]
    if share_a_hash(record[id_key] for _, record in held):
        return []
    groups: dict[tuple[type, Any], list[tuple[int, dict[str, Any]]]] = {}
    for place, record in held:
        groups.setdefault((type(record[id_key]), record[id_key]), []).append((place, record))
    out = _out(gold)
    return [
        RepeatedId(
            own_id,
            tuple(place for place, _ in group),
            tuple(record for _, record in group),
            tuple(place for place, _ in group if place not in out),
        )
        for (_, own_id), group in groups.items()
        if len(group) > 1
    ]


def keep_one(gold: LoadedRecords, repeated: RepeatedId, keep: int | None) -> LoadedRecords:
    """Return the gold in which only the record at `keep` has this id; None: no record has it."""
    others = {place for place in repeated.places if place != keep}
    return with_set_aside(gold, (_out(gold) - set(repeated.places)) | others)


def keep_all(gold: LoadedRecords, repeated: RepeatedId) -> LoadedRecords:
    """Return the gold with all records of this id back."""
    return with_set_aside(gold, _out(gold) - set(repeated.places))


def keep_first_of_same(gold: LoadedRecords, id_key: str) -> LoadedRecords:
    """Return the gold with the first record alone of each undecided id whose records have the same values."""
    same = (one for one in repeated_ids(gold, id_key) if one.is_same and not one.is_decided)
    return with_set_aside(gold, _out(gold).union(*(one.places[1:] for one in same)))


def _out(gold: LoadedRecords) -> set[int]:
    return set() if gold.set_aside is None else set(gold.set_aside.rows)
