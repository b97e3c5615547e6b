"""Scores on a cluster of two processes, killing one each time. Run by test_dask.py in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import dask
from distributed import Client, LocalCluster

from evaljson.base.errors import InputError
from evaljson.results.field_result import FieldResult
from evaljson.scale import engines
from evaljson.scale.stream import StreamProgress, evaluate_stream

NOBODY = "nobody"
BAD = "r100"
"""The id of a record whose chunk always fails."""


def fails_at_one(results: list[FieldResult]) -> list[FieldResult]:
    """Raise what nobody expects, in one chunk only."""
    if any(result.gold_value == "never" for result in results):
        raise RuntimeError("this chunk always fails")
    return results


def main() -> None:
    """Score what the first argument lists, one after the other, and kill a worker at each; print what came of each."""
    if sys.argv[1] == NOBODY:
        sys.stdout.write(said_without_workers(*sys.argv[2:]) + "\n")
        return
    # A machine that stands still for a while must not cost a worker that is left: its nanny does not bring it back.
    dask.config.set({"distributed.scheduler.worker-ttl": None, "distributed.comm.timeouts.connect": "300s"})
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        said = [scored(cluster, **scoring) for scoring in json.loads(sys.argv[1])]
    sys.stdout.write(json.dumps(said) + "\n")


def said_without_workers(file: str, out: str) -> str:
    """Score on a cluster that has no worker, and return what is said of it."""
    engines.patience = lambda: 2.0
    with LocalCluster(n_workers=0, processes=True, dashboard_address=None) as cluster:
        try:
            evaluate_stream(file, file, {"type": "object", "x-eval-id": "id"}, out, dask=cluster.scheduler_address)
        except InputError as error:
            return str(error)
    return ""


def scored(cluster: LocalCluster, files: list[str], schema: Any, out: str, fails: bool, **options: Any) -> Any:
    killed: list[int] = []

    def report(progress: StreamProgress) -> None:
        if progress.records and not killed:
            with Client(cluster) as client:
                pids = client.run(os.getpid)
            killed.append(sorted(pids.values())[0])
            os.kill(killed[0], signal.SIGKILL)

    summary = evaluate_stream(
        *files, schema, out, post_process=fails_at_one if fails else None, chunk_bytes=3000,
        dask=cluster.scheduler_address, report=report, **options,
    )  # fmt: skip
    unscored = [[one.number, one.records, one.why] for one in summary.unscored]
    return {"killed": killed, "unscored": unscored, "records": summary.total_records}


if __name__ == "__main__":
    main()
