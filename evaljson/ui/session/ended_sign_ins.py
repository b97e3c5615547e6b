"""The sign-ins that ended by signing out, kept in the store, so that a restart of the server forgets none."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from evaljson.store import Store
from evaljson.store.column_types import now
from evaljson.ui.session.signed_in import LASTS

SCOPE: Final = "signed-out"
"""The scope of the settings in which they are, under their marks."""


def keep_ended(store: Store, mark: str, *, by: str) -> None:
    """Keep that a sign-in ended."""
    store.settings.set(SCOPE, mark, now().isoformat(), by=by)


def ended_before(store: Store) -> set[str]:
    """Return the marks of sign-ins that ended, and forget those whose cookie is no longer valid."""
    kept: Mapping[str, str] = store.settings.all(SCOPE)
    gone = {mark for mark, at in kept.items() if now() - datetime.fromisoformat(at) > timedelta(seconds=LASTS)}
    for mark in gone:
        store.settings.delete(SCOPE, mark)
    return kept.keys() - gone
