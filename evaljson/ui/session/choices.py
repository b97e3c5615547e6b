"""What was chosen last, by its name in the address, for pages that share a choice.

Overview and Compare choose what is compared (`a` and `b`). Pages that show one variant may show another one; they go
back to what is compared once that changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

_CHOSEN, _SHOWN = "evaljson.choices", "evaljson.shown"
_COMPARED: Final = ("a", "b")


def chosen() -> Mapping[str, str]:
    """Return the choices by name: a, b, record, field, status."""
    choices: Mapping[str, str] = st.session_state.get(_CHOSEN, {})
    return choices


def choose(name: str, value: str | None) -> None:
    """Remember a choice; None forgets it."""
    others = {key: other for key, other in chosen().items() if key != name}
    st.session_state[_CHOSEN] = others if value is None else {**others, name: value}


def shown() -> Mapping[str, str]:
    """Return `a` and `b` as chosen on pages that show one variant, "" for none.

    Empty where they show what is compared.
    """
    compared, variants = st.session_state.get(_SHOWN) or (_compared(), {})
    is_new = all(compared) and compared != _compared()
    return {} if is_new else variants


def show(name: str, variant: str) -> None:
    """Remember the variant chosen on a page that shows one; "" for none."""
    st.session_state[_SHOWN] = (_compared(), {**shown(), name: variant})


def note_compared() -> None:
    """Remember what is compared now, so that a later comparison is noticed."""
    st.session_state[_SHOWN] = (_compared(), shown())


def forget() -> None:
    """Drop all choices."""
    st.session_state[_CHOSEN] = {}
    st.session_state.pop(_SHOWN, None)


def _compared() -> tuple[str | None, ...]:
    return tuple(chosen().get(name) for name in _COMPARED)
