"""After a judge was asked: how that ended, and the values it left undecided, by reason."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from evaljson.report.fields.not_judged import Undecided, undecided
from evaljson.store import Job
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.judge_note import left_out
from evaljson.ui.shared.parts import data_line, problem_box
from evaljson.wording.words import counted
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import choice_of

_LISTED = 200


def last_asking(evaluation: OpenEvaluation) -> Job | None:
    """Return the latest job that asked a judge for this evaluation; None if there is none."""
    return next((job for job in server.store().jobs.all(evaluation=evaluation.id) if job.kind == JUDGE), None)


def show_after(evaluation: OpenEvaluation, job: Job | None) -> None:
    """Say how the last job ended, and list what is undecided."""
    if job is not None:
        _ending(job)
    choice = choice_of(evaluation.stored.settings)
    if choice is None or choice.is_offline:
        return
    by_variant = {
        name: cache.derived(("undecided", evaluation.run_key(name)), partial(_of_run, evaluation, name))
        for name in left_out(evaluation)
    }
    rows = [(name, one) for name, listed in by_variant.items() for one in listed]
    if rows:
        _table(evaluation, rows)


def _of_run(evaluation: OpenEvaluation, name: str) -> list[Undecided]:
    return undecided(evaluation.runs[name])


def _ending(job: Job) -> None:
    stopped = (job.result or {}).get("stopped")
    if job.state == "failed":
        problem_box(f"Asking the judge failed: {job.error}", "", "Fix that and ask again. Answers so far are kept.")
    elif job.state == "interrupted":
        st.warning(
            "Asking the judge was interrupted: its process ended. Answers so far are kept, and cost nothing when you "
            "ask again.",
            icon="⚠️",
        )
    elif job.state == "cancelled":
        st.info("Asking the judge was cancelled. Answers so far are kept; ask again to continue.")
    elif stopped:
        with st.container(border=True):
            st.markdown(
                "⚠ **The judge stopped before everything was decided.** Answers so far are kept; ask again to continue."
            )
            data_line(str(stopped))


def _table(evaluation: OpenEvaluation, rows: list[tuple[str, Undecided]]) -> None:
    total = sum(one.count for _, one in rows)
    st.subheader("Not decided", anchor=False)
    st.caption(
        f"{counted(total, 'value')} without a verdict, by reason; no figure counts them. Tick a row to see its values."
    )
    frame = pd.DataFrame(
        [(one.count, one.reason, ", ".join(one.fields), name) for name, one in rows[:_LISTED]],
        columns=["Values", "Why", "Fields", "Variant"],
    )
    key = f"judge.undecided.{hash(tuple(evaluation.run_ids.values()))}"
    columns = {
        "Values": st.column_config.NumberColumn(format="localized", width="small"),
        "Why": st.column_config.TextColumn(width="large"),
    }
    ticked = show_table(frame, key, columns, only_columns=False)
    if len(rows) > _LISTED:
        st.caption(f"{len(rows) - _LISTED:,} more reasons are not listed here; the Records page shows all of them.")
    if ticked is not None:
        name, one = rows[ticked]
        data_line(one.reason)
        if st.button("Open the first of these records", key="judge.open-undecided"):
            field = one.fields[0] if len(one.fields) == 1 else None
            record = labels(evaluation.runs[name], evaluation.run_key(name))[one.record]
            go_to_records(a=name, status="batch_error", field=field, record=record)
