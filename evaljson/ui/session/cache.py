"""Values worked out once for the evaluation that is open, and dropped when it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

import streamlit as st

from evaljson.base.bounded_cache import size_of
from evaljson.ui.session import server

T = TypeVar("T")
_DERIVED: Final = "evaljson.derived"


def derived(key: Hashable, build: Callable[[], T]) -> T:
    """Return the value under `key`, built at the first call; `key` names all it depends on (see `run_key`)."""
    values: dict[Hashable, Any] = st.session_state.setdefault(_DERIVED, {})
    if key not in values:
        values[key] = build()
    value: T = values[key]
    return value


def shared(key: Hashable, build: Callable[[], T], size: Callable[[T], int] = size_of) -> T:
    """Return the value under `key`, built once for all sessions, so it is never changed.

    Only for what runs and records say, whoever looks: `key` names all of these by their ids, and every choice that
    plays a part. Large values belong here, since each session would hold its own. `size` gives the bytes of the value
    that nothing else holds. Raises what `build` raises.
    """
    return server.held().get(("derived", key), build, size)


class _NothingKnownError(Exception):
    """Nothing is known, so nothing is to be held."""


def shared_where_known(key: Hashable, look: Callable[[], T | None]) -> T | None:
    """Return what `look` gives as `shared` does; None, which is not held: the next look may find something."""

    def there() -> T:
        found = look()
        if found is None:
            raise _NothingKnownError
        return found

    try:
        return shared(key, there)
    except _NothingKnownError:
        return None


def drop(key: Hashable) -> None:
    """Forget the value under `key`, if there is one."""
    st.session_state.get(_DERIVED, {}).pop(key, None)


def clear() -> None:
    """Drop all values."""
    st.session_state[_DERIVED] = {}
