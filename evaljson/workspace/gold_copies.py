"""Which records of a large gold repeat another one, worked out by the job that scores, and kept: pages only read it.

Kept in the settings of the workspace under a scope of the evaluation, by gold and the key of ids. Where it is not kept,
pages work it out themselves.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from evaljson._version import __version__
from evaljson.leaks.copies import copies_in
from evaljson.load import LoadedRecords
from evaljson.store import Dataset, Store

MANY: Final = 5_000
"""Gold records from which on it is kept."""
_SCOPE: Final = "copies"


def keep_copies(
    store: Store, evaluation: str, gold: Dataset, loaded: LoadedRecords, id_field: str | None, *, by: str
) -> None:
    """Look for them in a large gold, unless they are kept. `loaded` is that gold."""
    scope, key = _scope(evaluation), _key(gold.id, id_field)
    if gold.count < MANY or store.settings.get(scope, key) is not None:
        return
    store.settings.set(scope, key, list(copies_in(loaded.records, id_field).items()), by=by)


def kept_copies(store: Store, evaluation: str, gold: str, id_field: str | None) -> dict[int, int] | None:
    """Return by place of each copy the place of the first record; None where no job has looked. `gold` is its id."""
    kept: list[Any] | None = store.settings.get(_scope(evaluation), _key(gold, id_field))
    return None if kept is None else dict(kept)


def _key(gold: str, id_field: str | None) -> str:
    text = json.dumps([__version__, gold, id_field])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _scope(evaluation: str) -> str:
    return f"{_SCOPE}:{evaluation}"
