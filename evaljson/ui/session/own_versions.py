"""Which versions of the eval schema this session made."""

from __future__ import annotations

from evaljson.ui.session import server
from evaljson.ui.session.own_changes import has_changed, is_own_change


def is_own(evaluation: str, number: int) -> bool:
    """Check whether a version was made current in this session; names say less, as many people give none."""
    if not has_changed(evaluation):
        return False
    history = server.store().evaluations.history(evaluation)
    return any(event.version == number and is_own_change(evaluation, event.revision) for event in history)
