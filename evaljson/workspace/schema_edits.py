"""Edits of a schema that somebody has begun and not applied: a working copy under an id that stands in the address.

They lie in the settings under a scope of the evaluation's own. No figure depends on them, and `gc` clears away what
nobody has touched for 30 days. What is read back is checked like any file: it may come from an imported workspace.
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
    """What waits, and whose it is."""

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
        """Whether the edits are the same, whoever made them whenever."""
        own, theirs = (replace(one, by="", browser="", changed="", stamp="") for one in (self, other))
        return own == theirs


def read(store: Store, evaluation: str, identity: str) -> WorkingCopy | None:
    """None for what is not there, is no id, or is no working copy."""
    return _checked(store.settings.get(_scope(evaluation), identity)) if is_id(identity) else None


def of_browser(store: Store, evaluation: str, browser: str) -> tuple[str, WorkingCopy] | None:
    """The one that was changed last in this browser, with its id."""
    held = ((identity, _checked(value)) for identity, value in store.settings.all(_scope(evaluation)).items())
    mine = [(identity, one) for identity, one in held if one is not None and browser and one.browser == browser]
    return max(mine, key=lambda found: found[1].changed, default=None)


def write(
    store: Store, evaluation: str, identity: str | None, before: str, edits: WorkingCopy
) -> tuple[str, WorkingCopy] | None:
    """Keep them under this id, or under a new one: where there is none yet, or where somebody has changed or removed
    what lies there since it had the stamp `before`. None where they are too large to be kept.
    """
    if identity is not None:
        there = read(store, evaluation, identity)
        identity = identity if there is not None and there.stamp == before else None
    kept = replace(edits, changed=datetime.now(UTC).isoformat(timespec="seconds"), stamp=new_id())
    held = {name: value for name, value in asdict(kept).items() if value not in (None, "", {})}
    if len(dumped(held)) > MOST:
        return None
    identity = identity or new_id()
    store.settings.set(_scope(evaluation), identity, held, by=edits.by)
    return identity, kept


def drop(store: Store, evaluation: str, identity: str, stamp: str) -> None:
    """Remove them once they are applied or discarded, unless they were changed elsewhere since they had this stamp."""
    there = read(store, evaluation, identity)
    if there is not None and there.stamp == stamp:
        store.settings.delete(_scope(evaluation), identity)


def _scope(evaluation: str) -> str:
    return f"{EDITS}{evaluation}"


def _checked(held: Any) -> WorkingCopy | None:
    if not isinstance(held, dict) or not held.keys() <= {one.name for one in fields(WorkingCopy)}:
        return None
    number, cells, tried = held.get("number"), held.get("cells", {}), held.get("tried")
    texts = (held.get(name, "") for name in ("own", "broken", "message", "by", "browser", "changed", "stamp"))
    sound = (
        (number is None or type(number) is int)
        and (tried is None or isinstance(tried, dict))
        and isinstance(cells, dict)
        and all(isinstance(row, dict) and all(map(_fits, row, row.values())) for row in cells.values())
        and all(isinstance(text, str) for text in texts)
        and _is_moment(held.get("changed", ""))
    )
    return WorkingCopy(**{"number": None, **held}) if sound else None


def _fits(column: str, cell: Any) -> bool:
    """Whether a cell of the grid could hold it."""
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
