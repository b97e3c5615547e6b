"""Versions of the schema: who, when, why and with which F1; what differs between two, on the same run; restoring."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.schema_diff import schema_diff
from evaljson.store import SchemaVersion
from evaljson.ui.schema.apply_bar import versions_of
from evaljson.ui.schema.previews import previews
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.plain_text import shortened
from evaljson.ui.shared.rescore import back_to
from evaljson.wording.differences import in_points
from evaljson.wording.settings import setting_changes
from evaljson.wording.words import counted, person, points
from evaljson.workspace.history import when

_LISTED, _LONGEST = 60, 20_000


def show_versions(evaluation: OpenEvaluation) -> None:
    """The list, and two of them beside each other."""
    versions = versions_of(evaluation)
    if not versions:
        st.caption("There is no schema yet.")
        return
    st.dataframe(
        cache.derived(("version list", evaluation.revision, *evaluation.run_ids.values()), lambda: _list(evaluation)),
        hide_index=True,
        key="schema.versions",
        placeholder="–",
        height=min(36 * (len(versions) + 1) + 4, 330),
        column_config=_columns(evaluation),
    )
    st.caption("F1 is the newest figure under that version; – where it was not scored. Nothing here is ever deleted.")
    _compare(evaluation, versions)


def _list(evaluation: OpenEvaluation) -> pd.DataFrame:
    """Newest first."""
    figures: dict[tuple[int, str], Any] = {}
    for run in server.store().runs.all(evaluation.id):  # newest first
        figures.setdefault((run.schema_number, run.variant), run.metrics.get("mean_f1"))
    first: dict[str, int] = {}
    rows = []
    for version in versions_of(evaluation):
        same = first.setdefault(version.sha256, version.number)
        row: dict[str, Any] = {
            "number": version.number,
            "when": when(version.created),
            "who": person(version.author),
            "message": version.message,
        }
        for place, variant in enumerate(evaluation.stored.variants):
            found = figures.get((version.number, variant.id), figures.get((same, variant.id)))
            row[f"f1 {place}"] = None if found is None else points(found)
        rows.append(row)
    return pd.DataFrame(rows[::-1])


def _columns(evaluation: OpenEvaluation) -> dict[str, Any]:
    column = st.column_config
    found: dict[str, Any] = {
        "number": column.NumberColumn("Version", width="small"),
        "when": column.TextColumn("When"),
        "who": column.TextColumn("Who", width="small"),
        "message": column.TextColumn("Message"),
    }
    for place, variant in enumerate(evaluation.stored.variants):
        found[f"f1 {place}"] = column.TextColumn(f"F1 {shortened(variant.name, 30)}", width="small")
    return found


def _compare(evaluation: OpenEvaluation, versions: list[SchemaVersion]) -> None:
    known = {version.number: version for version in versions}
    current = evaluation.stored.schema_number or versions[-1].number
    numbers = sorted(known, reverse=True)
    before = known[current].parent or current
    left, right, restore = st.columns([3, 3, 2], vertical_alignment="bottom")
    with left:
        one: Any = st.selectbox(
            "From", numbers, numbers.index(before), key=f"schema.from.{current}", format_func=_named(known)
        )
    with right:
        other: Any = st.selectbox(
            "To", numbers, numbers.index(current), key=f"schema.to.{current}", format_func=_named(known)
        )
    with restore:
        st.button(
            f"Restore version {one}",
            key="schema.restore",
            disabled=known[one].sha256 == known[current].sha256,
            on_click=back_to,
            args=(known[one], f"restore version {one}"),
            help="Puts it in force again, as a new version.",
        )
    old, new = known[one].schema, known[other].schema
    changes = setting_changes(old, new)
    if len(versions) == 1:
        st.caption("There is one version so far: a second one can be compared with it.")
        return
    if not changes:
        st.caption(f"Versions {one} and {other} say the same.")
        return
    lines = [f"- **{plain(c.path or 'the record', 80)}**: {plain(c.in_words(), 200)}" for c in changes[:_LISTED]]
    if len(changes) > _LISTED:
        lines.append(f"- and {len(changes) - _LISTED:,} more")
    st.markdown(f"From version {one} to {other}, {counted(len(changes), 'change')}:\n\n" + "\n".join(lines))
    _figures(evaluation, known[one], known[other])
    with st.expander("The same as JSON"):
        st.code(schema_diff(old, new)[:_LONGEST], language="diff")


def _named(known: dict[int, SchemaVersion]) -> Any:
    def name(number: int) -> str:
        version = known[number]
        said = f": {version.message[:60]}" if version.message else f", {person(version.author)[:30]}"
        return f"Version {number}{said}"

    return name


def _figures(evaluation: OpenEvaluation, one: SchemaVersion, other: SchemaVersion) -> None:
    """Both versions on the extractions that are here now."""
    try:
        old, new = (previews(evaluation, version.schema, None) for version in (one, other))
    except EvaljsonError as error:
        st.caption(f"Not compared on the same run: {plain(getattr(error, 'problem', str(error)), 300)}.")
        return
    rows = []
    for name in old.found:
        if name in new.found:
            before, after = old.found[name].after.mean_f1, new.found[name].after.mean_f1
            rows.append((name, *in_points(before, after)))
    st.caption("Both on the same extractions, those that are here now:")
    columns = ["Variant", f"F1, version {one.number}", f"F1, version {other.number}", "Change"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, key="schema.version-figures")
    left = len(set(old.waiting) | set(new.waiting))
    if left and st.button(f"Work out {counted(left, 'more variant')}", key="schema.more-versions"):
        st.rerun()
