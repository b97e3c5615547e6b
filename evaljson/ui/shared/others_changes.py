"""The line above a page that says who changed the figures on it, and what that did, until it is seen."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.base.listed import first_of
from evaljson.report.history.rescored import Moved, largest_first, way_of_the_rest
from evaljson.store import Event
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.news import News, latest_news, mark_seen
from evaljson.ui.session.version_asked import ask_for_version
from evaljson.ui.shared.plain_text import plain
from evaljson.wording.settings import setting_changes
from evaljson.wording.words import counted, person
from evaljson.workspace.earlier_runs import earlier_runs
from evaljson.workspace.history import in_words, when

_LISTED: Final = 3
"""How many changes, settings and variants are named at most."""


def show_others_changes(evaluation: OpenEvaluation) -> None:
    """Draw the line; nothing where others changed nothing, and on a page that shows an earlier version."""
    news = None if evaluation.is_earlier else latest_news(evaluation)
    if news is None:
        return
    then = news.after or evaluation  # own changes since are no news
    settings = _settings(news, then)
    lines = (f"● {_who_did_what(news)}", settings, _figures(news, then))
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown("  \n".join(filter(None, lines)))
        with st.container(horizontal=True, width="content"):
            number = news.before.stored.schema_number
            if settings and number is not None and not earlier_runs(server.store(), evaluation.stored, number).missing:
                st.button(
                    f"Show version {number}", key="news.before", on_click=_show_before, args=(number,),
                    help="Figures as you last saw them. Schema can restore that version.",
                )  # fmt: skip
            st.button("OK", key="news.seen", on_click=mark_seen)


def _show_before(number: int) -> None:
    mark_seen()
    ask_for_version(number)


def _who_did_what(news: News) -> str:
    """`**Ann** applied version 4 of the eval schema: “amounts to 1 %” (2026-11-14 10:00 UTC)`."""
    latest = news.events[-_LISTED:]
    earlier = len(news.events) - len(latest)
    told = "; ".join(f"**{plain(person(event.who), 40)}** {_did(event)} ({when(event.moment)})" for event in latest)
    return f"{told}; and {counted(earlier, 'change')} before" if earlier else told


def _did(event: Event) -> str:
    if event.version is None:
        return plain(in_words(event), 160)
    message = str(event.detail.get("name") or "")
    named = f": “{plain(message, 120)}”" if message and message != f"version {event.version}" else ""
    return f"applied version {event.version} of the eval schema{named}"


def _settings(news: News, then: OpenEvaluation) -> str:
    changes = setting_changes(news.before.schema, then.schema)
    named = "; ".join(plain(str(change), 120) for change in changes[:_LISTED])
    more = f"; and {counted(len(changes) - _LISTED, 'more setting')}" if len(changes) > _LISTED else ""
    return f"Settings: {named}{more}." if changes else ""


def _figures(news: News, then: OpenEvaluation) -> str:
    moves, waiting = [], []
    names_before = {variant.id: variant.name for variant in news.before.stored.variants}
    for variant in then.stored.variants:
        name, before = variant.name, names_before.get(variant.id)
        old, new = None if before is None else news.before.scored_run(before), then.scored_run(name)
        if name in then.outdated:
            waiting.append(plain(name, 40))
        elif old is not None and new is not None and old.id != new.id:
            moves.append(Moved(name, None, old.metrics["mean_f1"], new.metrics["mean_f1"]))
    in_order = largest_first(moves)
    named, others = in_order[:_LISTED], in_order[_LISTED:]
    said = "; ".join(f"{plain(one.variant, 40)} {one.in_words()}" for one in named)
    way = way_of_the_rest(named, others)
    way = way or ("" if any(one.by for one in others) else ", unchanged")
    more = f"; and {len(others):,} more{way}" if others else ""
    figures = f"F1: {said}{more}." if moves else ""
    late = f" Not scored yet: {first_of(waiting, _LISTED)}." if waiting and news.after is None else ""
    return f"{figures}{late}".strip() or "No F1 has moved."
