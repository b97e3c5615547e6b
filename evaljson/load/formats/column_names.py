"""Turn column names into places in a record: `vendor.name`, `items[0].sku`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.errors import LoadError
from evaljson.base.jsontypes import ABSENT
from evaljson.base.limits import DEFAULTS, LimitValues
from evaljson.base.paths import split
from evaljson.load.json.exact import MAX_DEPTH
from evaljson.load.loaded_records import Record

Step = str | int


class ColumnNames:
    """Builds records from the cells of a table. An unnamed column has no place, and is not read."""

    def __init__(self, names: Sequence[str], source: str, limits: LimitValues = DEFAULTS) -> None:
        """Find the place of each name.

        Raises LoadError for too many names, and for names that appear twice or contradict each other.
        """
        if len(names) > limits.columns:
            raise LoadError(f"{source}: {limits.says('columns', seen=len(names))}")
        self.names = names
        self._source = source
        self._places = [steps_of(name) for name in names]
        self._check()
        self.cells_of_a_row = len(names) + self._elements()
        """Cells of a row, and the elements of its arrays, also those that no column fills."""

    @property
    def nested(self) -> list[bool]:
        """Which columns are inside an object or array."""
        return [len(place) > 1 for place in self._places]

    def _check(self) -> None:
        seen: dict[tuple[Step, ...], str] = {}
        kinds: dict[tuple[Step, ...], tuple[type, str]] = {}
        for name, place in zip(self.names, self._places, strict=True):
            if not place:
                continue
            if place in seen:
                raise LoadError(f"{self._source}: two columns are named {name!r}; rename one.")
            seen[place] = name
            for depth, step in enumerate(place):
                if isinstance(step, int) and step >= len(self.names):
                    raise LoadError(f"{self._source}: the index in column {name!r} is larger than the table; renumber.")
                kind, other = kinds.setdefault(place[:depth], (type(step), name))
                if kind is not type(step):
                    raise LoadError(f"{self._source}: columns {other!r} and {name!r} disagree on what holds them.")
        for place, name in seen.items():
            if place in kinds:
                other = kinds[place][1]
                what = f"column {name!r} is a value, and {other!r} is inside it; remove one of the columns."
                raise LoadError(f"{self._source}: {what}")

    def _elements(self) -> int:
        lengths: dict[tuple[Step, ...], int] = {}
        for place in self._places:
            for depth, step in enumerate(place):
                if isinstance(step, int):
                    lengths[place[:depth]] = max(lengths.get(place[:depth], 0), step + 1)
        return sum(lengths.values())

    def record(self, cells: Sequence[Any]) -> Record:
        """Build the record of a row; an ABSENT cell makes no key.

        An array ends with its last element that has a cell; an element before it without any is null.
        """
        built: Record = {}
        for place, cell in zip(self._places, cells, strict=True):
            if place and cell is not ABSENT:
                _put(built, place, cell)
        return built


def steps_of(name: str) -> tuple[Step, ...]:
    """Split a name as a path; a name that is not a path is one key."""
    if not name:
        return ()
    try:
        steps = split(name)
    except ValueError:
        return (name,)
    plain = tuple(step for step in steps if isinstance(step, str) or (isinstance(step, int) and step >= 0))
    return plain if len(plain) == len(steps) <= MAX_DEPTH and isinstance(plain[0], str) else (name,)


def _put(built: Any, place: tuple[Step, ...], cell: Any) -> None:
    holder: Any = built
    for step, after in zip(place, (*place[1:], None), strict=True):
        inner = cell if after is None else [] if isinstance(after, int) else {}
        if isinstance(step, int):
            holder.extend([None] * (step + 1 - len(holder)))
            if after is None or holder[step] is None:
                holder[step] = inner
            holder = holder[step]
        elif after is None:
            holder[step] = cell
        else:
            holder = holder.setdefault(step, inner)
