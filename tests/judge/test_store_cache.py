"""The cache in the workspace: what was answered is paid for once, whoever asks, and even after a SIGKILL."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evaljson import evaluate
from evaljson.judge import Judge, JudgeVerdict, MemoryCache
from evaljson.judge.store_cache import StoreCache
from evaljson.store import StoreError, open_store
from tests.judge.endpoint import Endpoint
from tests.judge.records import records, schema

KEYS = [f"{number:064x}" for number in range(4)]


def test_it_keeps_what_the_cache_in_memory_keeps(tmp_path: Path) -> None:
    kept, memory = StoreCache.at(folder=tmp_path), MemoryCache()
    for cache in (kept, memory):
        cache.write({KEYS[0]: JudgeVerdict(0.5, "half", "m", 10, 2), KEYS[1]: JudgeVerdict(1.0, "", "m")})
        cache.write({KEYS[0]: JudgeVerdict(0.0, "later", "m"), KEYS[2]: JudgeVerdict(0.0, "no", "n")})
    assert kept.read(KEYS) == memory.read(KEYS)
    assert len(kept) == len(memory) == 3
    kept.close()


def test_two_judges_over_one_workspace_pay_once(
    endpoint: Endpoint, judge: Callable[..., Judge], tmp_path: Path
) -> None:
    gold, extracted = records(30)
    first = evaluate(gold, extracted, schema(), judge=judge(cache=StoreCache.at(folder=tmp_path), batch_items=10))
    calls = len(endpoint.requests)
    again = evaluate(gold, extracted, schema(), judge=judge(cache=StoreCache.at(folder=tmp_path)))
    assert calls == 3
    assert len(endpoint.requests) == calls
    assert again.judged is not None
    assert (again.judged.cached, again.judged.asked, again.judged.tokens_in) == (30, 0, 0)
    assert (again.pooled_f1, again.per_field) == (first.pooled_f1, first.per_field)


def test_a_pickled_one_opens_the_same_workspace(tmp_path: Path) -> None:
    cache = StoreCache.at(folder=tmp_path)
    cache.write({KEYS[0]: JudgeVerdict(1.0, "same", "m")})
    copy = pickle.loads(pickle.dumps(cache))
    assert copy.read(KEYS) == cache.read(KEYS)
    copy.close()
    cache.close()


def test_the_environment_says_where_a_worker_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(folder=tmp_path) as store:
        for name, value in store.environment.items():
            monkeypatch.setenv(name, value)
        StoreCache.at().write({KEYS[0]: JudgeVerdict(1.0, "same", "m")})
        assert store.judgements.count() == 1


def test_a_store_that_cannot_be_written_stops_the_spending(judge: Callable[..., Judge], tmp_path: Path) -> None:
    cache = StoreCache(open_store(folder=tmp_path, busy_seconds=0.05))
    gold, extracted = records(4)
    with open_store(folder=tmp_path) as other, other._database.writing(), pytest.raises(StoreError, match="busy"):
        evaluate(gold, extracted, schema(), judge=judge(cache=cache))


WRITER = """
import sys
from evaljson.judge import JudgeVerdict
from evaljson.judge.store_cache import StoreCache
cache = StoreCache.at(folder=sys.argv[1])
for number in range(10_000):
    cache.write({f"{2 * number + i:064x}": JudgeVerdict(1.0, "same", "m") for i in range(2)})
    print(number, flush=True)
"""


def test_what_a_killed_process_had_written_is_there(tmp_path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(20):
        said = writer.stdout.readline()
    os.kill(writer.pid, signal.SIGKILL)
    said = ([said, *writer.stdout.readlines()])[-1]
    writer.wait()
    writer.stdout.close()
    with open_store(folder=tmp_path) as store:
        found = store.judgements.count()
        assert found >= 2 * (int(said) + 1)
        assert found % 2 == 0
        assert store.check().faults == ()
