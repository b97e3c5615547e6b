"""A card of seven lines or of four, and beside it a clock that is drawn while the card is. Started by
test_fragment_ends.py."""

import time

import streamlit as st

from evaljson.ui.shared.fragment_ends import keep_ends

keep_ends()
LINES = (7, 4)


@st.fragment(run_every=0.3, key="clock")
def clock() -> None:
    st.caption(f"{time.time():.1f}")


@st.fragment(key="card")
def card() -> None:
    number = st.session_state.setdefault("number", 0)

    def go_on() -> None:
        st.session_state["number"] = number + 1
        st.rerun(["card", "clock"])

    st.button("Next", on_click=go_on)
    with st.container(key="lines"):
        for line in range(LINES[number % 2]):
            st.write(f"{number}.{line}")
    time.sleep(0.5)  # the clock strikes meanwhile
    st.write(f"Card {number}")


clock()
card()
