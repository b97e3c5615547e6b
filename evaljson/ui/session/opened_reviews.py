"""Reviews as pages show them, read again only once something was said in them."""

from __future__ import annotations

import streamlit as st

from evaljson.store import ReviewHead
from evaljson.ui.session import server
from evaljson.workspace.newest_reviews import NewestReviews
from evaljson.workspace.read_review import OpenReview

_KEPT = 8
"""Reviews of which this server keeps what was read last."""


def opened(review: ReviewHead) -> OpenReview:
    """Return the cards, the events and what they come to, at least as new as `review`. Shared, so never changed."""
    return _newest().up_to(server.store(), review)


@st.cache_resource(show_spinner=False)
def _newest() -> NewestReviews:
    return NewestReviews(_KEPT)
