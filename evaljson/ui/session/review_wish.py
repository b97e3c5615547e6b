"""What another page wants reviewed: its filter, on the way to the form of a new review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from evaljson.ui.session.version_asked import here
from evaljson.workspace.make_review import ReviewScope

_WISH: Final = "evaljson.review.wish"
NEW: Final = "new"
"""The name in the address of a form that is open, and of where its scope came from."""
FIELD, STATUS, VARIANT = "field", "status", "variant"
"""The names in the address of what is in the scope; records are not in it, since there may be thousands."""


@dataclass(frozen=True, slots=True)
class ReviewWish:
    """A scope, and what it is in words."""

    scope: ReviewScope
    words: str
    """Such as `records with wrong values in vendor.name`; becomes the name of the review."""
    most: int | None = None
    """Cards of disagreements at most."""
    wider: str = ""
    """Why the scope holds more than what the page showed; "" where it does not."""


def go_to_form(wish: ReviewWish, page: str) -> None:
    """Open the form of a new review with a scope filled in."""
    st.session_state[_WISH] = wish
    scope = wish.scope
    address = {NEW: page, FIELD: scope.fields, STATUS: scope.statuses, VARIANT: scope.variants}
    st.switch_page(
        "pages/review.py", query_params={**here(), **{name: value for name, value in address.items() if value}}
    )


def take_wish() -> ReviewWish | None:
    """Return what the form was opened with; None where it was opened without, or by a link."""
    wish: ReviewWish | None = st.session_state.get(_WISH)
    return wish


def forget_wish() -> None:
    """Drop it: the review is made, or the form was closed."""
    st.session_state.pop(_WISH, None)
