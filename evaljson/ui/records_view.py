"""The Records page: a list to choose from, and one record leaf by leaf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from evaljson.report.id_keys import id_labels
from evaljson.report.losses import record_losses, records_with, worsening, worst_first
from evaljson.report.reading import fates_by_place
from evaljson.report.record_html import record_table
from evaljson.report.record_rows import Row, record_rows
from evaljson.report.words import BY_STATUS, counted, points
from evaljson.results.model import RecordResult, RunResult
from evaljson.ui import state
from evaljson.ui.address import pick, seed, widget_key
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.metrics_view import choose_metric, metric_column, run_metric
from evaljson.ui.parts import plain
from evaljson.ui.reading import show_fate

ANY_STATUS, ANY_FIELD, NO_SECOND = "any result", "every field", "nothing"
ANY_CHANGE, WORSE, BETTER = "any", "worse", "better"
CHANGES = {ANY_CHANGE: "any change", WORSE: "got worse", BETTER: "got better"}
ROWS = 200
"""Rows of one record shown at a time."""
_RECORD = widget_key("records", "record")


@dataclass(frozen=True, slots=True)
class Filters:
    """What the Records page shows; None: no such filter."""

    a: str
    b: str | None
    status: str | None
    field: str | None
    change: str | None
    """Records that got WORSE or BETTER from `a` to `b`, in `field` where there is one."""
    most: float
    """Highest F1, 0..1."""

    def order(self) -> str:
        """How the records are sorted, in words."""
        if self.change is None:
            return "worst first"
        return "what got worst first" if self.change == WORSE else "what got best first"

    def address(self) -> dict[str, str | None]:
        """As it stands in the address."""
        return {"a": self.a, "b": self.b, "status": self.status, "field": self.field, "change": self.change}


def choose(runs: dict[str, RunResult]) -> Filters:
    """The filters, as chosen."""
    first, second, third, fourth, fifth = st.columns([3, 3, 3, 4, 3])
    names = list(runs)
    with first:
        a = pick("Variant", "a", names, page="records")
    with second:
        b = pick(
            "Beside it", "b", [NO_SECOND, *(name for name in names if name != a)], page="records", default=NO_SECOND
        )
        change = _choose_change(a, b) if b in runs else ANY_CHANGE
    fields = list(
        dict.fromkeys(field for name in (a, b) if name in runs for field in runs[name].table.tallies.rows.fields)
    )
    with third:
        status = pick(
            "With result",
            "status",
            [ANY_STATUS, *BY_STATUS],
            page="records",
            default=ANY_STATUS,
            show=_status_label,
            help="Records with at least one such result.",
        )
    with fourth:
        field = pick("In field", "field", [ANY_FIELD, *fields], page="records", default=ANY_FIELD)
    with fifth:
        most = st.slider("F1 at most", 0, 100, 100, key="records.most")
    return Filters(
        a,
        b if b in runs else None,
        status if status in BY_STATUS else None,
        field if field != ANY_FIELD else None,
        change if change != ANY_CHANGE else None,
        most / 100,
    )


def _choose_change(a: str, b: str) -> str:
    return pick(
        "Change",
        "change",
        list(CHANGES),
        page="records",
        default=ANY_CHANGE,
        show=lambda change: CHANGES.get(change, change),
        help=f"From {plain(a, 40)} to {plain(b, 40)}, in the chosen field; the greatest change first.",
    )


def _status_label(status: str) -> str:
    return BY_STATUS[status].label if status in BY_STATUS else status


def matching(runs: Mapping[str, RunResult], keys: Mapping[str, str], chosen: Filters) -> list[int]:
    """Positions in the first variant of the records that pass: worst first, or the greatest change first."""
    run, key, field = runs[chosen.a], keys[chosen.a], chosen.field
    f1, _ = state.derived(("losses", key), lambda: record_losses(run))
    passed = state.derived(("with", key, chosen.status, field), lambda: records_with(run, chosen.status, field))
    if chosen.b is not None and chosen.change is not None:
        other = runs[chosen.b]
        worse = state.derived(("change", key, keys[chosen.b], field), lambda: worsening(run, other, field))
        change = worse if chosen.change == WORSE else -worse
        # A field that is new in the other variant has no result in this one: the change alone decides.
        passed = (passed if chosen.status is not None else True) & (change > 0)
        order = np.argsort(-change, kind="stable")
    else:
        order = state.derived(("order", key), lambda: worst_first(run))
    passed = passed & (f1 <= chosen.most + 1e-9)
    found: list[int] = order[passed[order]].tolist()
    return found


def labels(run: RunResult, key: str) -> list[str]:
    """The ids of all records as text, by position."""
    return state.derived(("labels", key), lambda: id_labels([record.record_id for record in run.records]))


def choose_record(run: RunResult, key: str, places: Sequence[int], order: str = "worst first") -> int:
    """The position of the record to show; previous and next by button or key. `order` says how they are sorted."""
    f1, _ = state.derived(("losses", key), lambda: record_losses(run))
    ids = labels(run, key)
    options = [ids[place] for place in places]
    shown = {ids[place]: f"{ids[place][:80]} · F1 {points(float(f1[place]))}" for place in places}
    seed("record", options, page="records")
    left, middle, right = st.columns([2, 8, 2], vertical_alignment="bottom")
    at = options.index(st.session_state[_RECORD])
    with left:
        st.button(
            "← Previous",
            key="records.previous",
            on_click=_move,
            args=(options, at - 1),
            disabled=at == 0,
            shortcut="P",
            width="stretch",
        )
    with right:
        st.button(
            "Next →",
            key="records.next",
            on_click=_move,
            args=(options, at + 1),
            disabled=at + 1 == len(options),
            shortcut="N",
            width="stretch",
        )
    with middle:
        chosen = st.selectbox(
            f"Record {at + 1:,} of {len(options):,}, {order}",
            options,
            key=_RECORD,
            format_func=lambda one: shown.get(one, one),
        )
    return places[options.index(str(chosen))]


def _move(options: list[str], at: int) -> None:
    st.session_state[_RECORD] = options[at]


def show_list(run: RunResult, key: str, places: Sequence[int]) -> None:
    """All that pass the filters, with one whole-document metric on demand; ticking one opens it."""
    f1, loss = state.derived(("losses", key), lambda: record_losses(run))
    ids = labels(run, key)
    all_of_them = "The only record" if len(places) == 1 else f"All {counted(len(places), 'record')}"
    with st.expander(f"{all_of_them} as a list"):
        metric = choose_metric("records.metric")
        at = np.asarray(places, np.intp)
        frame = pd.DataFrame({"Record": [ids[place] for place in places], "F1": f1[at] * 100, "Lost weight": loss[at]})
        number = st.column_config.NumberColumn(format="%.1f")
        columns = {"F1": number, "Lost weight": number}
        if metric is not None:
            scores = run_metric(run, key, metric).scores
            frame[metric.title] = pd.array([scores[place] for place in places], dtype="Float64")
            columns[metric.title] = metric_column(metric)
        st.dataframe(
            frame,
            hide_index=True,
            height=260,
            placeholder="",
            key="records.list",
            selection_mode="single-row",
            on_select=lambda: _open(frame["Record"].tolist()),
            column_config=columns,
        )


def _open(ids: list[str]) -> None:
    rows = st.session_state["records.list"].get("selection", {}).get("rows", [])
    if rows:
        st.session_state[_RECORD] = ids[rows[0]]


def place_of(run: RunResult, key: str, record: RecordResult) -> int | None:
    """The position of the record with the same id in another run."""
    places: dict[object, int] = state.derived(
        ("places", key), lambda: {one.record_id: i for i, one in enumerate(run.records)}
    )
    return places.get(record.record_id)


def show_fates(evaluation: Evaluation, shown: Mapping[str, int]) -> None:
    """What was mended, by variant, of the record at its position in the run; or why it could not be read."""
    id_key = evaluation.schema.get("x-eval-id")
    for name, place in shown.items():
        run, loaded = evaluation.runs[name], evaluation.variants[name]
        found = state.derived(("fates", evaluation.run_key(name)), partial(fates_by_place, run, loaded, id_key))
        if place in found:
            show_fate(name, found[place])


def show_record(evaluation: Evaluation, records: list[tuple[str, RecordResult]], field: str | None) -> None:
    """One record: gold and each variant, leaf by leaf."""
    for name, record in records:
        if record.extracted is None:
            st.warning(f"{plain(name)} has no usable record here: everything in gold counts as missing.")
    with st.container(horizontal=True, vertical_alignment="center"):
        only = st.toggle("Only differences", value=True, key="records.only")
        compared = st.toggle(
            "Values as compared",
            key="records.compared",
            help="Shows what the transforms made of the values, where they changed them.",
        )
        of_field = field is not None and st.toggle(f"Only {plain(field, 40)}", value=True, key="records.of-field")
    rows = record_rows([record for _, record in records], evaluation.tree)
    shown = [row for row in rows if (row.is_difference or not only) and (row.field == field or not of_field)]
    st.markdown(_summary(records, rows, shown))
    if not shown:
        st.success("No differences here. Switch off what begins with “Only” to see more.")
        return
    part = _part(shown, field)
    st.html(record_table(part, [name for name, _ in records], compared, None if of_field else field))


def _part(shown: list[Row], field: str | None) -> list[Row]:
    """At most ROWS rows, beginning where the chosen field is."""
    if len(shown) <= ROWS:
        return shown
    starts = list(range(0, len(shown), ROWS))
    first = next((i for i, row in enumerate(shown) if row.field == field), 0)
    start = st.selectbox(
        "Rows",
        starts,
        index=first // ROWS,
        width=240,
        format_func=lambda at: f"{at + 1:,} to {min(at + ROWS, len(shown)):,} of {len(shown):,}",
    )
    return shown[start : start + ROWS]


def _summary(records: list[tuple[str, RecordResult]], rows: list[Row], shown: list[Row]) -> str:
    figures = " · ".join(f"{plain(name)}: F1 **{points(record.f1)}**" for name, record in records)
    hidden = len(rows) - len(shown)
    return f"{figures} · {counted(len(shown), 'row')}" + (f", {hidden:,} hidden" if hidden else "")


def show_empty_note(name: str, run: RunResult) -> None:
    """How many records produced nothing, which precision does not show."""
    if run.empty_records:
        st.caption(
            f"In {plain(name)}, {counted(run.empty_records, 'record')} produced nothing; precision counts as 100 there."
        )


def reset_filters() -> None:
    """All records again."""
    for name in ("status", "field", "record", "change"):
        state.choices().pop(name, None)
        st.session_state.pop(widget_key("records", name), None)
        if name in st.query_params:
            del st.query_params[name]
    st.session_state.pop("records.most", None)
