"""The section of Fields on what a model knows by heart: what asking costs, a yes, and what the answers show."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.load.document_texts import has_sources
from evaljson.report.fields.closed_book_table import changed_fields, recalled_fields, recalled_records
from evaljson.store import Job
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared import endpoint_key
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.wording.words import counted, dollars
from evaljson.workspace.closed_books import CLOSED_BOOK, ClosedBookState, ClosedBookTerms, keys_that_name
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of

OPENED: Final = "fields.closed-book"
"""Key of the expander."""
_SHOW, _MOST, _CHANGED = f"{OPENED}.show", f"{OPENED}.most", f"{OPENED}.changed"
_WANTED: Final = f"{OPENED}.wanted"
_RECORDS: Final = 50
_TEXTS: Final = 5
_MOST_RECORDS: Final = 500


def show_closed_book(evaluation: OpenEvaluation) -> None:
    """Draw an expander; closed, nothing is computed and nobody is asked."""
    if evaluation.is_earlier:
        return
    expander = st.expander("Closed book: what a model knows by heart", key=OPENED, on_change="rerun")
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
    job = next((job for job in server.store().jobs.all(evaluation=evaluation.id) if job.kind == CLOSED_BOOK), None)
    if job is not None and job.state in AT_WORK:
        watch(job.id, "Asking the model", f"work.cancel.{CLOSED_BOOK}.{evaluation.id}",
              cancel_help="What is answered by now is kept.")  # fmt: skip
        return
    _ending(job)
    try:
        state = _state(evaluation, terms)
    except EvaljsonError as error:
        problem_box(str(error), "", "Choose other keys or fewer records, or use `evaljson closed-book`.")
        return
    _found(evaluation, state)
    _ask(evaluation, terms, state)


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
        _failed(found.failed)
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
        _failed(changed.failed)
        st.dataframe(changed_fields(changed), hide_index=True)


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


def _failed(failed: tuple[tuple[Any, str], ...]) -> None:
    if failed:
        st.caption(f"{counted(len(failed), 'record')} without an answer yet. The first one:")
        data_line(failed[0][1])


def _ending(job: Job | None) -> None:
    if job is None:
        return
    if job.state == "failed":
        problem_box(f"Asking the model failed: {job.error}", "", "Fix that and ask again. Answers so far are kept.")
    elif job.state in ("cancelled", "interrupted"):
        st.info(f"Asking the model was {job.state}. Answers so far are kept; ask again to continue.")
    elif stopped := (job.result or {}).get("stopped"):
        st.markdown("⚠ **The model was not asked about everything.** Answers so far are kept; ask again to continue.")
        data_line(str(stopped))


def _ask(evaluation: OpenEvaluation, terms: ClosedBookTerms, state: ClosedBookState) -> None:
    if not state.to_ask:
        return
    choice, tokens = choice_of(evaluation.stored.settings), state.tokens
    cost = f"{counted(state.to_ask, 'request')}, about {tokens[0]:,} tokens in and {tokens[1]:,} out"
    if choice is None or choice.is_offline:
        st.markdown(f"Asking a model takes {cost}. Connect one first; nothing is sent before you agree.")
        if st.button("Connect a model", key=f"{OPENED}.connect", type="primary"):
            st.switch_page("pages/judge.py", query_params={"eval": evaluation.id})
        return
    price = "at an unknown price" if state.price is None else f"for about {dollars(state.price)}"
    wanted = (evaluation.id, evaluation.revision, choice, terms, state.to_ask)
    if st.session_state.get(_WANTED) == wanted:
        _confirm(evaluation, choice, terms, f"{cost}, {price}")
        return
    st.markdown(f"Not asked yet: {cost}, {plain(price)}.")
    label = f"Ask {plain(choice.name, 60)} …"
    st.button(label, key=f"{OPENED}.ask", type="primary", on_click=_want, args=(wanted,), **needs("editor"))


def _confirm(evaluation: OpenEvaluation, choice: JudgeChoice, terms: ClosedBookTerms, cost: str) -> None:
    shown = ", ".join(plain(key, 60) for key in terms.show)
    texts = " Texts of documents with one value replaced are sent too." if terms.changed else ""
    with st.container(border=True):
        st.markdown(
            f"**Ask {plain(choice.name, 100)} at** {endpoint_key.place(choice.url)}**?** {plain(cost, 200)}. Sent are "
            f"the schema and the values of {shown}.{texts}"
        )
        with st.container(horizontal=True):
            arguments = (evaluation.id, choice, terms)
            st.button(
                "Yes, ask", key=f"{OPENED}.yes", type="primary", on_click=_start, args=arguments, **needs("editor")
            )
            st.button("Not now", key=f"{OPENED}.not-now", on_click=_want, args=(None,))


def _want(wanted: tuple[object, ...] | None) -> None:
    st.session_state[_WANTED] = wanted


def _start(identity: str, choice: JudgeChoice, terms: ClosedBookTerms) -> None:
    """Ask in a separate process, which continues when the tab is closed."""
    st.session_state.pop(_WANTED, None)

    def work() -> None:
        usable = endpoint_key.sent_to(choice.url)
        server.pool().ask(
            identity, key=usable.key, limits=Limits(), by=author.who(), meant=choice, of_server=usable.of_server,
            terms=terms,
        )  # fmt: skip

    attempt(work)
