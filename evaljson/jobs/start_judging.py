"""Has a judge asked in a process of its own, which gets the key: first the job waits, then it is begun."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field

from evaljson.jobs.owner import new_owner
from evaljson.judge import Secret
from evaljson.store import Job, Store
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.judge_choice import JudgeChoice, Limits, choice_of
from evaljson.workspace.model_asking import TERMS, ModelTerms


@dataclass(frozen=True, slots=True)
class JudgeOrder:
    """A job that waits to ask, with what is in the memory of its server alone."""

    job: str
    key: Secret | str | None = field(repr=False)
    meant: JudgeChoice | None
    """The judge that the key is for."""
    of_server: bool
    """Whether the key is that of the server."""


def wait_to_judge(
    store: Store,
    evaluation: str,
    key: Secret | str | None,
    limits: Limits,
    server: str,
    *,
    by: str,
    meant: JudgeChoice | None = None,
    of_server: bool = False,
    terms: ModelTerms | None = None,
) -> tuple[JudgeOrder, Job]:
    """Queue a job that the process of this name alone can begin, so that its death interrupts the job.

    `meant` is the judge that the key is for; by default the evaluation's current one. `of_server`: the key is that of
    the server. With `terms` the model is asked about these, otherwise about pairs.
    """
    meant = meant or choice_of(store.evaluations.get(evaluation).settings)
    kind, payload = JUDGE, limits.as_json()
    if terms is not None:
        kind, payload = terms.kind, {**payload, TERMS: terms.as_json()}
    job = store.jobs.wait(kind, payload, server, by=by, evaluation=evaluation)
    return JudgeOrder(job.id, key, meant, of_server), job


def start_judging(store: Store, order: JudgeOrder, server: str) -> subprocess.Popen[bytes] | None:
    """Start the process, and hand the job over to it; None if the job waits with this server no longer."""
    if not store.jobs.beat(order.job, server, 0.0):
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "evaljson.jobs.judging_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **store.environment},
        start_new_session=True,  # Ctrl-C on the server's terminal is not meant for a job
    )
    assert process.stdin is not None
    owner = new_owner(process.pid)
    try:
        is_taken = store.jobs.hand_over(order.job, server, owner)
    except BaseException:
        _kill(process)
        raise
    if not is_taken:
        _kill(process)
        return None
    told = {
        "job": order.job, "owner": owner, "key": order.key.reveal() if isinstance(order.key, Secret) else order.key,
        "meant": None if order.meant is None else order.meant.as_json(), "of_server": order.of_server,
    }  # fmt: skip
    with contextlib.suppress(OSError):  # it has died already; the pool will notice
        process.stdin.write(json.dumps(told).encode() + b"\n")
        process.stdin.close()
    return process


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
