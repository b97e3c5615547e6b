"""One line about what happened last: above the card, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.store import Conflict, NotFound
from evaljson.ui.session.review_seat import put_down
from evaljson.ui.shared.parts import plain

TOLD: Final = "review-told"
"""The key of the container of the line."""
_TOLD: Final = "evaljson.review.told"


def tell(words: str) -> None:
    """Have a line shown, in Markdown: data in it goes through `plain`."""
    st.session_state[_TOLD] = words


def show_told() -> None:
    """Draw that line once; its place is there without one too, so that what is below never moves.

    A key that does nothing says so there: see `keys`. The place is always written: Streamlit leaves what is not drawn
    again on the page at times, and an old line would seem to be about the card before.
    """
    words = st.session_state.pop(_TOLD, None)
    with st.container(key=TOLD):
        st.markdown(words or "&nbsp;")


def done(work: Callable[[], object], words: str = "") -> bool:
    """Do something in the store and return whether it was done; what was refused is said in a line.

    For callbacks, which nothing else guards. A card that is someone else's by now is put down.
    """
    try:
        work()
    except (Conflict, NotFound) as error:
        put_down()
        tell(f"⚠ {plain(_sentence(str(error)), 300)}")
        return False
    except EvaljsonError as error:
        tell(f"⚠ {plain(_sentence(str(error)), 300)}")
        return False
    if words:
        tell(words)
    return True


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
