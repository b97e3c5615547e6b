"""Lets a helper process check what was typed into cells before this process does, so that no cell can hold it up."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from evaljson.base.bounded_cache import Bounded
from evaljson.jobs.page_work import StoppedError
from evaljson.ui.session import server
from evaljson.workspace.schema_grid import Edits

_A_CHECK: Final = 200
"""Bytes of the note that a row was checked."""
_INSTEAD: Final = "shorten what you typed into this row"


def stopped_rows(schema: Mapping[str, Any], cells: Edits) -> dict[str, str]:
    """Return the rows that take too long to be put into a schema, with the sentence for each.

    Only rows with text are checked, and each of them once.
    """
    rows = {path: row for path, row in cells.items() if any(isinstance(cell, str) for cell in row.values())}
    if not rows:
        return {}
    base = hashlib.sha256(pickle.dumps(schema)).digest()
    new = [path for path, row in rows.items() if _key(base, path, row) not in _checked()]
    stopped = _why_stopped(base, schema, {path: rows[path] for path in new})
    if stopped is None:
        return {}
    if len(new) == 1:
        return {new[0]: stopped}
    whys = {path: _why_stopped(base, schema, {path: rows[path]}) for path in new}
    return {path: why for path, why in whys.items() if why is not None}


def _why_stopped(base: bytes, schema: Mapping[str, Any], rows: Edits) -> str | None:
    """Have rows checked; None where that can be done, and is noted."""
    if not rows:
        return None
    try:
        server.work("check_cells", dict(schema), rows, instead=_INSTEAD)
    except StoppedError as error:
        return str(error)
    for path, row in rows.items():
        _checked().get(_key(base, path, row), lambda: True, lambda _: _A_CHECK)
    return None


def _key(base: bytes, path: str, row: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(base + pickle.dumps((path, dict(row)))).digest()


@st.cache_resource(show_spinner=False)
def _checked() -> Bounded:
    """Return the rows that were checked last, shared by all sessions."""
    return Bounded(10_000 * _A_CHECK)
