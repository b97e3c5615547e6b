"""A process that asks a judge for one evaluation: `python -m evaljson.jobs.asking`, started by a Pool.

The first line of its standard input says what to do, and has the key: not its arguments or environment, which other
processes can look at, and not the store.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, Final

from evaljson.jobs.owner import new_owner
from evaljson.jobs.worker import run_job
from evaljson.judge import Secret
from evaljson.plugins import load_plugins_of_environment
from evaljson.store import Job, Store, open_store
from evaljson.workspace.asking import JUDGE, ask
from evaljson.workspace.judging import Limits
from evaljson.workspace.scoring import Tell

_GRACE: Final = 30.0
"""Seconds that it has to end by itself once it is cancelled: requests in flight get two, then runs are stored."""


def start(
    store: Store, evaluation: str, key: Secret | str | None, limits: Limits, *, by: str
) -> tuple[subprocess.Popen[bytes], Job]:
    """Start one. Its job is its own from the first, so that whenever it dies, the job is seen to be interrupted."""
    process = subprocess.Popen(
        [sys.executable, "-m", "evaljson.jobs.asking"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **store.environment},
        start_new_session=True,  # Ctrl-C on the server's terminal is not meant for a job
    )
    assert process.stdin is not None
    try:
        owner = new_owner(process.pid)
        job = store.jobs.start(JUDGE, limits.as_json(), owner, by=by, evaluation=evaluation)
    except BaseException:
        process.kill()
        process.wait()
        raise
    said = {"job": job.id, "owner": owner, "key": key.reveal() if isinstance(key, Secret) else key}
    with contextlib.suppress(OSError):  # it has died already; whoever looks after jobs will see it
        process.stdin.write(json.dumps(said).encode() + b"\n")
        process.stdin.close()
    return process, job


def main() -> None:
    """Do what standard input says."""
    line = sys.stdin.readline()
    if not line:
        return  # whoever started it has died meanwhile
    said = json.loads(line)
    key = None if said["key"] is None else Secret(said["key"])
    load_plugins_of_environment()

    def work(store: Store, job: Job, tell: Tell) -> Mapping[str, Any]:
        assert job.evaluation is not None
        return ask(store, job.evaluation, key, Limits.of(job.payload), by=job.created_by, tell=tell)

    with open_store() as store:
        run_job(store, store.jobs.get(said["job"]), said["owner"], work, _GRACE)


if __name__ == "__main__":
    main()
