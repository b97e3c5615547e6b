"""Files that people take away: made on the click, if they may see the evaluation then, and noted for the audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from evaljson.store import Actor
from evaljson.ui.session import server
from evaljson.ui.session.signed_in import visitor


def download_button(
    label: str, make: Callable[[], bytes] | bytes, file: str, mime: str, *, evaluation: str, **settings: Any
) -> None:
    """Show a button that saves a file with data of an evaluation; `settings` are those of st.download_button."""
    data = make if visitor() is None else noted(make, evaluation, file)
    st.download_button(label, data, file, mime, on_click="ignore", **settings)


def noted(make: Callable[[], bytes] | bytes, evaluation: str, file: str) -> Callable[[], bytes]:
    """Return what makes the file and notes it; the click comes later, maybe from a person who was removed since."""
    store, who = server.store(), visitor()
    assert who is not None
    by = Actor(who.address, who.proof)

    def make_and_note() -> bytes:
        store.audit.exported(evaluation, file, by=by)  # raises NotAllowed
        return make() if callable(make) else make

    return make_and_note
