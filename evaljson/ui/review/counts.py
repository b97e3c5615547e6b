"""What a review has come to, in counts."""

from __future__ import annotations

from collections import Counter
from typing import Final

import streamlit as st

from evaljson.review.outcome import said_in_words
from evaljson.workspace.read_review import OpenReview

_STATES: Final = {
    "decided": "decided", "settled": "settled", "disputed": "answers differ", "unsure": "nobody was sure",
    "open": "open",
}  # fmt: skip


def show_counts(read: OpenReview) -> None:
    """Draw how many values are in which state, and how many decisions say what."""
    states = Counter(outcome.state for outcome in read.outcome.places.values())
    answers = Counter(
        said_in_words(read.cards[card], outcome.answer)
        for (card, _), outcome in read.outcome.places.items()
        if outcome.answer is not None
    )
    gold = Counter(outcome.state for outcome in read.outcome.gold.values())
    st.markdown(
        "Values: " + " · ".join(f"**{states[name]:,}** {words}" for name, words in _STATES.items() if states[name])  # type: ignore[index]
    )
    if answers:
        said = (f"**{count:,}** {words.lower()}" for words, count in answers.most_common())
        st.markdown("Decided: " + " · ".join(said))
    if gold["corrected"] or gold["confirmed"]:
        st.markdown(f"In gold: **{gold['corrected']:,}** to correct · **{gold['confirmed']:,}** confirmed")
