"""The box for the endpoint of a judge."""

from __future__ import annotations

import streamlit as st

from evaljson.judge.endpoint_settings import OPENAI
from evaljson.ui.shared import endpoint_key


def endpoint_box(key: str, url: str | None, configured: endpoint_key.Configured) -> None:
    """Draw the box: a list where the operator allows some endpoints only, otherwise any address may be entered."""
    listed = endpoint_key.allowed().listed
    if listed is not None:
        current = endpoint_key.endpoint_of(url or configured.url)
        st.selectbox(
            "Base URL",
            listed,
            listed.index(current) if current in listed else 0,
            key=key,
            help="The endpoints that the operator of this server allows.",
        )
        return
    st.text_input(
        "Base URL",
        url or "",
        key=key,
        placeholder=configured.url or OPENAI,
        help="Any endpoint with OpenAI's chat completions API, such as http://localhost:8000/v1. Empty: the "
        "address shown. Everyone who opens the evaluation sees it: never put a key in it.",
        autocomplete="off",
    )
