"""A process that writes, and is killed with SIGKILL at a moment that chance picks.

`python -m tests.store.kills 200 [URL]` does it 200 times; the tests do it a few times on each database.
"""

import itertools
import multiprocessing
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

from evaljson.load import read_records
from evaljson.store import Conflict, Store, open_store

WRITES = 50
_CONTEXT = multiprocessing.get_context("forkserver")
if __name__ != "__main__":
    _CONTEXT.set_forkserver_preload([__name__])
Acknowledged = tuple[str, str, Any]
"""(what, id, what must be found at least)."""


def processes() -> Any:
    """Where processes come from that have imported everything already and share nothing else with this one."""
    return _CONTEXT


def writes(store: Store, tag: str) -> Iterator[Acknowledged]:
    """Write forever, all kinds of things; each is given once it is acknowledged."""
    owner = f"server {tag}"
    for number in itertools.count():
        rows = b"".join(b'{"id": "%d", "v": "%s %d"}\n' % (i, tag.encode(), number) for i in range(200))
        loaded = read_records(rows, name=f"{tag}-{number}.jsonl", kind="extracted")
        data = read_records(rows, name="gold.jsonl", kind="gold")
        one = store.evaluations.create(f"{tag} {number}", by=owner, gold=data, schema={"type": "object"})
        yield "revision", one.id, 1
        one = store.variants.add(one.id, one.revision, "A", loaded, by=owner)
        yield "records", one.variants[0].dataset.id, len(loaded.records)
        one = store.schemas.add(one.id, one.revision, {"type": "object", "n": number}, by=owner)
        yield "revision", one.id, 3
        assert one.gold is not None
        run = store.runs.add(
            one.id, one.variants[0].id, gold=one.gold.id, extracted=one.variants[0].dataset.id, schema_number=2,
            signature={"n": number}, metrics={"f1": 0.5}, table=rows, by=owner,
        )  # fmt: skip
        yield "run", run.id, rows
        store.settings.set(owner, "last", number, by=owner)
        yield "setting", owner, number
        job = store.jobs.create("score", {"n": number}, by=owner)
        yield "job", job.id, "queued"
        claimed = store.jobs.claim(owner)
        if claimed is not None and claimed.id == job.id:
            yield "job", job.id, "running"
            store.jobs.finish(job.id, owner)
            yield "job", job.id, "done"
        store.evaluations.delete(one.id, one.revision, by=owner)
        yield "revision", one.id, 4


def write(url: str, tag: str, said: Connection) -> None:
    """What the process does until it is killed."""
    with open_store(url) as store:
        for one in itertools.islice(writes(store, tag), WRITES):
            said.send(one)


def kill_one(url: str, seed: int) -> list[Acknowledged]:
    """Start a writer, kill it at some moment, and give what it had acknowledged by then."""
    chance = random.Random(seed)
    hears, says = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=write, args=(url, str(seed), says))
    process.start()
    says.close()
    heard: list[Acknowledged] = []
    wait_for, grace = chance.randrange(WRITES), chance.random() * 0.02
    try:
        while len(heard) < wait_for:
            heard.append(hears.recv())
        time.sleep(grace)
        process.kill()
        while True:
            heard.append(hears.recv())
    except (EOFError, ConnectionError):
        pass
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), "the writer failed before it was killed"
    process.close()
    hears.close()
    return heard


def lost(store: Store, heard: list[Acknowledged]) -> list[Acknowledged]:
    """What was acknowledged and is not there."""
    states = ["queued", "running", "done"]
    last = {(what, key): value for what, key, value in heard}
    found: dict[str, Any] = {
        "revision": lambda key, least: store.evaluations.get(key, deleted=True).revision >= least,
        "records": lambda key, count: len(store.datasets.load(key).records) == count,
        "run": lambda key, table: store.runs.table(key) == table,
        "setting": lambda key, least: store.settings.get(key, "last") >= least,
        "job": lambda key, least: states.index(store.jobs.get(key).state) >= states.index(least),
    }
    return [(what, key, value) for (what, key), value in last.items() if not found[what](key, value)]


def add_variants(url: str, evaluation: str, tag: str, count: int) -> None:
    """Add variants to an evaluation that others change at the same time, as a page would: look, try, look again."""
    with open_store(url) as store:
        for number in range(count):
            while True:
                seen = store.evaluations.get(evaluation)
                try:
                    loaded = read_records(b'{"id": "a"}\n', name="a.jsonl", kind="extracted")
                    store.variants.add(evaluation, seen.revision, f"{tag} {number}", loaded, by=tag)
                    break
                except Conflict:
                    continue


def work(url: str, owner: str, said: Connection) -> None:
    """Claim and finish jobs until there is none left."""
    with open_store(url) as store:
        done = []
        while job := store.jobs.claim(owner):
            assert store.jobs.beat(job.id, owner, 0.5)
            store.jobs.finish(job.id, owner)
            done.append(job.id)
        said.send(done)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        place = sys.argv[2] if len(sys.argv) > 2 else f"sqlite:///{folder}/evaljson.db"
        acknowledged = 0
        for round_ in range(int(sys.argv[1])):
            heard_ = kill_one(place, round_)
            acknowledged += len(heard_)
            with open_store(place) as opened:
                missing, faults = lost(opened, heard_), opened.check().faults
            assert (missing, faults) == ([], ()), f"round {round_}"
        sys.stdout.write(f"{sys.argv[1]} kills, {acknowledged} acknowledged writes, none lost, no faults\n")
