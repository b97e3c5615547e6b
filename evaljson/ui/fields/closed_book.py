"""The section of Fields on what a model knows by heart: what asking costs, a yes, and what the answers show."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.load.document_texts import has_sources
from evaljson.report.fields.closed_book_table import changed_fields, recalled_fields, recalled_records
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.ask_model import is_being_asked, offer_to_ask, show_failed
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.workspace.closed_books import CLOSED_BOOK, ClosedBookState, ClosedBookTerms, keys_that_name

OPENED: Final = "fields.closed-book"
"""Key of the expander."""
_SHOW, _MOST, _CHANGED = f"{OPENED}.show", f"{OPENED}.most", f"{OPENED}.changed"
_RECORDS: Final = 50
_TEXTS: Final = 5
_MOST_RECORDS: Final = 500


def show_closed_book(evaluation: OpenEvaluation) -> None:
    """Draw an expander; closed, nothing is computed and nobody is asked."""
    if evaluation.is_earlier:
        return
    expander = st.expander("What a model knows by heart (closed book)", key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation)


def _show(evaluation: OpenEvaluation) -> None:
    st.caption(
        "The model gets the schema and what names a document, and not the document. If its answers fit their own "
        "records better than others, it has seen them before: figures then say too much."
    )
    terms = _terms(evaluation)
    if not terms.show:
        st.info("Choose what names a document to the model.")
        return
    if is_being_asked(evaluation, CLOSED_BOOK):
        return
    try:
        state = _state(evaluation, terms)
    except EvaljsonError as error:
        problem_box(str(error), "", "Choose other keys or fewer records, or use `evaljson closed-book`.")
        return
    _found(evaluation, state)
    texts = " Texts of documents with one value replaced are sent too." if terms.changed else ""
    shown = ", ".join(plain(key, 60) for key in terms.show)
    offer_to_ask(evaluation, terms, state.costs, f"Sent are the schema and the values of {shown}.{texts}", OPENED)


def _terms(evaluation: OpenEvaluation) -> ClosedBookTerms:
    id_field, named = evaluation.schema.get("x-eval-id"), _names(evaluation)
    keys = list(dict.fromkeys([*([id_field] if id_field else []), *named]))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        show: Any = st.multiselect(
            "What names a document", keys, keys[:1], key=_SHOW, width=360,
            help="The model sees the values of these keys. They are not scored, and neither is what they contain.",
        )  # fmt: skip
        most: Any = st.number_input("Records, at most", 2, _MOST_RECORDS, _RECORDS, key=_MOST, width=160)
        changed: Any = has_sources(evaluation.gold) and st.checkbox(
            "Change texts too", key=_CHANGED,
            help=f"In {_TEXTS} texts of each field one value is replaced: does the old one come back?",
        )  # fmt: skip
    return ClosedBookTerms(tuple(show), int(most or _RECORDS), _TEXTS if changed else 0)


def _names(evaluation: OpenEvaluation) -> list[str]:
    key = ("keys that name", evaluation.id, evaluation.revision)
    found: list[str] = cache.derived(key, lambda: keys_that_name(evaluation.gold))
    return found


def _state(evaluation: OpenEvaluation, terms: ClosedBookTerms) -> ClosedBookState:
    known = server.store().judgements.count()
    key = ("closed book", evaluation.id, evaluation.revision, known, terms)

    def look() -> ClosedBookState:
        found: ClosedBookState = server.work(
            "closed_book_of", server.url(), evaluation.id, evaluation.revision, known, terms, instead="ask for fewer"
        )
        return found

    return cache.derived(key, look)


def _found(evaluation: OpenEvaluation, state: ClosedBookState) -> None:
    number = st.column_config.NumberColumn
    found, changed = state.found, state.changed
    if found is not None:
        st.markdown(f"**{plain(found.sentence, 1000)}**")
        for note in found.notes:
            st.caption(f"{plain(note, 200)}.")
        show_failed(found.failed)
    if found is not None and found.fields:
        st.dataframe(
            recalled_fields(found), hide_index=True,
            column_config={
                "Field": st.column_config.TextColumn(pinned=True),
                "Right": number(format="%.1f", help="Share of gold's values that came back, of 100."),
                "Most common": number(format="%.1f", help="What the most common value of the field gets."),
                "Other records": number(format="%.1f", help="What answers about other records get."),
                "Lift": number(format="%+.1f", help="Right less other records, with its 95% interval."),
                "From": number(format="%+.1f"), "To": number(format="%+.1f"),
                "p": number(format="%.4f", help="For no lift; adjusted for all fields."),
            },
        )  # fmt: skip
        _records(evaluation, state)
    if changed is not None:
        st.markdown(f"**{plain(changed.sentence, 1000)}**")
        show_failed(changed.failed)
        st.dataframe(
            changed_fields(changed), hide_index=True,
            column_config={
                "p": number(format="%.4f", help="For no memory; adjusted for all fields and all texts together."),
            },
        )  # fmt: skip


def _records(evaluation: OpenEvaluation, state: ClosedBookState) -> None:
    if state.found is None or not state.found.is_remembered:
        return
    rows = recalled_records(state.found)
    if rows.empty:
        return
    number = st.column_config.NumberColumn(format="%.1f")
    columns = {"Record": st.column_config.TextColumn(), "Right": number, "Other records": number}
    st.caption("Records whose answers fit no other record as well. Tick one to see it.")
    ticked = show_table(rows, f"{OPENED}.records.{evaluation.id}", columns, height=240)
    if ticked is not None:
        go_to_records(record=str(rows["Record"].iloc[ticked]))
