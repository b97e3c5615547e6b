"""A job that a page needs: begun by the page itself, once, watched while it works, and begun again on a click."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from evaljson.store import Job, StoreError
from evaljson.ui.session import author, server
from evaljson.ui.shared.job_watch import AT_WORK, watch
from evaljson.ui.shared.parts import plain

_LONGEST: Final = 300
"""Characters that are shown of why a job failed."""


@dataclass(frozen=True, slots=True)
class JobOfPage:
    """What a job is asked to do."""

    kind: str
    evaluation: str
    """The id."""
    state: Hashable
    """What the result depends on: a session asks once for each."""
    payload: Mapping[str, str] = field(default_factory=dict)

    @property
    def _key(self) -> str:
        return f"evaljson.asked.{self.kind}.{json.dumps(dict(self.payload), sort_keys=True)}"

    def begun(self) -> Job | None:
        """Return the last such job; begin it unless it is at work, or this session has asked for it by itself.

        Nobody clicked for it: where the store cannot take it, the last one is returned, or None.
        """
        job = self._last()
        if st.session_state.get(self._key) != self.state and (job is None or job.state not in AT_WORK):
            st.session_state[self._key] = self.state
            with suppress(StoreError):
                job = server.pool().submit(self.kind, self.evaluation, by=author.who(), payload=self.payload)
        return job

    def is_at_work(self) -> bool:
        """Check whether such a job waits or runs."""
        job = self._last()
        return job is not None and job.state in AT_WORK

    def is_to_come(self) -> bool:
        """Check whether such a job waits or runs, or the next look of this session will begin it."""
        return self.is_at_work() or st.session_state.get(self._key) != self.state

    def _last(self) -> Job | None:
        jobs = server.store().jobs.all(evaluation=self.evaluation)
        return next((one for one in jobs if one.kind == self.kind and one.payload == dict(self.payload)), None)

    def again(self) -> None:
        """Let the next look begin it again."""
        st.session_state.pop(self._key, None)


@dataclass(frozen=True, slots=True)
class JobWords:
    """What a page says of a job that it waits for, and the keys of its buttons."""

    doing: str
    cancel: str
    stopped: str
    """A clause, before "that was stopped"."""
    again: str
    again_key: str


def has_ended(asked: JobOfPage, words: JobWords) -> bool:
    """Watch the job, which is begun where it has to be; True if it ended without a result: the page has to try.

    Where it was stopped, draw why, and the button that begins it again.
    """
    job = asked.begun()
    if job is None or job.state == "done":
        return True
    if job.state in AT_WORK:
        watch(job.id, words.doing, words.cancel)
        return False
    why = f" {plain(job.error, _LONGEST)}" if job.error else ""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"{words.stopped}: that was stopped.{why}")
        st.button(words.again, key=words.again_key, on_click=asked.again)
    return False
