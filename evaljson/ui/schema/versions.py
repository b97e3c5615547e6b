"""Versions of the schema: who, when, why and with which F1; what differs between two; restoring one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.report.history.schema_diff import schema_diff
from evaljson.store import SchemaVersion
from evaljson.ui.schema.apply_bar import versions_of
from evaljson.ui.schema.previews import TICK, Previews, previews
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.commit_schema import back_to
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.text_width import text_width
from evaljson.ui.shared.version_message import whole
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.settings import setting_changes
from evaljson.wording.short_names import OF_MESSAGE, begun, told_apart
from evaljson.wording.words import counted, person, points
from evaljson.workspace.earlier_runs import FILE, GOLD, OPTIONS, VersionFigure, figures_of_versions
from evaljson.workspace.history import when
from evaljson.workspace.versions import RESTORED

_LISTED, _LONGEST = 60, 20_000
_BEFORE_F1 = 4
"""Columns of the list before those of F1."""
_OTHER = "\\*"
_MARK = "*"
_NAMED = 3
_NOT_OF_TODAY = {FILE: "another file", GOLD: "other gold", OPTIONS: "other options, another judge or evaljson"}


def show_versions(evaluation: OpenEvaluation) -> None:
    """Show the list, and a comparison of two versions."""
    versions = versions_of(evaluation)
    if not versions:
        st.caption("There is no schema yet.")
        return
    of_runs = ("version list", evaluation.revision, *evaluation.run_ids.values())
    listed, other = cache.derived(of_runs, lambda: _list(evaluation))
    st.dataframe(
        listed,
        hide_index=True,
        key="schema.versions",
        placeholder="–",
        height=min(36 * (len(versions) + 1) + 4, 330),
        column_order=_with_message_last(listed),
        column_config=_columns(evaluation, listed),
    )
    st.caption(f"F1 under that version; – where it was not scored.{other} Versions are never deleted.")
    _compare(evaluation, versions)


def _list(evaluation: OpenEvaluation) -> tuple[pd.DataFrame, str]:
    """Return the versions as a table, newest first, and what is said of the figures in it that are not of today."""
    versions = versions_of(evaluation)
    figures = figures_of_versions(server.store(), evaluation.stored, versions)
    rows = []
    for version in versions:
        row: dict[str, Any] = {
            "number": version.number,
            "when": when(version.created),
            "who": person(version.author),
            "message": begun(version.message, OF_MESSAGE),
        }
        for place, variant in enumerate(evaluation.stored.variants):
            figure = figures.get((version.number, variant.id))
            row[f"f1 {place}"] = None if figure is None else _f1(figure)
        rows.append(row)
    return pd.DataFrame(rows[::-1]), _not_of_today(evaluation, figures)


def _with_message_last(listed: pd.DataFrame) -> list[str]:
    """Order the columns: a long message would push the figures out of a narrow window."""
    names = list(listed.columns)
    return [*names[:2], *names[_BEFORE_F1:], *names[2:_BEFORE_F1]]


def _not_of_today(evaluation: OpenEvaluation, figures: Mapping[tuple[int, str], VersionFigure]) -> str:
    """Say what the figures with a mark are of: `* is of another file (p2); of other gold (all variants).`"""
    variants = {variant.id: variant.name for variant in evaluation.stored.variants}
    of_what: dict[str, set[str]] = {}
    for (_, variant), figure in figures.items():
        for what in figure.other if figure.f1 is not None else ():
            of_what.setdefault(what, set()).add(variant)
    told = []
    for what, marked in of_what.items():
        named = [plain(name, 40) for variant, name in variants.items() if variant in marked]
        who = "all variants" if len(marked) == len(variants) > 1 else ", ".join(named[:_NAMED])
        more = f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED and who != "all variants" else ""
        told.append(f"{_NOT_OF_TODAY[what]} ({who}{more})")
    return f" {_OTHER} is of {'; of '.join(told)}." if told else ""


def _f1(figure: VersionFigure) -> str | None:
    if figure.f1 is None:
        return None
    return points(figure.f1) if figure.holds else f"{points(figure.f1)} {_MARK}"


def _columns(evaluation: OpenEvaluation, listed: pd.DataFrame) -> dict[str, Any]:
    column = st.column_config
    columns: dict[str, Any] = {
        "number": column.NumberColumn("Version", width=70),
        "when": column.TextColumn("When", width=166),
        "who": column.TextColumn("Who", width=text_width(listed["who"])),
        "message": column.TextColumn("Message"),
    }
    names = told_apart([variant.name for variant in evaluation.stored.variants], 30)
    for place, head in enumerate(f"F1 {name}" for name in names):
        columns[f"f1 {place}"] = column.TextColumn(head, width=text_width([head]))
    return columns


def _compare(evaluation: OpenEvaluation, versions: list[SchemaVersion]) -> None:
    known = {version.number: version for version in versions}
    current = evaluation.stored.schema_number or versions[-1].number
    numbers = sorted(known, reverse=True)
    before = known[current].parent or current
    left, right, restore = st.columns([3, 3, 2], vertical_alignment="bottom")
    with left:
        older: Any = st.selectbox(
            "From", numbers, numbers.index(before), key=f"schema.from.{current}", format_func=_named(known)
        )
    with right:
        newer: Any = st.selectbox(
            "To", numbers, numbers.index(current), key=f"schema.to.{current}", format_func=_named(known)
        )
    with restore:
        st.button(
            f"Restore version {older}",
            key="schema.restore",
            on_click=back_to,
            args=(known[older], f"{RESTORED}{older}"),
            **needs(
                "editor",
                disabled=known[older].sha256 == known[current].sha256,
                help="Makes it the current version again, as a new version.",
            ),
        )
    _show_whole_messages([known[number] for number in sorted({older, newer})])
    old, new = known[older].schema, known[newer].schema
    changes = setting_changes(old, new)
    if len(versions) == 1:
        st.caption("There is only one version so far, so there is nothing to compare.")
        return
    if not changes:
        same = known[older].meaning == known[newer].meaning
        why = "are the same eval schema: their F1 differs only where files or options do" if same else "set the same"
        st.caption(f"Versions {older} and {newer} {why}.")
        return
    lines = [f"- **{plain(c.path or 'the record', 80)}**: {plain(c.in_words(), 200)}" for c in changes[:_LISTED]]
    if len(changes) > _LISTED:
        lines.append(f"- and {len(changes) - _LISTED:,} more")
    st.markdown(f"From version {older} to {newer}, {counted(len(changes), 'change')}:\n\n" + "\n".join(lines))
    _figures(evaluation, known[older], known[newer])
    with st.expander("The same as JSON"):
        st.code(schema_diff(old, new)[:_LONGEST], language="diff")


def _show_whole_messages(versions: Iterable[SchemaVersion]) -> None:
    """Draw, folded, the messages of which the list and the boxes have the beginning."""
    for version in versions:
        message = whole(version)
        if message is not None:
            with st.expander(f"Whole message of version {version.number}"):
                st.markdown(message)


def _named(known: dict[int, SchemaVersion]) -> Any:
    def name(number: int) -> str:
        version = known[number]
        about = f": {begun(version.message, 60)}" if version.message else f", {person(version.author)[:30]}"
        return f"Version {number}{about}"

    return name


def _figures(evaluation: OpenEvaluation, older: SchemaVersion, newer: SchemaVersion) -> None:
    """Compare both versions on the current extractions; variants that take longer appear by themselves."""
    try:
        compared = _compared(evaluation, older, newer)
    except EvaljsonError as error:
        st.caption(f"Not compared on the same run: {plain(getattr(error, 'problem', str(error)), 300)}.")
        return
    if not _left(compared):
        _show_figures(older, newer, compared)
        return

    @st.fragment(run_every=TICK)
    def look() -> None:
        try:
            more = _compared(evaluation, older, newer)
        except EvaljsonError:
            st.rerun()  # the page says why
        if not _left(more):
            st.rerun()
        _show_figures(older, newer, more)

    look()


_Both = tuple[Previews, Previews]


def _compared(evaluation: OpenEvaluation, older: SchemaVersion, newer: SchemaVersion) -> _Both:
    """Score under both versions as many variants as there is time for. Raises InputError, StoppedError."""
    old, new = (previews(evaluation, version.schema, None) for version in (older, newer))
    return old, new


def _left(compared: _Both) -> int:
    """Count the variants that are not compared yet."""
    old, new = compared
    return len(set(old.waiting) | set(new.waiting))


def _show_figures(older: SchemaVersion, newer: SchemaVersion, compared: _Both) -> None:
    old, new = compared
    pairs = {
        name: (old.found[name].after.mean_f1, new.found[name].after.mean_f1) for name in old.found if name in new.found
    }
    digits = digits_together(pairs.values())
    rows = [(name, *in_points(*pair, digits)) for name, pair in pairs.items()]
    left = _left(compared)
    so_far = f" Comparing {counted(left, 'more variant')} …" if left else ""
    st.caption(f"Both versions on the current extractions:{so_far}")
    columns = ["Variant", f"F1, version {older.number}", f"F1, version {newer.number}", "Change"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, key="schema.version-figures")
