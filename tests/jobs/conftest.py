"""A pool of real worker processes over a store of its own."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from evaljson.jobs import Pool
from evaljson.jobs.owner import is_gone
from evaljson.store import Job, Store
from tests.forked import popen
from tests.workspace.conftest import evaluation, store

__all__ = ["evaluation", "store"]
IMPORTED = (
    "evaljson.jobs.kinds",
    "evaljson.jobs.model_terms",
    "evaljson.jobs.page_work.desk",
    "evaljson.jobs.page_work.tasks",
    "openai",
)
PROCESSES = ("evaljson.jobs.worker", "evaljson.jobs.judging_process", "evaljson.jobs.page_work.process")
NOT_FORKING = subprocess.Popen
FORKING = popen(IMPORTED, PROCESSES)
PATIENCE = 60.0
"""Seconds until a test gives up; no test asserts how long something took."""


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers, and what else works beside a server, are forks of a process that has imported what they need."""
    if sys.platform == "linux":
        monkeypatch.setattr(subprocess, "Popen", FORKING)


@pytest.fixture
def started_afresh(forked: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """They import all of it themselves, as outside the tests."""
    monkeypatch.setattr(subprocess, "Popen", NOT_FORKING)


@pytest.fixture
def pool(store: Store) -> Iterator[Pool]:
    opened = Pool(store, workers=1)
    yield opened
    opened.close()


def wait_for(store: Store, job: Job, is_so: Callable[[Job], bool]) -> Job:
    """The job once it is so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = store.jobs.get(job.id)
        if is_so(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"the job is still {store.jobs.get(job.id)}")


def wait_until_gone(job: Job) -> None:
    """Wait until the process of a job has ended."""
    assert job.owner is not None
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if is_gone(job.owner):
            return
        time.sleep(0.05)
    raise AssertionError(f"the process of {job} is still there")


def ended(job: Job) -> bool:
    return job.state not in ("queued", "running")
