"""The History section of Overview: a chart of all runs, its table, and the schema version behind a run."""

from __future__ import annotations

from datetime import UTC, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

import streamlit as st

from evaljson.report.history.another_file import run_of_file_before
from evaljson.report.history.schema_diff import schema_diff
from evaljson.report.history.trend import Point, Trend
from evaljson.report.history.trend_figure import DRAWN, moment, since_before, trend_figure, trend_table
from evaljson.store import SchemaVersion
from evaljson.ui.overview.variant_choice import chosen_run, open_run
from evaljson.ui.session import cache, open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import clicked_data, show_chart
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.file_fields import fields_of_runs, in_bold
from evaljson.ui.shared.parts import plain, text_colour
from evaljson.ui.shared.run_trend import history_key
from evaljson.ui.shared.text_width import text_width
from evaljson.ui.shared.version_message import quoted, whole
from evaljson.wording.words import counted, person, points
from evaljson.workspace.review_outcome import corrected_by

_FIGURE, _TABLE = "overview.trend", "overview.history"
_LONGEST = 20_000
"""Characters of a difference that are shown."""


_AT_ONCE: Final = timedelta(minutes=1)
"""Between runs of one click, which need not end in the same minute of the clock."""


def show_trend(evaluation: OpenEvaluation, trend: Trend) -> None:
    """Draw the chart if there is more than one round of scoring, and the run that is open."""
    st.subheader("History", anchor=False)
    if len(trend.rounds) < 2:
        _say_first(trend)
        return
    zone, colour = _zone(), text_colour()
    st.caption(
        "One column per change of the figures. ↦ marks what changed since the column before: gold, schema, options, "
        "judge, its answers, software, files or variants. Small marks: known from an earlier column, not scored again. "
        "Dotted lines connect the runs of a variant under the same gold, schema, options, judge and software, past any "
        "under others. Filled marks: shown now. Click a run for its schema version." + _left_out(trend)
    )
    show_chart(
        cache.derived(
            ("trend", *history_key(evaluation), colour, str(zone)), lambda: trend_figure(trend, colour, zone)
        ),
        _FIGURE,
        "Line chart: F1 of each variant over time, joined where "
        "gold, schema, options, judge, its answers and software are the same.",
        on_click=_open_clicked,
    )
    chosen = chosen_run(trend)
    point = next((point for _, point in trend.points() if point.run == chosen), None)
    if point is not None:
        _show_run(evaluation, point, trend, zone)
    with st.expander("The same runs as a table"):
        _show_table(evaluation, trend, zone)


def _say_first(trend: Trend) -> None:
    if not trend.rounds:
        st.caption(f"No run has figures yet.{_left_out(trend)}")
        return
    first_round, zone = trend.rounds[0], _zone()
    first, last = (pick(point.when for point in first_round.points) for pick in (min, max))
    is_at_once = last - first < _AT_ONCE
    to = "" if is_at_once else f" to {moment(last, zone)}"
    when = f"Scored {'once, on' if is_at_once else 'from'} {moment(first, zone)}{to}"
    st.caption(
        f"{when}, schema version {first_round.version}.{_left_out(trend)}",
        help="The next run of the same variant, or under other settings, starts a chart.",
    )


def _left_out(trend: Trend) -> str:
    failed = f" {counted(trend.failed, 'run')} failed and {'has' if trend.failed == 1 else 'have'} no figures."
    drawn = f" The chart shows the last {DRAWN} columns; the table has all." if len(trend.rounds) > DRAWN else ""
    return f"{failed if trend.failed else ''}{drawn}"


def _show_table(evaluation: OpenEvaluation, trend: Trend, zone: tzinfo) -> None:
    number = st.column_config.NumberColumn(format="%.1f")
    table = cache.derived(("trend table", *history_key(evaluation), str(zone)), lambda: trend_table(trend, zone))
    st.dataframe(
        table,
        hide_index=True,
        placeholder="–",
        key=_TABLE,
        on_select=lambda: _open_ticked(trend),
        selection_mode="single-row",
        column_config={
            "When": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm"),
            **dict.fromkeys(("F1", "Precision", "Recall"), number),
            "Since before": st.column_config.TextColumn(width=text_width(table["Since before"])),
        },
    )


def _show_run(evaluation: OpenEvaluation, point: Point, trend: Trend, zone: tzinfo) -> None:
    """Draw the run that was clicked, and the schema version behind it."""
    with st.container(border=True):
        st.markdown(
            f"**{plain(point.variant)}: F1 {points(point.f1)}** over {counted(point.records, 'record')} (precision "
            f"{points(point.precision)}, recall {points(point.recall)}), scored on {moment(point.when, zone)} "
            f"by {plain(person(point.who), 40)}."
        )
        if point.f1_before is not None:
            was = run_of_file_before(trend, point)
            fields = "" if was is None else fields_of_runs(was, point.run, in_bold)
            st.markdown(f"Since before: {since_before(point, zone)}. {fields}".rstrip())
        corrected = _corrected_by(evaluation, point.run)
        if corrected is not None:
            st.markdown(f"✎ It was scored against gold as corrected in the review “{plain(corrected, 80)}”.")
        version = trend.versions.get(point.version)
        if version is not None:
            _show_version(version, trend.versions.get(version.parent or 0), zone)
        with st.container(horizontal=True):
            if version is not None:
                _download(version)
            st.button("Close", key="overview.close-run", on_click=open_run, args=(None,))


def _corrected_by(evaluation: OpenEvaluation, run: str) -> str | None:
    """Return the name of the review that corrected the gold of a run; None for other gold."""

    def read() -> str | None:
        store = server.store()
        return corrected_by(store, evaluation.id).get(store.runs.get(run).gold)

    found: str | None = cache.derived(("corrected by", evaluation.revision, run), read)
    return found


def _show_version(version: SchemaVersion, before: SchemaVersion | None, zone: tzinfo) -> None:
    message = f": {said}" if (said := quoted(version)) else ", without a message"
    by = plain(person(version.author), 40)
    st.markdown(
        f"Schema version {version.number}, {moment(version.created, zone)} by {by}{message}.", help=whole(version)
    )
    if before is not None:
        changed = schema_diff(before.schema, version.schema)
        st.caption(f"Changes from version {before.number}:" if changed else f"The same as version {before.number}.")
        if changed:
            st.code(changed[:_LONGEST], language="diff")


def _download(version: SchemaVersion) -> None:
    download_button(
        f"Download version {version.number}",
        version.content.encode("utf-8", "surrogatepass"),
        f"eval_schema_v{version.number}.json",
        "application/json",
        evaluation=open_evaluation.current().id,
        key="overview.version",
    )


def _open_clicked() -> None:
    data = clicked_data(st.session_state[_FIGURE])
    if data:
        open_run(str(data[0]))


def _open_ticked(trend: Trend) -> None:
    rows = st.session_state[_TABLE].get("selection", {}).get("rows", [])
    shown = trend.newest_first()
    if rows and rows[0] < len(shown):
        open_run(shown[rows[0]].run)


def _zone() -> tzinfo:
    """Return the reader's time zone; UTC if the browser does not report one."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, OSError, KeyError):
        return UTC
