"""The name of a new review: what it holds, until someone types another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.review_wish import ReviewWish
from evaljson.wording.words import BY_STATUS, counted
from evaljson.workspace.make_review import ReviewScope

_KEY: Final = "review.new"
_NAMED: Final = 2
"""Fields or variants that the offered name has."""


def draw_name(offered: str) -> str:
    """Draw the field of the name: it has the one that is offered, until someone types another one."""
    key, last = f"{_KEY}.name", f"{_KEY}.offered"
    if st.session_state.get(key, "") in ("", st.session_state.get(last)):
        st.session_state[key] = offered
    st.session_state[last] = offered
    return st.text_input("Name", key=key, max_chars=120)


def offered_name(
    evaluation: OpenEvaluation, scope: ReviewScope, most: int | None, wish: ReviewWish | None
) -> str:  # fmt: skip
    """Say what the review holds: in the words of the page that it is made from, while it holds what that showed."""
    names = {variant.id: variant.name for variant in evaluation.stored.variants}
    what = " and ".join(BY_STATUS[one].word for one in scope.statuses or ()) or "disagreements"
    within = f" in {_named(scope.fields)}" if scope.fields else ""
    of = f" of {_named([names[one] for one in scope.variants])}" if scope.variants else ""
    start = "all " if not scope.statuses and most is None else ""
    only = f", {counted(len(scope.records), 'record')}" if scope.records is not None else ""
    only += f", {counted(len(scope.values), 'value')}" if scope.values is not None else ""
    text = f"{start}{what}{within}{of}{only}"
    if wish is not None and _is_as_wished(scope, wish.scope):
        text = wish.words
    elif most is not None:
        text = f"{text}, {counted(most, 'card')} at most"
    return f"{text[:1].upper()}{text[1:]}"[:120]


def _is_as_wished(scope: ReviewScope, wished: ReviewScope) -> bool:
    """Check whether nothing was added and nothing taken out; what earlier reviews decided is a choice of the form."""

    def parts(of: ReviewScope) -> list[object]:
        return [
            set(of.variants or ()), set(of.fields or ()), set(of.statuses or ()), of.records or None, of.values or None,
        ]  # fmt: skip

    return parts(scope) == parts(wished)


def _named(some: Sequence[str]) -> str:
    left = len(some) - _NAMED
    listed = [one or "the whole record" for one in some[:_NAMED]]
    return f"{', '.join(listed)} and {left:,} more" if left > 0 else " and ".join(listed)
