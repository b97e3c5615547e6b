"""The Review effort section of Fields: which records to review for a target share of wrong values."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.effort import ReviewEffort, review_effort
from evaljson.load.document_texts import has_sources
from evaljson.report.fields.review_effort import audit_table, effort_by_field, risk_figure, risk_table
from evaljson.results.model import RunResult
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.ask_model import is_being_asked, offer_to_ask, show_failed
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import problem_box, text_colour
from evaljson.workspace.second_looks import SECOND_LOOK, SecondLookState, SecondLookTerms

OPENED: Final = "fields.effort"
"""Key of the expander."""
_TARGET: Final = "fields.effort.target"
_BY: Final = "fields.effort.by"
_OWN, _JUDGE = "The extraction", "The judge"
_WHOLE: Final = ""
_LISTED: Final = 200


def show_effort(evaluation: OpenEvaluation, run: RunResult, key: str, variant: str) -> None:
    """Draw what to review, the curve and the audits in an expander; closed, nothing is computed and nobody is asked.

    Nothing is drawn where neither the extraction nor a model could say how sure a value is.
    """
    rankings = _rankings(evaluation)
    if not rankings:
        return
    expander = st.expander("Review effort", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            target: Any = st.number_input(
                "Accepted values that may be wrong, %", min_value=0.1, max_value=50.0, value=2.0, step=0.5, key=_TARGET,
                width=320, help="Records are reviewed, least sure first, until at most so many of the others are "
                "wrong.",
            )  # fmt: skip
            by: Any = st.segmented_control(
                "Who says how sure a value is", rankings, default=rankings[0], key=_BY, required=True,
                help="The extraction itself, or the model of this evaluation, which reads the document and gets no "
                "gold.",
            ) if len(rankings) > 1 else rankings[0]  # fmt: skip
        share = round(float(target or 2.0) / 100, 6)
        if by == _JUDGE:
            _by_judge(evaluation, run, key, variant, share)
            return
        found: ReviewEffort | None = cache.shared(("effort", key, share), lambda: review_effort(run, share))
        if found is not None:
            _show(found, key, variant)


def _rankings(evaluation: OpenEvaluation) -> list[str]:
    own = [_OWN] if "x-eval-confidence" in evaluation.schema else []
    return [*own, *([_JUDGE] if not evaluation.is_earlier and _has_texts(evaluation) else [])]


def _has_texts(evaluation: OpenEvaluation) -> bool:
    """Say whether documents have texts; worked out once, since all of what is beside gold may have to be looked at."""
    gold = evaluation.stored.gold
    found: bool = cache.derived(("has sources", gold and gold.id), lambda: has_sources(evaluation.gold))
    return found


def _by_judge(evaluation: OpenEvaluation, run: RunResult, key: str, variant: str, share: float) -> None:
    """Show what to review by the model's confidences, and offer to ask for those that are not there yet."""
    if is_being_asked(evaluation, SECOND_LOOK):
        return
    terms = SecondLookTerms(key)
    try:
        state = _second_look(evaluation, key)
    except EvaljsonError as error:
        problem_box(str(error), "", "Use `evaljson effort --by judge`.")
        return
    looked = state.found
    if looked is not None:
        show_failed(looked.failed)
        by_record, name = looked.by_record, f"{key}.{looked.usage.cached}"
        found: ReviewEffort | None = cache.derived(
            ("effort", "judge", name, share), lambda: review_effort(run, share, confidences=by_record)
        )
        if found is not None:
            _show(found, name, variant)
    offer_to_ask(
        evaluation, terms, state.costs, "Sent are the texts of documents and the values extracted from them.", OPENED
    )


def _second_look(evaluation: OpenEvaluation, run: str) -> SecondLookState:
    known = server.store().judgements.count()
    task = ("second_look_of", server.url(), evaluation.id, evaluation.revision, known, run)

    def look() -> SecondLookState:
        found: SecondLookState = server.work(*task, instead="use fewer records")
        return found

    return cache.derived(task, look)


def _show(found: ReviewEffort, key: str, variant: str) -> None:
    st.markdown(f"**{found.sentence}**")
    st.caption(
        "A record is as sure as the least sure of its values. Missing values have no confidence and are not counted."
    )
    if not found.whole.count:
        return
    if found.whole.promised is None and found.audits:
        st.caption("Audits: values drawn at random from the accepted ones. *Passed*: if as many are wrong as here.")
        percent = st.column_config.NumberColumn(format="%.0f%%")
        st.dataframe(audit_table(found.audits), hide_index=True, column_config={"Passed": percent}, width="content")
    _curve(found, key)
    _fields(found)
    _records(found, key, variant)


def _curve(found: ReviewEffort, key: str) -> None:
    chosen: Any = st.selectbox(
        "Curve of", [_WHOLE, *found.per_field], key=f"fields.effort.of.{key}", width=320,
        format_func=lambda path: path or "whole records",
    )  # fmt: skip
    one = found.per_field[chosen] if chosen else found.whole
    colour = text_colour()
    st.plotly_chart(
        cache.derived(("risk", key, chosen, found.target, colour), lambda: risk_figure(one, found.target, colour)),
        key=f"fields.effort.curve.{chosen}",
        config={"displayModeBar": False},
        theme=None,
        alt="Risk-coverage curve: share of wrong values among the surest part that is accepted.",
    )
    st.caption("The same curve as a table")
    percent = st.column_config.NumberColumn(format="%.1f%%")
    columns = dict.fromkeys(("Accepted", "Wrong, %", "From, %", "To, %"), percent)
    st.dataframe(
        risk_table(one), hide_index=True, height=200, placeholder="–",
        column_config={**columns, "Confidence from": st.column_config.NumberColumn(format="%.6g")},
    )  # fmt: skip


def _fields(found: ReviewEffort) -> None:
    number = st.column_config.NumberColumn
    st.caption("By field: the part of its values that can be accepted")
    st.dataframe(
        effort_by_field(found.per_field), hide_index=True, placeholder="–",
        column_config={
            "Field": st.column_config.TextColumn(pinned=True),
            "Keeps it here": number(format="%.0f%%", help="The largest part that keeps the target in these records."),
            "Shown to keep it": number(
                format="%.0f%%", help="The largest part that is shown to keep it in all such records, at 95%."
            ),
            "From": number(format="%.6g", help="The confidence from which values are in the shown part."),
            "Area": number(format="%.3f", help="Under the risk-coverage curve: lower is better."),
        },
    )  # fmt: skip


def _records(found: ReviewEffort, key: str, variant: str) -> None:
    if not found.review:
        return
    more = f" The first {_LISTED} are shown." if len(found.review) > _LISTED else ""
    st.caption(f"Records to review, least sure first.{more} Tick one to see it.")
    rows = pd.DataFrame({"Record": [str(one) for one in found.review[:_LISTED]]})
    columns = {"Record": st.column_config.TextColumn()}
    ticked = show_table(rows, f"fields.effort.records.{key}.{found.target}", columns, height=200)
    if ticked is not None:
        go_to_records(a=variant, record=str(rows["Record"].iloc[ticked]))
