"""Unapplied edits of a schema in the store: a working copy under an id in the address.

They are in the settings under a scope of the evaluation. No figure depends on them, and `gc` deletes copies that were
not changed for 30 days. What is read back is checked like any file: it may come from an imported workspace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from evaljson.base.any_text import dumped
from evaljson.store import Store
from evaljson.store.names import is_id, new_id
from evaljson.store.topics.settings import EDITS

MOST: Final = 4 << 20
"""Characters of one working copy: far more than a schema of a thousand fields and what was tried with it."""
_TEXT, _NUMBER = ("comparator", "parameters", "transforms", "alignment", "nulls"), ("weight", "threshold")


@dataclass(frozen=True, slots=True)
class WorkingCopy:
    """Unapplied edits, and whose they are."""

    number: int | None
    """The version of the schema on which the edits stand."""
    own: str | None = None
    """The text of a schema in the place of that version."""
    broken: str | None = None
    """Text that is no schema yet."""
    cells: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Path -> column -> cell, on top of the schema."""
    tried: Mapping[str, Any] | None = None
    """The suggestions among the edits, as a chain gives itself to the store."""
    message: str = ""
    by: str = ""
    browser: str = ""
    """A mark of the browser in which it was made; empty where it gives none."""
    changed: str = ""
    """When, in ISO 8601."""
    stamp: str = ""
    """Another one with every change, so that of two windows neither overwrites the other's."""

    def says_the_same(self, other: WorkingCopy) -> bool:
        """Check whether the edits are equal, whoever made them and whenever."""
        mine, theirs = (replace(copy, by="", browser="", changed="", stamp="") for copy in (self, other))
        return mine == theirs


def read(store: Store, evaluation: str, identity: str) -> WorkingCopy | None:
    """Read a working copy; None for an unknown or invalid id, or invalid content."""
    return _checked(store.settings.get(_scope(evaluation), identity)) if is_id(identity) else None


def of_browser(store: Store, evaluation: str, browser: str) -> tuple[str, WorkingCopy] | None:
    """Return the working copy that was changed last in this browser, with its id."""
    held = ((identity, _checked(value)) for identity, value in store.settings.all(_scope(evaluation)).items())
    mine = [(identity, copy) for identity, copy in held if copy is not None and browser and copy.browser == browser]
    return max(mine, key=lambda pair: pair[1].changed, default=None)


def write(
    store: Store, evaluation: str, identity: str | None, before: str, edits: WorkingCopy
) -> tuple[str, WorkingCopy] | None:
    """Store edits under this id; under a new one where it is None, or was changed or removed since the stamp `before`.

    Return None where they are too large to store.
    """
    if identity is not None:
        there = read(store, evaluation, identity)
        identity = identity if there is not None and there.stamp == before else None
    copy = replace(edits, changed=datetime.now(UTC).isoformat(timespec="seconds"), stamp=new_id())
    held = {name: value for name, value in asdict(copy).items() if value not in (None, "", {})}
    if len(dumped(held)) > MOST:
        return None
    identity = identity or new_id()
    store.settings.set(_scope(evaluation), identity, held, by=edits.by)
    return identity, copy


def drop(store: Store, evaluation: str, identity: str, stamp: str) -> None:
    """Delete applied or discarded edits, unless they were changed elsewhere since this stamp."""
    there = read(store, evaluation, identity)
    if there is not None and there.stamp == stamp:
        store.settings.delete(_scope(evaluation), identity)


def _scope(evaluation: str) -> str:
    return f"{EDITS}{evaluation}"


def _checked(held: Any) -> WorkingCopy | None:
    if not isinstance(held, dict) or not held.keys() <= {part.name for part in fields(WorkingCopy)}:
        return None
    number, cells, tried = held.get("number"), held.get("cells", {}), held.get("tried")
    texts = (held.get(name, "") for name in ("own", "broken", "message", "by", "browser", "changed", "stamp"))
    is_valid = (
        (number is None or type(number) is int)
        and (tried is None or isinstance(tried, dict))
        and isinstance(cells, dict)
        and all(isinstance(row, dict) and all(map(_fits, row, row.values())) for row in cells.values())
        and all(isinstance(text, str) for text in texts)
        and _is_moment(held.get("changed", ""))
    )
    return WorkingCopy(**{"number": None, **held}) if is_valid else None


def _fits(column: str, cell: Any) -> bool:
    """Check whether a cell of the grid could hold this."""
    if column in _TEXT:
        return cell is None or isinstance(cell, str)
    if column in _NUMBER:
        return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) < 1e300)
    return column == "skip" and (cell is None or isinstance(cell, bool))


def _is_moment(text: str) -> bool:
    try:
        return not text or datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
