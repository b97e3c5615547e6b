"""What was open before this session last changed the schema, to show what the change did and to undo it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.store import Run
from evaljson.ui.session.evaluation import OpenEvaluation

_BEFORE: Final = "evaljson.before"
_BESIDE_SCHEMA: Final = ("gold", "extracted", "settings")
"""Parts of a run's signature that a change of the schema leaves as they are."""


def before(now: OpenEvaluation) -> OpenEvaluation | None:
    """Return what was open before the last change, with its runs.

    None once another evaluation is open or the schema was changed again: going back would undo that as well.
    """
    old, number = st.session_state.get(_BEFORE) or (None, None)
    return old if old is not None and now.stored.schema_number == number else None


def moved_by_schema(old: OpenEvaluation, now: OpenEvaluation) -> list[str]:
    """List variants whose figures then and now differ by the schema alone: same file, gold, records that count, judge.

    Others moved for more than one reason, and no figure says which share is of the schema.
    """
    pairs = ((name, old.scored_run(name), now.scored_run(name)) for name in now.stored_runs)
    return [name for name, was, run in pairs if was is not None and run is not None and _beside_schema(was, run)]


def _beside_schema(was: Run, run: Run) -> bool:
    judges = [judge for of in (was, run) if (judge := of.signature.get("judging")) is not None]
    is_same_judge = len(judges) < 2 or judges[0] == judges[1]  # only schemas with fields for one have a judge
    return is_same_judge and all(was.signature.get(part) == run.signature.get(part) for part in _BESIDE_SCHEMA)


def remember(old: OpenEvaluation, number: int) -> None:
    """Keep what was open before the change that became version `number`."""
    st.session_state[_BEFORE] = (old, number)


def forget() -> None:
    """Drop it: the result was read, or another evaluation is open."""
    st.session_state[_BEFORE] = None
