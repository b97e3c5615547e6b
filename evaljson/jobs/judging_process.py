"""A process that asks a judge for one evaluation: `python -m evaljson.jobs.judging_process`, started by `asker`.

The first line of its standard input says what to do, and has the key: not its arguments or environment, which other
processes can look at, and not the store.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final

from evaljson.base.errors import EvaljsonError
from evaljson.base.plugins import load_plugins_of_environment
from evaljson.jobs.worker import run_job
from evaljson.judge import Secret
from evaljson.store import Job, Store, open_store
from evaljson.workspace.ask_judge import ask
from evaljson.workspace.judge_choice import JudgeChoice, Limits
from evaljson.workspace.scoring import Tell

_GRACE: Final = 30.0
"""Seconds that it has to end by itself once it is cancelled: requests in flight get two, then runs are stored."""


def main() -> None:
    """Do what standard input says."""
    line = sys.stdin.readline()
    if not line:
        return  # whoever started it has died meanwhile
    said = json.loads(line)
    key = None if said["key"] is None else Secret(said["key"])
    meant = None if said["meant"] is None else JudgeChoice(**said["meant"])
    load_plugins_of_environment()
    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())  # what was paid for is stored before it ends

    def work(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
        def told(share: float, message: str) -> None:
            tell(share, message)
            if ended.is_set():
                raise EvaljsonError("it was stopped with the server; what was answered is kept, so go on with it.")

        assert job.evaluation is not None
        limits = Limits.of(job.payload)
        return ask(store, job.evaluation, key, limits, by=job.created_by, tell=told, meant=meant)

    with open_store() as store:
        run_job(store, store.jobs.get(said["job"]), said["owner"], work, _GRACE)


if __name__ == "__main__":
    main()
