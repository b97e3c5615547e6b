"""A job at work, as pages show it: how far it is, and a button that cancels it."""

from __future__ import annotations

import contextlib
from typing import Final

import streamlit as st

from evaljson.base import limits
from evaljson.jobs.places import has_to_wait
from evaljson.store import NotAllowed, NotFound
from evaljson.store.topics.jobs import State
from evaljson.ui.session import server
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.parts import plain

_EVERY: Final = 0.5
"""Seconds between two looks at a job."""
AT_WORK: Final[tuple[State, ...]] = ("queued", "running")


@st.fragment(run_every=_EVERY)
def watch(
    which: str, doing: str, key: str, about: str = "", cancel_help: str | None = None, *, border: bool = True
) -> None:
    """Poll the job, and redraw the page once it has ended.

    `doing` is said until the job says more, `about` behind either, `cancel_help` where the pointer rests on Cancel; the
    button has the `key`. `border` draws a box around it, and says what it waits for: what nobody asked for is one line.
    """
    server.pool()  # a server that has begun no job yet must see, too, that the process of this one died with another
    try:
        job = server.store().jobs.get(which)
    except NotFound:
        return
    if job.state not in AT_WORK:
        st.rerun()
    message = "Waiting for its turn" if job.state == "queued" else job.message or doing
    with st.container(border=border, horizontal=True, vertical_alignment="center"):
        with st.container():
            st.progress(job.progress, text=f"{plain('Cancelling' if job.cancel_requested else message)}{about}")
            if job.state == "queued" and border:
                _say_why_it_waits(job.kind)
        st.button(
            "Cancel",
            key=key,
            on_click=_cancel,
            args=(which,),
            **needs("editor", disabled=job.cancel_requested, help=cancel_help),
        )


def _say_why_it_waits(kind: str) -> None:
    """Say what a job of this kind waits for, if others have all places."""
    known = limits.current()
    if has_to_wait(kind, server.unguarded().jobs.all(states=["running"]), known.jobs):
        st.caption(plain(known.says("jobs"), 300))


def _cancel(job: str) -> None:
    with contextlib.suppress(NotAllowed):  # the button is disabled for those who may not
        server.store().jobs.cancel(job)
