"""A page of nothing but hostile texts, in every element that reads Markdown. Started by test_plain_text.py."""

import streamlit as st

from evaljson.ui.shared.plain_text import plain
from tests.browser.hostile_texts import ALONE, EVERYWHERE, MADE_UP, WIDTH

ELEMENTS = {
    "caption": st.caption,
    "button": st.button,
    "checkbox": st.checkbox,
    "toggle": st.toggle,
    "expander": st.expander,
    "popover": st.popover,
    "subheader": lambda text: st.subheader(text, anchor=False),
    "info": st.info,
    "progress": lambda text: st.progress(0.5, text=text),
    "metric": lambda text: st.metric(text, 1),
    "text_input": lambda text: st.text_input(text, key=text),
}

for number, text in enumerate((*ALONE, *MADE_UP)):
    escaped = plain(text, WIDTH)
    with st.container(key=f"alone-{number}"):
        st.markdown(escaped)
    with st.container(key=f"inside-{number}"):
        st.markdown(f"of {escaped}, **{escaped}**: {escaped}")
for name, element in ELEMENTS.items():
    for number, text in enumerate(EVERYWHERE):
        with st.container(key=f"{name}-{number}"):
            element(plain(text, WIDTH))
with st.container(key="tabs"):
    st.tabs([plain(text, WIDTH) for text in EVERYWHERE])
with st.container(key="radio"):
    st.radio("Choose", [plain(text, WIDTH) for text in EVERYWHERE])
with st.container(key="error"):
    for text in EVERYWHERE:
        st.error(f"{plain(text, WIDTH)}: wrong")
st.toast(plain(EVERYWHERE[0], WIDTH), duration="infinite")
