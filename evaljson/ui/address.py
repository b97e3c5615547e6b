"""Choices that stand in the address, so that a reload or a link shows the same thing.

A choice is, in this order: what the address says where it has changed, what its widget says, what was chosen on another
page, the default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from evaljson.ui import state

_PUBLISHED = "evaljson.published"


def pick(
    label: str,
    name: str,
    options: Sequence[str],
    *,
    page: str,
    default: str | None = None,
    show: Callable[[str], str] = str,
    help: str | None = None,
) -> str:
    """A select box whose value stands in the address as `name`. `options` may not be empty."""
    seed(name, options, page=page, default=default)
    found: Any = st.selectbox(label, options, key=widget_key(page, name), format_func=show, help=help)
    return str(found)


def seed(name: str, options: Sequence[str], *, page: str, default: str | None = None) -> None:
    """Give the widget of this choice its value before it is drawn."""
    key = widget_key(page, name)
    asked = asked_anew(name)
    if asked is not None and asked in options:
        st.session_state[key] = asked
    elif st.session_state.get(key) not in options:
        last = state.choices().get(name)
        st.session_state[key] = last if last in options else default if default in options else options[0]


def widget_key(page: str, name: str) -> str:
    """The key of the widget, one a page: widgets of pages out of sight lose their values."""
    return f"{page}.{name}"


def publish(**chosen: str | None) -> None:
    """Put the choices of a page into the address, and remember them for the other pages."""
    for name, value in chosen.items():
        if value is None:
            state.choices().pop(name, None)
            if name in st.query_params:
                del st.query_params[name]
            continue
        state.choices()[name] = value
        if st.query_params.get(name) != value:
            st.query_params[name] = value
    st.session_state[_PUBLISHED] = {name: value for name, value in chosen.items() if value is not None}


def go_to_records(**chosen: str | None) -> None:
    """Open the Records page with these choices and no others."""
    for name in ("record", "field", "status", "change"):
        state.choices().pop(name, None)
    st.session_state[_PUBLISHED] = {}
    st.switch_page(
        "pages/records.py", query_params={name: value for name, value in chosen.items() if value is not None}
    )


def asked_anew(name: str) -> str | None:
    """What the address says of a choice, where no page of this session has put it there."""
    asked: str | None = st.query_params.get(name)
    return asked if asked != _published().get(name) else None


def _published() -> dict[str, str]:
    found: dict[str, str] = st.session_state.setdefault(_PUBLISHED, {})
    return found
