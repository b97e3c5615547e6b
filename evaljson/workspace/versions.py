"""Undo and redo over versions that are only ever appended: both make an earlier content the current version.

A version with the content of an earlier one takes its place in the order. So undo and redo need no memory of their own:
they are the same after a refresh, and for everyone who works on the evaluation. What someone chose from the list of
versions is a step of its own: undo takes that back, and redo brings it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from evaljson.store import SchemaVersion

READ_OFF_GOLD: Final = "read off gold"
"""What a version of the schema is called in which nobody has chosen a setting."""
RESTORED: Final = "restore version "
"""What a version is called that someone chose from the list, before its number."""
UNDONE: Final = "undo: as version "
REDONE: Final = "redo: as version "
"""What versions are called that undo and redo make, before the number of the one whose content they have."""
_SKIP: Final = "x-eval-skip"


def undo_of(versions: Sequence[SchemaVersion], number: int) -> SchemaVersion | None:
    """Return the version to go back to from the current one; None at the first."""
    step = _steps(versions).get(number)
    return None if step is None or step.before is None else step.before.version


def redo_of(versions: Sequence[SchemaVersion], number: int) -> SchemaVersion | None:
    """Return the newest version made from the current one, if it was undone; None where there is none."""
    step = _steps(versions).get(number)
    return None if step is None or not step.after else step.after[-1].version


@dataclass(eq=False)
class _Step:
    """A place in the order of undo and redo."""

    version: SchemaVersion
    """The first with its content."""
    before: _Step | None
    after: list[_Step] = field(default_factory=list)
    """The steps made from it, oldest first."""

    def beside(self, version: SchemaVersion) -> _Step | None:
        """Return the step before or after this one that has the content of a version made from it."""
        back, forth = [self.before] if self.before is not None else [], self.after[::-1]
        near = [*forth, *back] if version.message.startswith(REDONE) else [*back, *forth]
        return next((step for step in near if step.version.content == version.content), None)


def _steps(versions: Sequence[SchemaVersion]) -> dict[int, _Step]:
    """Return the step of each version, by its number."""
    steps, first = dict[int, _Step](), dict[str, _Step]()
    for version in sorted(versions, key=lambda one: one.number):
        before = steps.get(version.parent) if version.parent is not None else None
        step = None
        if not version.message.startswith(RESTORED):
            step = (before and before.beside(version)) or first.get(version.content)
        if step is None:
            step = _Step(version, before)
            if before is not None:
                before.after.append(step)
        steps[version.number] = step
        first.setdefault(version.content, step)
    return steps


def lineage(versions: Sequence[SchemaVersion], number: int) -> list[SchemaVersion]:
    """List what a version was made from, newest first, itself among them: distinct schemas, each where it first came.

    What was undone is not among them: an undo goes back to the place of an earlier version.
    """
    known = {version.number: version for version in versions}
    first: dict[str, int] = {}
    for version in sorted(versions, key=lambda one: one.number):
        first.setdefault(version.meaning, version.number)
    made_from = list[SchemaVersion]()
    at: int | None = number
    while at in known:
        version = known[first[known[at].meaning]]
        made_from.append(version)
        at = version.parent
    return made_from


def is_as_read_off(versions: Sequence[SchemaVersion], number: int) -> bool:
    """Check whether nobody has chosen how a field is compared: since it was read off gold, keys were only skipped."""
    known = {version.number: version for version in versions if version.number <= number}
    read_off = [version for version in known.values() if version.message == READ_OFF_GOLD]
    if number not in known or not read_off:
        return False
    newest = max(read_off, key=lambda version: version.number)
    return _only_skips(newest.schema, known[number].schema)


def _only_skips(before: Any, after: Any) -> bool:
    """Check whether all that a schema has more than an earlier one is x-eval-skip, and properties that have it."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return bool(before == after)
    if not before.keys() <= after.keys() or not all(_only_skips(before[key], after[key]) for key in before):
        return False
    new = {key: after[key] for key in after.keys() - before.keys()}
    return all(key == _SKIP or (key == "properties" and _all_skip(own)) or _skips(own) for key, own in new.items())


def _all_skip(properties: Any) -> bool:
    return isinstance(properties, dict) and all(map(_skips, properties.values()))


def _skips(node: Any) -> bool:
    return isinstance(node, dict) and node.get(_SKIP) is True
