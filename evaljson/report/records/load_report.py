"""What became of each record of a file while it was read: repaired, not read, and what was kept beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.load import LoadedRecords
from evaljson.load.file_places import FilePlace, FilePlaces, known_id
from evaljson.load.loaded_records import LoadProblem
from evaljson.load.repaired_value import RepairedValue
from evaljson.results.aggregate import record_ids
from evaljson.results.model import RunResult
from evaljson.wording.values import as_text
from evaljson.wording.words import counted

MOST_NAMED = 50
"""Values that are named in a sentence."""
_MOST_SAID = 10
"""Problems of a file that are said in sentences."""
_EXAMPLE = 80
"""Characters of an example."""


@dataclass(frozen=True, slots=True)
class Fate:
    """A record that was repaired, could not be read, or is null."""

    position: int
    """Its index in `records`."""
    place: FilePlace
    id: str
    """Empty where it is not known."""
    was_read: bool
    told: str
    """What was repaired, or why there is no record."""
    values: tuple[RepairedValue, ...] = ()
    """The values that are not, character by character, what the text has."""

    is_null: bool = False
    """Whether null stands in its place: it was not produced."""

    @property
    def name(self) -> str:
        """Its id, or else its place in the file."""
        return self.id or str(self.place)

    @property
    def lossy(self) -> bool:
        """Whether a value lacks characters of the text."""
        return any(value.lossy for value in self.values)


@dataclass(frozen=True, slots=True)
class KeptBeside:
    """A metadata column: kept, and not scored."""

    name: str
    example: str
    """Its first value that is not null."""
    records: int
    """How many records have it."""


def fates(loaded: LoadedRecords, id_key: str | None) -> list[Fate]:
    """List records that were repaired, unread or null, in file order; the ids are those under `id_key`."""
    places = FilePlaces(loaded)
    listed = [
        Fate(
            at, places.of(at), _shown_id(loaded, at, id_key), True, "; ".join(steps), loaded.repaired_values.get(at, ())
        )
        for at, steps in loaded.repaired.items()
    ]
    broken = loaded.parse_errors
    listed += [
        Fate(at, places.of(at), _shown_id(loaded, at, id_key), False, why, is_null=at not in broken)
        for at, why in loaded.unread.items()
    ]
    return sorted(listed, key=lambda fate: fate.position)


def notes_once(problems: Sequence[LoadProblem]) -> list[tuple[LoadProblem, int]]:
    """List the problems, and each with 1; of warnings in the same words, only the first with how many there are."""
    said = dict[object, tuple[LoadProblem, int]]()
    for at, problem in enumerate(problems):
        key = problem.message if problem.severity == "warning" else at
        first, often = said.get(key, (problem, 0))
        said[key] = (first, often + 1)
    return list(said.values())


def problems_in_words(loaded: LoadedRecords) -> list[str]:
    """List what is wrong or remarkable in a file, most frequent first, with how often it is so, and where first."""
    counts = Counter(problem.message for problem in loaded.problems).most_common()
    first = {problem.message: problem for problem in reversed(loaded.problems)}
    said = [_problem_in_words(first[message], count) for message, count in counts[:_MOST_SAID]]
    return [*said, f"and {len(counts) - _MOST_SAID:,} more"] if len(counts) > _MOST_SAID else said


def _problem_in_words(first: LoadProblem, count: int) -> str:
    if count == 1:
        return str(first)
    return f"{first.message} ({count:,} times{f', first in {first.place}' if first.place else ''})"


def repairs_in_words(loaded: LoadedRecords, id_key: str | None) -> str:
    """Say in a sentence how many records were repaired, and name the first values that changed; empty without any."""
    repaired = [fate for fate in fates(loaded, id_key) if fate.was_read]
    if not repaired:
        return ""
    n_lossy = sum(fate.lossy for fate in repaired)
    lossy = f", with characters lost in {counted(n_lossy, 'record')}" if n_lossy else ""
    changed = [f"{fate.name}, {value}" for fate in repaired for value in fate.values]
    more = f"; and {len(changed) - MOST_NAMED:,} more" if len(changed) > MOST_NAMED else ""
    values = f": {'; '.join(changed[:MOST_NAMED])}{more}" if changed else ""
    return f"{counted(len(repaired), 'record')}{lossy}{values}"


def _shown_id(loaded: LoadedRecords, at: int, id_key: str | None) -> str:
    record_id = known_id(loaded, at, id_key)
    return "" if record_id is None else as_text(record_id)


def kept_beside(loaded: LoadedRecords) -> list[KeptBeside]:
    """Return the metadata columns, in the order in which they appear."""
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
    """Return the fates of a file by the position, in the run, of the record that they became."""
    by_position = {fate.position: fate for fate in fates(loaded, id_key)}
    if not by_position:
        return {}
    positions = positions_by_place(run, loaded, id_key)
    by_place = {place: by_position[position] for place, position in positions.items() if position in by_position}
    return {place: fate for place, fate in by_place.items() if (run.records[place].extracted is None) != fate.was_read}


def positions_by_place(run: RunResult, loaded: LoadedRecords, id_key: str | None) -> dict[int, int]:
    """Return the position in the file of each record of a run, by its position in the run, if it has one.

    A record that could not be read is found by its position or its id, if that is known.
    """
    by_place = {place: at for place, (_, at) in enumerate(run.positions) if at is not None}
    if run.paired_by == "position":
        missing = {place: at for place, (at, extracted_at) in enumerate(run.positions) if extracted_at is None}
        return by_place | {place: at for place, at in missing.items() if at in loaded.unread}
    if loaded.unread:
        places = {_key(record_id): place for place, record_id in enumerate(record_ids(run.records))}
        for position in loaded.unread:
            key = _key(known_id(loaded, position, id_key))
            if key is not None and key in places:
                by_place.setdefault(places[key], position)
    return by_place


def _key(record_id: Any) -> tuple[type, Any] | None:
    """Return an id with its type: 1 and "1" are two."""
    return (type(record_id), record_id) if type(record_id) in (str, int) else None
