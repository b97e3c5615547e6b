"""Scores on a cluster of two processes, one of which is killed. Run by test_dask.py in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from distributed import Client, LocalCluster

from evaljson.results.field_result import FieldResult
from evaljson.scale.stream import StreamProgress, evaluate_stream

BAD = "r100"
"""The id of a record whose chunk always fails."""


def fails_at_one(results: list[FieldResult]) -> list[FieldResult]:
    """Raise what nobody expects, in one chunk only."""
    if any(result.gold_value == "never" for result in results):
        raise RuntimeError("this chunk always fails")
    return results


def main() -> None:
    gold, extracted, schema, out, *more = sys.argv[1:]
    rows: Any = more[0] if more else "figures"
    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:

        def report(progress: StreamProgress) -> None:
            if progress.records and not killed:
                with Client(cluster) as client:
                    pids = client.run(os.getpid)
                killed.append(sorted(pids.values())[0])
                os.kill(killed[0], signal.SIGKILL)

        summary = evaluate_stream(
            gold, extracted, json.loads(schema), out, post_process=None if more else fails_at_one, rows=rows,
            chunk_bytes=int(more[1]) if more else 3000, dask=cluster.scheduler_address, report=report,
        )  # fmt: skip
    unscored = [[one.number, one.records, one.why] for one in summary.unscored]
    sys.stdout.write(json.dumps({"killed": killed, "unscored": unscored, "records": summary.total_records}) + "\n")


if __name__ == "__main__":
    main()
