"""Scores with a judge and a cache in a file, and says how far it is: to be killed half way.

python -m tests.judge.killed URL CACHE
"""

import sys
from pathlib import Path

from evaljson import evaluate
from evaljson.judge import Judge, JudgeProgress
from tests.judge.filecache import FileCache
from tests.judge.records import records, schema

COUNT, BATCH, CONCURRENCY = 60, 4, 3


def tell(progress: JudgeProgress) -> None:
    sys.stdout.write(f"{progress.done}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    cache = FileCache(Path(sys.argv[2]))
    judge = Judge("fake", sys.argv[1], cache=cache, batch_items=BATCH, concurrency=CONCURRENCY, progress=tell)
    evaluate(*records(COUNT), schema(), judge=judge)
