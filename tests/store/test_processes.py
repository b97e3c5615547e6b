"""Several processes and threads at once; a process that is killed; forks and pickles."""

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from evaljson.store import Conflict, Store, open_store
from tests.store.conftest import extracted
from tests.store.kills import add_variants, kill_one, lost, processes, work

AT_ONCE = timedelta(seconds=-1)


@pytest.mark.parametrize("seed", range(5))
def test_a_writer_that_is_killed_leaves_the_old_or_the_new_state(url: str, seed: int) -> None:
    heard = kill_one(url, 2 * seed) + kill_one(url, 2 * seed + 1)
    with open_store(url) as store:
        assert store.check().faults == ()
        assert lost(store, heard) == []
        for job in store.jobs.all(states=["running"]):
            store.jobs.interrupt_silent(job)
        assert store.jobs.all(states=["running"]) == []


def test_processes_that_change_one_evaluation_lose_nothing(url: str, store: Store) -> None:
    made = store.evaluations.create("x", by="ann")
    started = [processes().Process(target=add_variants, args=(url, made.id, f"p{n}", 5)) for n in range(3)]
    for process in started:
        process.start()
    for process in started:
        process.join()
        assert process.exitcode == 0
    now = store.evaluations.get(made.id)
    assert {variant.name for variant in now.variants} == {f"p{n} {i}" for n in range(3) for i in range(5)}
    assert [event.revision for event in store.evaluations.history(made.id)] == list(range(1, 17))


def test_each_job_is_claimed_by_one_process_only(url: str, store: Store) -> None:
    jobs = [store.jobs.create("score", {}, by="ann").id for _ in range(20)]
    pipes, started = [], []
    for number in range(3):
        hears, says = processes().Pipe(duplex=False)
        process = processes().Process(target=work, args=(url, f"worker {number}", says))
        process.start()
        says.close()
        pipes.append(hears)
        started.append(process)
    done = [job for hears in pipes for job in hears.recv()]
    for hears, process in zip(pipes, started, strict=True):
        process.join()
        hears.close()
    assert sorted(done) == sorted(jobs)


def test_of_threads_that_saw_the_same_revision_one_wins(store: Store) -> None:
    made = store.evaluations.create("x", by="ann")

    def rename(number: int) -> bool:
        try:
            store.evaluations.rename(made.id, 1, f"by {number}", by=str(number))
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(rename, range(12))) == 1
    assert store.evaluations.get(made.id).revision == 2


def test_threads_that_store_the_same_records_store_them_once(store: Store) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: store.datasets.add(extracted(), "extracted", by="ann").id, range(12)))
    assert len(set(made)) == 1
    assert store.check().blobs == 2


def test_gc_beside_writers_takes_nothing_that_they_need(store: Store) -> None:
    def write(number: int) -> None:
        made = store.evaluations.create(f"{number}", by="ann", variants={"A": extracted()})
        store.evaluations.delete(made.id, 1, by="ann")
        store.evaluations.undelete(made.id, 2, by="ann") if number % 2 else None

    with ThreadPoolExecutor(4) as pool:
        writers = pool.map(write, range(20, 40, 2))
        for _ in range(5):
            store.gc(AT_ONCE)
        list(writers)
        list(pool.map(lambda _: store.evaluations.create("kept", by="ann", variants={"A": extracted()}), range(4)))
        store.gc(AT_ONCE)
    assert [
        store.datasets.load(store.evaluations.get(one.id).variants[0].dataset.id) for one in store.evaluations.all()
    ]
    assert store.check().faults == ()


def test_a_store_can_be_pickled_for_another_process(store: Store) -> None:
    made = store.evaluations.create("x", by="ann")
    with pickle.loads(pickle.dumps(store)) as copy:
        assert copy.evaluations.get(made.id) == made


FORKED = """
import os, sys
from evaljson.store import open_store
store = open_store(sys.argv[1])
made = store.evaluations.create("x", by="ann")
child = os.fork()
if child == 0:
    store.evaluations.rename(made.id, 1, "by the child", by="child")
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
now = store.evaluations.get(made.id)
store.evaluations.rename(made.id, now.revision, now.name + ", then by the parent", by="parent")
print(store.evaluations.get(made.id).name)
"""


def test_a_forked_process_opens_connections_of_its_own(url: str, forked: None) -> None:
    done = subprocess.run([sys.executable, "-c", FORKED, url], capture_output=True, text=True, check=False)
    assert done.stdout == "by the child, then by the parent\n", done.stderr
