"""What a link to figures under a version of the eval schema shows, and what is said of it above the page.

Pages with figures show the stored runs of that version. Pages on which people change things show the current one:
nothing can be changed through an old version.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import streamlit as st

from evaljson.load.variant_names import called
from evaljson.store import Event, NotFound, SchemaVersion
from evaljson.ui.session import open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.read_evaluation import read_under_version
from evaljson.ui.session.version_asked import (
    SINCE,
    asked_version,
    keep_still,
    leave_version,
    mark_still_seen,
    note_still_current,
    still_current,
)
from evaljson.ui.shared.plain_text import plain
from evaljson.ui.shared.version_message import quoted, whole
from evaljson.wording.settings import setting_changes
from evaljson.wording.words import counted, person
from evaljson.workspace.earlier_runs import changed_under, earlier_runs, never_scored
from evaljson.workspace.history import in_words, when

_LISTED: Final = 60
_EVENTS: Final = 3
"""Changes that are named at most."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What the address leads to."""

    now: OpenEvaluation
    shown: OpenEvaluation
    """The earlier runs, or the current evaluation."""
    version: SchemaVersion | None = None
    """The version the link asks for, if it is not the current one; None also if there is no such version."""
    strange: str | None = None
    """What the address says instead of a version."""
    missing: Sequence[str] = ()
    """Why those runs cannot be shown."""
    newest: datetime | None = None
    """When the latest of the earlier runs was made."""
    unscored: Sequence[str] = ()
    """Variants that are not shown, as they were never scored under that version."""
    named: SchemaVersion | None = None
    """The version that the link asked for, where it is the current one or says the same."""
    since: Sequence[Event] = ()
    """What changed the results under that one."""


def open_link() -> Linked:
    """Open what the address leads to, at the top of a page with figures. Raises NotFound.

    A link to the current version becomes an ordinary address.
    """
    now = open_evaluation.open_evaluation()
    link = _asked_of(now)
    if link.version is None:
        named, since = _since(now)
        return replace(link, named=named, since=since)
    earlier = earlier_runs(server.store(), now.stored, link.version.number)
    missing = earlier.missing or tuple(map(never_scored, _of_address(earlier.unscored)))
    if missing:
        return replace(link, missing=missing)
    shown = read_under_version(now, link.version, earlier.runs)
    return replace(link, shown=shown, newest=earlier.newest, unscored=earlier.unscored)


def _of_address(variants: Sequence[str]) -> list[str]:
    """Return those of the variants that the address asks for."""
    asked = (called(name, variants) for key in ("a", "b", "more") for name in st.query_params.get_all(key))
    return list(dict.fromkeys(filter(None, asked)))


def _since(now: OpenEvaluation) -> tuple[SchemaVersion | None, Sequence[Event]]:
    """Return the version of a link to this content, and what was changed under it, until someone has seen that."""
    asked, current = still_current(now.id), current_version(now)
    version = None if asked is None else _version(now, asked)
    if version is not None and current is not None and version.meaning == current.meaning:
        since = changed_under(server.store(), now.stored, version)
        if since:
            keep_still(version.number)  # a reload says it again
        return version, since
    st.query_params.pop(SINCE, None)
    return None, ()


def _asked_of(now: OpenEvaluation) -> Linked:
    asked = asked_version()
    if asked is None:
        return Linked(now, now)
    version = _version(now, asked)
    if version is None:
        return Linked(now, now, strange=asked)
    current = current_version(now)
    if current is not None and current.meaning == version.meaning:
        note_still_current(now.id, version.number)  # or a change of the schema would make this a page of the past
        return Linked(now, now)
    return Linked(now, now, version)


def _version(now: OpenEvaluation, asked: str) -> SchemaVersion | None:
    """Return the version that an address names; None where there is none of that number, or it is no number."""
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 10
    try:
        return server.store().schemas.get(now.id, int(asked)) if is_number else None
    except NotFound:
        return None


def current_version(evaluation: OpenEvaluation) -> SchemaVersion | None:
    """Return the current version; None while there is no schema."""
    number = evaluation.stored.schema_number
    return None if number is None else server.store().schemas.get(evaluation.id, number)


def figures_version(evaluation: OpenEvaluation) -> int | None:
    """Return the version behind the figures on a page, for a link to them."""
    late = {run.schema_number for name in evaluation.outdated if (run := evaluation.scored_run(name))}
    if len(late) == 1 and set(evaluation.runs) <= set(evaluation.outdated):
        return next(iter(late))  # all of them wait to be scored again
    return evaluation.stored.schema_number


def show_version(link: Linked, page: str) -> None:
    """Say above a page with figures which version they belong to, or why they are not what the link asks for."""
    if link.strange is not None:
        _strange(link, page)
        return
    if link.version is None:
        _changed_since(link, page)
        return
    asked, current = link.version, current_version(link.now)
    with st.container(border=True):
        if link.missing:
            why = "; ".join(plain(reason, 200) for reason in link.missing)
            under = "" if link.now.outdated else f", under version {_number(current)}"
            note = f"⟲ **Results under {_named(asked)} cannot be shown any more:** {why}. You see today's{under}."
        else:
            newest = "" if link.newest is None else f", the newest of {when(link.newest)}"
            left_out = _left_out(link.unscored)
            note = (
                f"⟲ **The last results under {_named(asked)}{newest}.**{left_out} Current: version {_number(current)}."
            )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(note, help=whole(asked))
            _leave_button("Go on with today's" if link.missing else "Show current results", page)
        if current is not None:
            _changes(asked, current)


def show_version_line(evaluation: OpenEvaluation, page: str) -> None:
    """Say above a page on which people change things that the link is about another version."""
    link = _asked_of(evaluation)
    if link.strange is not None:
        _strange(link, page)
    elif link.version is not None:
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"⟲ Your link is about {_named(link.version)}. **This page shows and changes version "
                f"{_number(current_version(evaluation))}, the current one.** Other pages show the last results "
                "under yours.",
                help=whole(link.version),
            )
            _leave_button("Show current results everywhere", page)


def _left_out(variants: Sequence[str]) -> str:
    names = ", ".join(plain(name, 60) for name in variants)
    return f" Without {names}: never scored under it." if names else ""


def _changed_since(link: Linked, page: str) -> None:
    """Say of a link to the current version that it shows today's results, and what was changed under that version."""
    if link.named is None or not link.since:
        return
    said = "; ".join(
        f"**{plain(person(event.who), 40)}** {plain(in_words(event), 160)} ({when(event.moment)})"
        for event in link.since[-_EVENTS:]
    )
    more = f"; and {counted(len(link.since) - _EVENTS, 'change')} before" if len(link.since) > _EVENTS else ""
    number, current = link.named.number, _number(current_version(link.now))
    still = "still the current one" if str(number) == current else f"the same as version {current}, the current one"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"⟲ Your link names version {number} of the schema, {still}. **You see today's results under it.** "
            f"Changed since it was first scored: {said}{more}."
        )
        st.button("OK", key=f"version.still.{page}", on_click=mark_still_seen)


def _strange(link: Linked, page: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"! {plain(link.now.name, 60)} has no version “{plain(link.strange or '', 40)}” of the schema. "
            f"You see the current one, {_number(current_version(link.now))}."
        )
        _leave_button("OK", page)


def _leave_button(label: str, page: str) -> None:
    st.button(label, key=f"version.leave.{page}", on_click=leave_version)


def _number(version: SchemaVersion | None) -> str:
    return "none" if version is None else str(version.number)


def _named(version: SchemaVersion) -> str:
    """`version 12 of the schema (by Ann, 2026-11-14 10:00 UTC, “amounts to 1 %”)`."""
    message = f", {said}" if (said := quoted(version)) else ""
    by = plain(person(version.author), 40)
    return f"version {version.number} of the schema (by {by}, {when(version.created)}{message})"


def _changes(before: SchemaVersion, after: SchemaVersion) -> None:
    changes = setting_changes(before.schema, after.schema)
    lines = [
        f"- **{plain(change.path or 'the record', 80)}**: {plain(change.in_words(), 200)}"
        for change in changes[:_LISTED]
    ]
    if len(changes) > _LISTED:
        lines.append(f"- and {len(changes) - _LISTED:,} more")
    title = f"What changed from version {before.number} to {after.number}: {counted(len(changes), 'setting')}"
    with st.expander(title):
        st.markdown("\n".join(lines) or "Nothing that has an effect: only how it is written.")
