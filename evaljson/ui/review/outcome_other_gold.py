"""Why corrections of a review cannot be put in place, since other gold is there, and what to do about it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.store import Review
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.workspace.gold_favour import reviews_below
from evaljson.workspace.review_outcome import reviews_in_place

_NEW: Final = "Make a new review of the gold that is there now"


def say_why_not(evaluation: OpenEvaluation, review: Review) -> None:
    """Draw it for a review that neither was made of the gold in place nor led to it."""
    store = server.store()
    below, in_place = reviews_below(store, review), reviews_in_place(store, evaluation.stored)
    beside = next((one for one in in_place if one.gold == review.gold), None)
    if below and below[-1].id not in [one.id for one in in_place]:
        st.info(
            f"This review is of gold as corrected in the review “{plain(below[-1].name, 60)}”, which is not in place "
            "now. Put that in place again first; if it has other answers by now, make a new review of that gold."
        )
    elif beside is not None:
        name = plain(beside.name, 60)
        st.info(
            f"Gold is as corrected in the review “{name}”, which was made of the same gold as this one: corrections of "
            f"this review would undo that. {_NEW}. Or take “{name}” back on its *Outcome*: then these can be put in "
            "place."
        )
    elif below:
        name = plain(below[-1].name, 60)
        st.info(
            f"This review is of gold as corrected in the review “{name}”, and newer answers were put in place there "
            f"since. Corrections of this review would undo these, so they cannot be put in place. {_NEW}. Or have the "
            f"answers of “{name}” as they were and put these in place: then the corrections of this review can be, too."
        )
    else:
        st.info(
            "Other gold is in place than this review was made of, so its corrections cannot be put in place: they "
            f"would undo that change. {_NEW}. Or put the gold that was there in place again on Data: History there "
            "says who put in other gold."
        )
