"""Asks a judge for one evaluation: `python -m evaljson.jobs.judging_process`, started by `start_judging`.

The first line of standard input holds the order and the API key. The key is never in the arguments or the environment,
which other processes can read, nor in the store.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final

from evaljson.base.errors import EvaljsonError
from evaljson.base.limits import use_app_defaults
from evaljson.base.memory_limit import bound_memory
from evaljson.base.plugins import load_plugins_of_environment
from evaljson.jobs.model_terms import terms_of
from evaljson.jobs.worker import run_job
from evaljson.judge import Secret
from evaljson.store import Job, Store, open_store
from evaljson.workspace.ask_judge import ask
from evaljson.workspace.judge_choice import JudgeChoice, Limits
from evaljson.workspace.model_asking import ask_model
from evaljson.workspace.scoring import Tell

_GRACE: Final = 30.0
"""Seconds until a cancelled process is ended: requests in flight get two, then runs are stored."""


def main() -> None:
    """Carry out the order on standard input."""
    line = sys.stdin.readline()
    if not line:
        return  # the process that started it has died
    order = json.loads(line)
    key = None if order["key"] is None else Secret(order["key"])
    meant = None if order["meant"] is None else JudgeChoice(**order["meant"])
    load_plugins_of_environment()
    use_app_defaults()
    bound_memory()
    terminated = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: terminated.set())  # what was paid for is stored before it ends

    def work(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
        def tell_unless_terminated(share: float, message: str) -> None:
            tell(share, message)
            if terminated.is_set():
                raise EvaljsonError("it was stopped with the server; the answers so far are stored, so ask again.")

        assert job.evaluation is not None
        limits = Limits.of(job.payload)
        terms = terms_of(job.kind, job.payload)
        if terms is not None:
            return ask_model(
                store, job.evaluation, key, limits, terms, by=job.created_by, tell=tell_unless_terminated, meant=meant,
                of_server=order["of_server"],
            )  # fmt: skip
        return ask(
            store, job.evaluation, key, limits, by=job.created_by, tell=tell_unless_terminated, meant=meant,
            of_server=order["of_server"],
        )  # fmt: skip

    with open_store() as store:
        run_job(store, store.jobs.get(order["job"]), order["owner"], work, _GRACE)


if __name__ == "__main__":
    main()
