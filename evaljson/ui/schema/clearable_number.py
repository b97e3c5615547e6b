"""A box for a number that may be not set, with a button that takes the number away.

Streamlit puts back the number that a box began with where someone empties it. Without one to begin with, a box could be
emptied, but a browser that draws it again may then send that as if someone had emptied it.
"""

from __future__ import annotations

from typing import Any

import streamlit as st


def clearable_number(label: str, now: float | None, key: str, *, is_set: bool, **options: Any) -> float | None:
    """Draw the box, and the button where the number `is_set`; `options` are those of `st.number_input`."""
    times = f"{key}.taken-away"
    taken = st.session_state.get(times, 0)
    own = f"{key}.{taken}" if taken else key  # a box of its own after each time: this one keeps its number
    if not is_set:
        return st.number_input(label, value=now, key=own, **options)
    box, button = st.columns([5, 1], vertical_alignment="bottom", gap="xsmall")
    value: float | None = box.number_input(label, value=now, key=own, **options)
    if button.button("✕", key=f"{key}.take-away", type="tertiary", help=f"Take it away: {label} is not set then."):
        st.session_state[times] = taken + 1
        return None
    return value
