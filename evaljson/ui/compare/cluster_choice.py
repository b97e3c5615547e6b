"""Records that belong together: the choice of the key they share, and the note on copies nobody named."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evaljson.compare import Comparison
from evaljson.compare.words.cluster_notes import of_equal_documents
from evaljson.ui.session import choices
from evaljson.ui.session.address import clicked, new_in_address, widget_key
from evaljson.ui.session.clusters import COPIES, NO_CLUSTER, cluster_keys, is_cluster
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.notes import PageNote
from evaljson.ui.shared.parts import data_line
from evaljson.wording.words import counted

_PAGE, NAME = "compare", "cluster"
_HELP = (
    "Documents of one customer, or copies, tend to be right or wrong together. Records with the "
    "same value of this key count as one cluster."
)


def chosen_cluster(evaluation: OpenEvaluation, variant: str) -> str | None:
    """Return the choice before its box is drawn, or where it is not; None takes what the schema says."""
    key, default = widget_key(_PAGE, NAME), _default(evaluation)
    known = (new_in_address(NAME), st.session_state.get(key), choices.chosen().get(NAME))
    value = next((one for one in known if one and is_cluster(evaluation, variant, one)), default)
    st.session_state[key] = value
    return None if value == default else value


def choose_cluster(evaluation: OpenEvaluation, variant: str) -> None:
    """Draw the box."""
    key, default = widget_key(_PAGE, NAME), _default(evaluation)
    keys = [NO_CLUSTER, COPIES, *cluster_keys(evaluation, variant)]
    options = list(dict.fromkeys([default, *keys, st.session_state[key]]))
    st.selectbox(
        "Records belong together by", options, key=key, format_func=partial(_title, default), help=_HELP,
        on_change=clicked,
    )  # fmt: skip


def offer_other_cluster(evaluation: OpenEvaluation, variant: str) -> None:
    """Draw the box where nothing can be compared, if that may be because no record has the key."""
    if st.session_state[widget_key(_PAGE, NAME)] != NO_CLUSTER:
        choose_cluster(evaluation, variant)


def copies_note(comparison: Comparison) -> PageNote | None:
    """Say how many records look like copies, with a button that counts them as clusters."""
    records = comparison.copies.records or comparison.copies.unlike
    return PageNote(f"{counted(records, 'record')} look like copies", partial(_copies, comparison)) if records else None


def lines_on_copies(comparison: Comparison) -> list[str]:
    """Return the lines of that note."""
    return list(of_equal_documents(comparison.copies, comparison.clusters is not None))


def _copies(comparison: Comparison) -> None:
    for line in lines_on_copies(comparison):
        data_line(line)
    if comparison.clusters is None and comparison.copies.records:
        st.button("Count copies as one", key="compare.count-copies", on_click=_count_copies)
    st.caption("For another key that they share, see *How sure is this?*.")


def _count_copies() -> None:
    st.session_state[widget_key(_PAGE, NAME)] = COPIES
    clicked()


def _default(evaluation: OpenEvaluation) -> str:
    named = evaluation.schema.get("x-eval-cluster")
    return named if isinstance(named, str) and named else NO_CLUSTER


def _title(default: str, option: str) -> str:
    if option == NO_CLUSTER:
        return "nothing: each record counts by itself"
    if option == COPIES:
        return "equal gold or source text: copies of one document"
    return f"{option} (x-eval-cluster)" if option == default else option
