"""What became of each record of a file while it was read: mended, not read, and what was kept beside it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.report.values import as_text
from evaljson.results.model import RunResult

_EXAMPLE = 80
"""Characters of an example."""


@dataclass(frozen=True, slots=True)
class Fate:
    """A record that was mended or could not be read."""

    position: int
    """Its index in the file."""
    id: str
    """Empty where it is not known."""
    was_read: bool
    told: str
    """What was mended, or why it could not be read."""


@dataclass(frozen=True, slots=True)
class KeptBeside:
    """A metadata column: kept, and not scored."""

    name: str
    example: str
    """Its first value that is not null."""
    records: int
    """How many records have it."""


def fates(loaded: LoadedRecords, id_key: str | None) -> list[Fate]:
    """Records that were mended or could not be read, in the order of the file; the ids are those under `id_key`."""
    found = [Fate(at, _id_at(loaded, at, id_key), True, "; ".join(steps)) for at, steps in loaded.repaired.items()]
    found += [Fate(at, _id_at(loaded, at, id_key), False, why) for at, why in loaded.unread.items()]
    return sorted(found, key=lambda fate: fate.position)


def _id_at(loaded: LoadedRecords, at: int, id_key: str | None) -> str:
    record = loaded.records[at]
    if record is not None and id_key in record:
        return as_text(record[id_key])
    return loaded.ids[at] if loaded.ids else ""


def kept_beside(loaded: LoadedRecords) -> list[KeptBeside]:
    """The metadata columns, in the order in which they appear."""
    counts, examples = Counter[str](), dict[str, Any]()
    for beside in loaded.metadata or ():
        counts.update(beside.keys())
        for name, value in beside.items():
            if examples.get(name) is None:
                examples[name] = value
    return [KeptBeside(name, _short(as_text(examples[name])), count) for name, count in counts.items()]


def _short(text: str) -> str:
    return text if len(text) <= _EXAMPLE else f"{text[: _EXAMPLE - 1]}…"


def fates_by_place(run: RunResult, loaded: LoadedRecords, id_key: str | None) -> dict[int, Fate]:
    """The fates of a file by the position, in the run, of the record that they became.

    Of a repeated id the first record counts, as in the run; a record that could not be read is found by the id that
    stood beside it, where there was one.
    """
    found = fates(loaded, id_key)
    if run.paired_by == "position":
        return {fate.position: fate for fate in found}
    places = {record.record_id: place for place, record in enumerate(run.records)}
    by_text = {str(own): place for own, place in places.items()}
    first = _first_positions(loaded, id_key)
    by_place = dict[int, Fate]()
    for fate in found:
        record = loaded.records[fate.position]
        own = None if record is None else _key(record.get(id_key or ""))
        if own is None and not fate.was_read and fate.id in by_text:
            by_place.setdefault(by_text[fate.id], fate)
        elif own is not None and first.get(own) == fate.position and own[1] in places:
            by_place[places[own[1]]] = fate
    return {place: fate for place, fate in by_place.items() if (run.records[place].extracted is None) != fate.was_read}


def _first_positions(loaded: LoadedRecords, id_key: str | None) -> dict[tuple[type, Any], int]:
    found = dict[tuple[type, Any], int]()
    for position, record in enumerate(loaded.records):
        own = None if record is None else _key(record.get(id_key or ""))
        if own is not None:
            found.setdefault(own, position)
    return found


def _key(own: Any) -> tuple[type, Any] | None:
    """An id with its type: 1 and "1" are two."""
    return (type(own), own) if type(own) in (str, int) else None
