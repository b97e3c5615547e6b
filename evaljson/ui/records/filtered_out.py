"""A warning when filters hide the record that a link names: why, and a button that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import streamlit as st

from evaljson.report.fields.fault_kinds import BY_NAME
from evaljson.results.model import RunResult
from evaljson.ui.session.address import new_in_address, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.found_records import labels, losses, matching
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.record_filters import (
    BETTER,
    BROKE,
    EVERYTHING,
    FAULT,
    LABELS,
    LIKE,
    RESULTS,
    WORSE,
    Filters,
    reset_filters,
)
from evaljson.wording.words import points

_ASKED = "records.asked"
"""The hidden record, and what the page showed then: the warning lasts until that changes."""
_UNCHANGED = {WORSE: "it is not worse in {}", BETTER: "it is not better in {}", BROKE: "nothing broke in {}"}


def tell_if_filtered(
    evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, opened: str | None
) -> None:
    """Warn if the address names a record that exists but does not pass; `opened` is shown instead.

    Call it before the choices of the page go into the address.
    """
    names, asked = labels(runs[chosen.a], evaluation.run_key(chosen.a)), new_in_address("record")
    here = (evaluation.run_key(chosen.a), chosen, opened)
    if asked is not None and asked in names and asked != opened:
        st.session_state[_ASKED] = (asked, here)
    record, then = st.session_state.get(_ASKED, (None, None))
    if record is None or then != here:
        st.session_state.pop(_ASKED, None)
        return
    why = "; ".join(_reasons(evaluation, runs, chosen, names.index(record)))
    instead = "" if opened is None else f" You see {plain(opened, 60)} instead."
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(f"The link names **{plain(record, 60)}**, but these filters hide it now ({why}).{instead}")
        st.button("Show it without filters", key="records.unfiltered", on_click=_show, args=(record,))


def _show(record: str) -> None:
    reset_filters()
    st.session_state[widget_key("records", "record")] = record


def _reasons(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], chosen: Filters, place: int) -> Iterator[str]:
    """Yield why each filter hides the record."""
    alone, run = Filters(chosen.a, chosen.b), runs[chosen.a]

    def passes(filters: Filters) -> bool:
        return place in matching(evaluation, runs, filters)

    at_field = "" if chosen.field is None else f" at {plain(chosen.field, 60)}"
    if chosen.status is not None or chosen.change is None:
        status_filter = replace(alone, status=chosen.status, field=chosen.field)
        if not passes(status_filter):
            right = (
                at_field
                and chosen.status not in LABELS
                and not passes(replace(status_filter, status=FAULT))
                and passes(replace(status_filter, status="match"))
            )
            yield f"its {plain(chosen.field or '', 60)} matches now" if right else f"it has {_no(chosen)}{at_field} now"
    if chosen.change is not None and not passes(replace(alone, change=chosen.change, field=chosen.field)):
        yield _UNCHANGED[chosen.change].format(plain(chosen.b or "", 40)) + at_field
    if chosen.f1 != EVERYTHING and not passes(replace(alone, f1=chosen.f1)):
        yield f"its F1 is {points(float(losses(run, evaluation.run_key(chosen.a))[0][place]))} now"
    if chosen.kind is not None and run.types is not None and not passes(replace(alone, kind=chosen.kind)):
        yield f"its document type is {plain(run.types[place] or 'not known', 60)}"
    if chosen.text and not passes(replace(alone, text=chosen.text)):
        yield f"the search for “{plain(chosen.text, 60)}” does not find it"


def _no(chosen: Filters) -> str:
    if chosen.status is None:
        return "no result"
    if chosen.status.startswith(LIKE):
        return f"no error “{RESULTS[chosen.status].removeprefix('≈ ')}”"
    if chosen.status in LABELS:
        return f"no value with the mark “{LABELS[chosen.status]}”"
    return "no fault" if chosen.status == FAULT else f"no result “{BY_NAME[chosen.status].word}”"
