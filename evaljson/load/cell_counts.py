"""Counts what became of the cells of a table that was read as the other side has its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.paths import child, elements
from evaljson.load.formats.column_names import Step, steps_of
from evaljson.load.loaded_records import Record


@dataclass(frozen=True, slots=True)
class CellCounts:
    """Cells of one table."""

    empty: int = 0
    """Cells without any text."""
    nulls: int = 0
    """Those of them that are null, or in an object that is."""
    texts: int = 0
    """Cells that stay text in columns of arrays or objects."""


def count_cells(
    texts: Sequence[Record | None], read: Sequence[Record | None], columns: Sequence[str], nulls: frozenset[str],
    of_json: frozenset[str],
) -> CellCounts:  # fmt: skip
    """Compare rows as texts with the same rows as they were read.

    `nulls` are the schema paths where an empty cell is null, `of_json` those that are read as arrays or objects.
    """
    empty = null = kept = 0
    places = [(steps_of(name), _path(steps_of(name))) for name in columns]
    for before, after in zip(texts, read, strict=True):
        if before is None or after is None:
            continue
        for steps, path in places:
            if not isinstance(_last(before, steps), str):
                empty += 1
                null += any(value is None and at in nulls for at, value in _along(after, steps))
            elif path in of_json:
                kept += isinstance(_last(after, steps), str)
    return CellCounts(empty, null, kept)


def _path(steps: Sequence[Step]) -> str:
    path = ""
    for step in steps:
        path = elements(path) if isinstance(step, int) else child(path, step)
    return path


def _last(holder: Any, steps: Sequence[Step]) -> Any:
    """Return what is at a place; None where nothing is."""
    values = [value for _, value in _along(holder, steps)]
    return values[-1] if len(values) == len(steps) else None


def _along(holder: Any, steps: Sequence[Step]) -> Iterator[tuple[str, Any]]:
    """Yield each value on the way to a place, as far as it goes, with its schema path."""
    path = ""
    for step in steps:
        if isinstance(step, int):
            if not isinstance(holder, list) or step >= len(holder):
                return
            path = elements(path)
        elif isinstance(holder, dict) and step in holder:
            path = child(path, step)
        else:
            return
        holder = holder[step]
        yield path, holder
