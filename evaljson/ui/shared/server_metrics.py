"""The metrics of this server as text: sessions, jobs, pages, store, memory and errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from streamlit.runtime import Runtime
from streamlit.runtime.stats import CounterStat, GaugeStat, Stat

from evaljson.store import Store, StoreError
from evaljson.store.column_types import now
from evaljson.store.topics.jobs import JobCount
from evaljson.ui.session import server
from evaljson.ui.session.measures import ERRORS, PAGE, STORE

_SESSIONS: Final = ("active_sessions", "session_events", "session_duration_seconds")
"""Families that Streamlit counts."""
_OPEN: Final = ("queued", "running")


def metrics_text(store: Store) -> str:
    """Return all metrics, also where the store cannot be read."""
    stats = [*_of_sessions(), *_of_store(store), *STORE.stats(), *PAGE.stats(), *_of_memory(), *ERRORS.stats()]
    return "\n".join([*_lines(stats), "# EOF\n"])


def _lines(stats: Iterable[Stat]) -> Iterable[str]:
    families: dict[str, list[Stat]] = {}
    for stat in stats:
        families.setdefault(stat.family_name, []).append(stat)
    for name, members in families.items():
        yield f"# TYPE {name} {members[0].type}"
        if members[0].unit:
            yield f"# UNIT {name} {members[0].unit}"
        yield f"# HELP {name} {members[0].help}"
        yield from (stat.to_metric_str() for stat in members)


def _of_sessions() -> Iterable[Stat]:
    if Runtime.exists():
        for stats in Runtime.instance().stats_mgr.get_stats(_SESSIONS).values():
            yield from stats


def _of_store(store: Store) -> Iterable[Stat]:
    try:
        counts: Sequence[JobCount] = store.jobs.counts()
    except StoreError:
        counts, can_be_read = (), 0
    else:
        can_be_read = 1
    yield GaugeStat("evaljson_store_up", can_be_read, None, "", "Whether the store can be read.")
    yield from _of_jobs(counts)


def _of_jobs(counts: Sequence[JobCount]) -> Iterable[Stat]:
    waiting = [one.oldest for one in counts if one.state == "queued"]
    oldest = int((now() - min(waiting)).total_seconds()) if waiting else 0
    about = "How long the job has waited that has waited for longest."
    yield GaugeStat("evaljson_oldest_queued_job_seconds", max(0, oldest), None, "seconds", about)
    for one in counts:
        labels = {"kind": one.kind, "state": one.state}
        if one.state in _OPEN:
            yield GaugeStat("evaljson_jobs", one.number, labels, "", "Jobs that wait or are worked on.")
        else:
            yield CounterStat("evaljson_ended_jobs", one.number, labels, "", "Jobs that have ended, by how.")
            about = "How long jobs that have ended took."
            yield CounterStat("evaljson_job_seconds", round(one.seconds), labels, "seconds", about)


def _of_memory() -> Iterable[Stat]:
    about = "Records and runs that all sessions share in memory."
    yield GaugeStat("evaljson_shared_cache_bytes", server.held().size, None, "bytes", about)
