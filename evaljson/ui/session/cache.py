"""Values worked out once for the evaluation that is open, and dropped when it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

import streamlit as st

T = TypeVar("T")
_DERIVED: Final = "evaljson.derived"


def derived(key: Hashable, build: Callable[[], T]) -> T:
    """Return the value under `key`, built at the first call; `key` names all it depends on (see `run_key`)."""
    values: dict[Hashable, Any] = st.session_state.setdefault(_DERIVED, {})
    if key not in values:
        values[key] = build()
    value: T = values[key]
    return value


def drop(key: Hashable) -> None:
    """Forget the value under `key`, if there is one."""
    st.session_state.get(_DERIVED, {}).pop(key, None)


def clear() -> None:
    """Drop all values."""
    st.session_state[_DERIVED] = {}
