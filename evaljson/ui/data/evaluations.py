"""The list of all evaluations on this server: search, open, rename, delete and restore."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evaljson.judge import STAND_IN
from evaljson.store.topics.evaluations import Summary
from evaljson.ui.session import author, open_evaluation, server, widget_turn
from evaljson.ui.session.drafts import begin_draft
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt, delete_evaluation, tried
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, person, points_column
from evaljson.workspace.history import when
from evaljson.workspace.listing import Standing, find, standings
from evaljson.workspace.samples import FILMS, FIRST, SAMPLES

AT_A_TIME: Final = 20
_FOLD: Final = "list.fold"


def show_evaluations(*, unfolded: bool = False) -> None:
    """Draw the list in an expander; closed, nothing is read."""
    expander = st.expander("All evaluations", expanded=unfolded, key=f"{_FOLD}.{unfolded}", on_change="rerun")
    if not expander.open:
        return
    with expander:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            text = st.text_input("Search by name", key="list.search", type="search", live=True) or ""
            st.button("New evaluation", key="list.new", on_click=tried, args=(begin_draft,))
            for name in (FIRST, FILMS):
                st.button(
                    SAMPLES[name], key=f"list.sample.{name}", on_click=tried, args=(open_evaluation.open_sample, name)
                )
        summaries = find(server.store(), text)
        if not summaries:
            st.info(f"No evaluation has “{plain(text)}” in its name." if text else "There are no evaluations yet.")
        else:
            shown = _page(summaries)
            _table(shown, standings(server.store(), shown))
        _deleted()


def _page(summaries: Sequence[Summary]) -> Sequence[Summary]:
    if len(summaries) <= AT_A_TIME:
        return summaries
    pages = -(-len(summaries) // AT_A_TIME)
    number = st.number_input(f"Page (of {pages:,})", 1, pages, key="list.page")
    return summaries[(number - 1) * AT_A_TIME : number * AT_A_TIME]


def _table(shown: Sequence[Summary], standing: dict[str, Standing]) -> None:
    rows = []
    for summary in shown:
        state = standing.get(summary.id)
        is_open = summary.id == open_evaluation.asked()
        what = "not scored yet" if state is not None and state.is_draft else "open here" if is_open else ""
        if state is not None and state.has_stand_in:
            what = f"{what}; ≈ {STAND_IN}".removeprefix("; ")
        (f1,) = points_column([state.best_f1 if state is not None else None])
        rows.append(
            (
                summary.name,
                what,
                summary.variants,
                summary.gold_records,
                f1,
                person(summary.updated_by),
                when(summary.updated),
            )
        )
    columns = ["Evaluation", "", "Variants", "Records", "Best F1", "Changed by", "Changed"]
    frame = pd.DataFrame(rows, columns=columns).astype({"Records": "Int64", "Best F1": "Float64"})
    # A tick belongs to a row position: other rows must start without one.
    key = f"list.rows.{widget_turn.current()}.{hash(tuple((summary.id, summary.revision) for summary in shown))}"
    best = st.column_config.NumberColumn(format="%.1f", help="The best F1 of its current runs.")
    ticked = show_table(frame, key, {"Best F1": best}, only_columns=False)
    if ticked is None:
        st.caption("Tick an evaluation to open, rename or delete it.")
    else:
        _actions(shown[ticked])


def _actions(summary: Summary) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button("Open", key="list.open", type="primary", on_click=_open, args=(summary.id,))
        with st.popover("Rename", **needs("editor", of=summary.id)):
            rename_form(summary.id, summary.revision, summary.name, "list")
        st.button(
            "Delete", key="list.delete", on_click=delete_evaluation, args=(summary.id, summary.revision, summary.name),
            **needs("owner", of=summary.id),
        )  # fmt: skip


def _open(identity: str) -> None:
    for unfolded in (False, True):
        st.session_state[f"{_FOLD}.{unfolded}"] = False
    open_evaluation.go_to(identity)


def rename_form(identity: str, revision: int, name: str, key: str) -> None:
    """Draw a field with the current name, and a button."""
    field = f"{key}.name.{identity}.{name}"
    with st.form(f"{key}.rename.{identity}", border=False):
        st.text_input("Name of the evaluation", value=name, key=field, max_chars=200)
        st.form_submit_button("Rename", key=f"{key}.rename", on_click=_rename, args=(identity, revision, field))


def _rename(identity: str, revision: int, field: str) -> None:
    name = str(st.session_state[field])

    def rename() -> None:
        evaluations = server.store().evaluations
        now = evaluations.get(identity)
        if now.name != name:
            evaluations.rename(identity, known_revision(now, revision), name, by=author.who())

    attempt(rename)


def _deleted() -> None:
    gone = find(server.store(), deleted=True)
    if not gone or not st.toggle(f"Show deleted evaluations ({len(gone):,})", key="list.deleted"):
        return
    st.caption(
        "Deleted evaluations can be restored for at least 30 days. “evaljson workspace gc” then removes them for good."
    )
    for summary in gone[:AT_A_TIME]:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            by = plain(person(summary.updated_by))
            what = f"{counted(summary.variants, 'variant')} · deleted by {by} · {when(summary.updated)}"
            st.markdown(f"**{plain(summary.name)}** · {what}")
            allowed = needs("owner", of=summary.id)
            st.button("Restore", key=f"list.restore.{summary.id}", on_click=_restore, args=(summary.id,), **allowed)
    if len(gone) > AT_A_TIME:
        st.caption(f"{len(gone) - AT_A_TIME:,} more were deleted earlier.")


def _restore(identity: str) -> None:
    if attempt(partial(open_evaluation.restore, identity)):
        open_evaluation.go_to(identity)
