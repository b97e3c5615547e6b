"""Undo and redo over versions that are only ever appended: both put an earlier content in force as a new version.

A version with the content of an earlier one stands where that one stood. So undo and redo need no memory of their own:
they are the same after a refresh, and for everyone who works on the evaluation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evaljson.store import SchemaVersion

READ_OFF_GOLD: Final = "read off gold"
"""What a version of the schema is called in which nobody has chosen a setting."""


def undo_of(versions: Sequence[SchemaVersion], number: int) -> SchemaVersion | None:
    """The version to go back to from the one in force; None at the first."""
    known = {version.number: version for version in versions}
    first = _first(versions)
    parent = known[first[number]].parent if number in first else None
    return None if parent is None else known.get(first.get(parent, parent))


def redo_of(versions: Sequence[SchemaVersion], number: int) -> SchemaVersion | None:
    """The newest version that was made out of the one in force, if that was come back to; None where there is none."""
    first = _first(versions)
    here = first.get(number)
    made = [
        version
        for version in versions
        if first[version.number] == version.number and version.parent is not None and first.get(version.parent) == here
    ]
    return made[-1] if made else None


def _first(versions: Sequence[SchemaVersion]) -> dict[int, int]:
    """For each version, the first one of the same content."""
    seen: dict[str, int] = {}
    return {version.number: seen.setdefault(version.content, version.number) for version in versions}
