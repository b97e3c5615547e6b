"""Works off the queue of jobs: `python -m evaljson.jobs.worker`, a process started and woken by a Pool.

It takes jobs from the queue of the store that the environment names, one at a time. Once its standard input has ended,
it takes no other.

A second thread reports progress and learns of cancellation. Work that does not stop when it is cancelled is ended with
the process; the pool starts another. Where work keeps that thread from running, the pool kills the process
(overseer.py).
"""

from __future__ import annotations

import faulthandler
import logging
import math
import os
import select
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from evaljson.base import limits
from evaljson.base.errors import EvaljsonError
from evaljson.base.memory_limit import bound_memory
from evaljson.base.plugins import load_plugins_of_environment
from evaljson.jobs.kinds import KINDS, Work
from evaljson.jobs.overseer import SILENCE
from evaljson.jobs.owner import new_owner
from evaljson.store import Conflict, Job, NotFound, Store, StoreError, StoreUnavailable, open_store
from evaljson.workspace.ask_judge import JUDGE

logger = logging.getLogger(__name__)
BEAT: Final = 0.5
"""Seconds between two reports of progress."""
GRACE: Final = 3.0
"""Seconds until a process whose work was cancelled is ended."""
IDLE: Final = 5.0
"""Seconds after which an idle worker looks for jobs that other servers have queued."""


_SMALLER: Final = "split the files, or work on them on the command line"


class CancelledError(Exception):
    """The job was cancelled."""


class Progress:
    """The progress of the current job: set by the work, read by the thread that reports it."""

    def __init__(self) -> None:
        self.share, self.message = 0.0, ""
        self.stop = threading.Event()
        self.too_long: str | None = None
        """Why it was stopped, if it was for taking too long."""

    def __call__(self, share: float, message: str) -> None:
        """Set the progress. Raises CancelledError if the work should stop."""
        self.share, self.message = share, message
        if self.stop.is_set():
            raise CancelledError

    @property
    def stopped(self) -> dict[str, Any]:
        """How the job ends that was stopped."""
        return {"state": "cancelled"} if self.too_long is None else {"state": "failed", "error": self.too_long}


def work(store: Store, owner: str, is_told_to_end: Callable[[], bool] = lambda: False) -> None:
    """Do jobs until the queue is empty, or until told to end."""
    while not is_told_to_end() and (job := store.jobs.claim(owner, list(KINDS))) is not None:
        run_job(store, job, owner)


def run_job(store: Store, job: Job, owner: str, work: Work | None = None, grace: float = GRACE) -> None:
    """Do one job and store how it ended.

    `work` replaces the work of the job's kind; cancelled work has `grace` seconds to stop.
    """
    work = work or KINDS[job.kind]
    progress, done = Progress(), threading.Event()
    reporter = threading.Thread(target=_report, args=(store, job, owner, progress, done, grace), daemon=True)
    reporter.start()
    ending: dict[str, Any]
    try:
        ending = {"state": "done", "result": work(store, job, progress)}
    except CancelledError:
        ending = progress.stopped
    except EvaljsonError as error:
        ending = {"state": "failed", "error": str(error)}
    except MemoryError:
        ending = {"state": "failed", "error": limits.current().says("process_bytes", instead=_SMALLER)}
    except Exception as error:  # a plug-in may raise anything; the job must not stay open
        logger.exception("job %s failed", job.id)
        ending = {"state": "failed", "error": f"{type(error).__name__}: {error}"}
    finally:
        done.set()
        reporter.join()
    _store_ending(store, job, owner, ending)


def _store_ending(store: Store, job: Job, owner: str, ending: dict[str, Any]) -> None:
    """Store how a job ended, again and again while the store cannot be written.

    A job that stayed "running" in a process that lives on would keep everyone waiting until it counts as silent.
    """
    while True:
        try:
            store.jobs.finish(job.id, owner, **ending)
        except (Conflict, NotFound):
            logger.warning("job %s was taken away before it was done", job.id)
        except StoreUnavailable as error:
            logger.warning("cannot store how job %s ended: %s", job.id, error)
            time.sleep(BEAT)
            continue
        except StoreError as error:
            if ending["state"] == "failed":
                raise
            ending = {"state": "failed", "error": str(error)}
            continue
        return


def _report(store: Store, job: Job, owner: str, progress: Progress, done: threading.Event, grace: float) -> None:
    began, most = time.monotonic(), math.inf if job.kind == JUDGE else limits.value_of("job_seconds")
    stopped_at: float | None = None
    # The server kills a worker that falls silent. One that outlived its server ends itself, by a thread that needs no
    # lock of Python.
    faulthandler.dump_traceback_later(SILENCE, exit=True)
    while not done.wait(BEAT):
        faulthandler.dump_traceback_later(SILENCE, exit=True)
        try:
            goes_on = store.jobs.beat(job.id, owner, progress.share, progress.message)
        except StoreError as error:  # it may work again in a moment; the job goes on
            logger.warning("cannot store the progress of job %s: %s", job.id, error)
            continue
        if goes_on and time.monotonic() - began > most:
            goes_on, progress.too_long = False, limits.current().says("job_seconds", instead=_SMALLER)
        if not goes_on:
            progress.stop.set()
            stopped_at = stopped_at or time.monotonic()
            if time.monotonic() - stopped_at > grace and not done.is_set():
                store.jobs.finish(job.id, owner, **progress.stopped)
                os._exit(0)
    faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Work off the queue at each line on standard input and every few seconds; end with the input."""
    load_plugins_of_environment()
    limits.use_app_defaults()
    bound_memory()
    owner = new_owner()
    with open_store() as store:
        while True:
            try:
                work(store, owner, lambda: _input_ends(0.0))
            except StoreError as error:
                logger.warning("the store cannot be used: %s", error)
            if _input_ends(IDLE):
                return


def _input_ends(within: float) -> bool:
    """Wait for a line on standard input so many seconds; True if it has ended, as it has from then on."""
    ready, _, _ = select.select([sys.stdin], [], [], within)
    return bool(ready) and not os.read(sys.stdin.fileno(), 4096)


if __name__ == "__main__":
    main()
