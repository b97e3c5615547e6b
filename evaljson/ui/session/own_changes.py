"""Which changes of evaluations this session made: a click may come late, when its page is older than the last one.

A browser sends a second click, or what a field held, before it has drawn the page that the first click led to. Such a
click knows an earlier revision, and no one else has changed anything.
"""

from __future__ import annotations

import threading
from typing import Final

import streamlit as st

from evaljson.store import Evaluation

_MADE: Final = "evaljson.own-changes"
_thread = threading.local()


def expect_change() -> None:
    """Let the changes that this thread stores from now on be noted as those of this session.

    `note` may not touch the session itself: that can end the page run, between changes which belong together.
    """
    _thread.made = _made()


def note(evaluation: str, revision: int) -> None:
    """Note a change that is stored; the store calls this."""
    made: set[tuple[str, int]] | None = getattr(_thread, "made", None)
    if made is not None:
        made.add((evaluation, revision))


def is_own_change(evaluation: str, revision: int) -> bool:
    """Check whether this session made the change that led to a revision."""
    return (evaluation, revision) in _made()


def has_changed(evaluation: str) -> bool:
    """Check whether this session changed an evaluation at all."""
    return any(identity == evaluation for identity, _ in _made())


def known_revision(now: Evaluation, seen: int) -> int:
    """Return the current revision if only this session changed the evaluation since it was `seen`, else `seen`.

    With the latter, the store refuses the change and says who was first.
    """
    is_known = all(is_own_change(now.id, revision) for revision in range(seen + 1, now.revision + 1))
    return now.revision if is_known else seen


def _made() -> set[tuple[str, int]]:
    made: set[tuple[str, int]] = st.session_state.setdefault(_MADE, set())
    return made
