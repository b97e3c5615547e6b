"""What others did to the open evaluation since this session last read it, where that moves figures."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from evaljson.store import Event
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import is_own_change

_NEWS: Final = "evaljson.news"
_SEEN_AFTER: Final = 30.0
"""Seconds after which the next click takes the news for seen."""
_NO_FIGURES: Final = (
    "renamed", "put the variants in order", "undeleted", "made review", "changed review", "renamed review",
    "deleted review", "undeleted review",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class News:
    """Changes of others that a person has not seen yet."""

    before: OpenEvaluation
    """As this person last saw it."""
    events: tuple[Event, ...]
    after: OpenEvaluation | None = None
    """As it was just before this person's own next change; None where they made none since."""
    shown: float | None = None
    """When it was first shown, on a steady clock."""


def heed_others(last: OpenEvaluation | None, now: OpenEvaluation) -> None:
    """Note what others changed between two readings of an evaluation; drop what is seen, and news of another one."""
    news: News | None = st.session_state.get(_NEWS)
    if last is None or last.id != now.id or _is_seen(news):
        news = None
    if last is not None and last.id == now.id and last.revision != now.revision and last.stored_runs:
        events = _moving(last, now)
        if events:
            news = News(news.before if news else last, (*(news.events if news else ()), *events))
        elif news is not None and news.after is None and _own(last, now):
            news = replace(news, after=last)
    st.session_state[_NEWS] = news


def latest_news(now: OpenEvaluation) -> News | None:
    """Return what is not seen yet, and note that it is shown."""
    news: News | None = st.session_state.get(_NEWS)
    if news is None or news.before.id != now.id:
        return None
    if news.shown is None:
        news = st.session_state[_NEWS] = replace(news, shown=time.monotonic())
    return news


def mark_seen() -> None:
    """Drop the news."""
    st.session_state[_NEWS] = None


def _is_seen(news: News | None) -> bool:
    return news is not None and news.shown is not None and time.monotonic() - news.shown > _SEEN_AFTER


def _own(last: OpenEvaluation, now: OpenEvaluation) -> bool:
    return any(is_own_change(now.id, revision) for revision in range(last.revision + 1, now.revision + 1))


def _moving(last: OpenEvaluation, now: OpenEvaluation) -> tuple[Event, ...]:
    """Return the changes since `last` that this session did not make and that can move figures."""
    before = {variant.id: variant.dataset.id for variant in last.stored.variants}
    same = {variant.id for variant in now.stored.variants if before.get(variant.id) == variant.dataset.id}
    return tuple(
        event
        for event in server.store().evaluations.history(now.id)
        if event.revision > last.revision
        and not is_own_change(now.id, event.revision)
        and event.what not in _NO_FIGURES
        and not (event.what == "changed variant" and event.detail.get("variant") in same)
    )
