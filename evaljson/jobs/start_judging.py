"""Starts a process that asks a judge, and passes it the key."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys

from evaljson.jobs.owner import new_owner
from evaljson.judge import Secret
from evaljson.store import Job, Store
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of
from evaljson.workspace.model_asking import TERMS, ModelTerms


def start_judging(
    store: Store,
    evaluation: str,
    key: Secret | str | None,
    limits: Limits,
    *,
    by: str,
    meant: JudgeChoice | None = None,
    of_server: bool = False,
    terms: ModelTerms | None = None,
) -> tuple[subprocess.Popen[bytes], Job]:
    """Start the process with a job it owns from the beginning, so that its death interrupts the job.

    `meant` is the judge that the key is for; by default the evaluation's current one. `of_server`: the key is that of
    the server. With `terms` the model is asked about these, otherwise about pairs.
    """
    meant = meant or choice_of(store.evaluations.get(evaluation).settings)
    process = subprocess.Popen(
        [sys.executable, "-m", "evaljson.jobs.judging_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **store.environment},
        start_new_session=True,  # Ctrl-C on the server's terminal is not meant for a job
    )
    assert process.stdin is not None
    try:
        owner = new_owner(process.pid)
        kind, payload = JUDGE, limits.as_json()
        if terms is not None:
            kind, payload = terms.kind, {**payload, TERMS: terms.as_json()}
        job = store.jobs.start(kind, payload, owner, by=by, evaluation=evaluation)
    except BaseException:
        process.kill()
        process.wait()
        raise
    order = {
        "job": job.id, "owner": owner, "key": key.reveal() if isinstance(key, Secret) else key,
        "meant": None if meant is None else meant.as_json(), "of_server": of_server,
    }  # fmt: skip
    with contextlib.suppress(OSError):  # it has died already; the pool will notice
        process.stdin.write(json.dumps(order).encode() + b"\n")
        process.stdin.close()
    return process, job
