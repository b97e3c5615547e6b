"""Who asks a judge takes a place among the jobs of the server, waits for one, and leaves one to the others."""

import threading
from collections.abc import Callable, Iterator

import pytest

from evaljson.jobs import Pool
from evaljson.jobs.owner import new_owner
from evaljson.judge import Secret
from evaljson.store import Evaluation, Job, Store
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import ClosedBookTerms
from evaljson.workspace.pairing_gains import PAIRING
from evaljson.workspace.suggestions import SUGGEST
from tests.jobs.conftest import ended, forked, wait_for
from tests.judge.conftest import KEY
from tests.judge.endpoint import Endpoint
from tests.judge.workspace import chosen, evaluation, store

__all__ = ["evaluation", "forked", "store"]
pytestmark = pytest.mark.usefixtures("forked")
WithPlaces = Callable[[int], Pool]


@pytest.fixture
def with_places(store: Store) -> Iterator[WithPlaces]:
    opened: list[Pool] = []

    def pool(places: int) -> Pool:
        opened.append(Pool(store, workers=places))
        return opened[-1]

    yield pool
    for one in opened:
        one.close()


@pytest.fixture
def held(store: Store, evaluation: Evaluation, endpoint: Endpoint) -> Iterator[threading.Event]:
    """The judge of the evaluation answers once this is set."""
    endpoint.held = threading.Event()
    chosen(store, evaluation, endpoint)
    yield endpoint.held
    endpoint.held.set()


def is_running(job: Job) -> bool:
    return job.state == "running"


def assert_one_after_the_other(store: Store, first: Job, second: Job) -> None:
    first, second = (wait_for(store, job, ended) for job in (first, second))
    assert [(job.state, job.error) for job in (first, second)] == [("done", None)] * 2
    assert first.finished is not None
    assert second.started is not None
    assert first.finished <= second.started


def test_the_next_one_who_asks_waits_while_other_work_is_done(
    store: Store, with_places: WithPlaces, evaluation: Evaluation, endpoint: Endpoint, held: threading.Event
) -> None:
    pool = with_places(2)
    first = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann"), is_running)
    second = pool.ask(evaluation.id, key=Secret(KEY), by="bob", terms=ClosedBookTerms(("terms",), 5))
    assert wait_for(store, pool.submit(PAIRING, evaluation.id, by="cat"), ended).state == "done"
    assert [store.jobs.get(job.id).state for job in (first, second)] == ["running", "queued"]
    assert pool.ask(evaluation.id, key=KEY, by="dan", terms=ClosedBookTerms(("terms",), 5)).id == second.id
    held.set()
    assert_one_after_the_other(store, first, second)


def test_with_one_place_a_worker_leaves_it_to_who_asks_and_has_it_back_afterwards(
    store: Store, with_places: WithPlaces, evaluation: Evaluation, endpoint: Endpoint, held: threading.Event
) -> None:
    pool = with_places(1)
    wait_for(store, pool.submit(PAIRING, evaluation.id, by="cat"), ended)
    asking = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann"), is_running)
    later = pool.submit(SUGGEST, evaluation.id, by="cat")
    wait_for(store, asking, lambda found: bool(endpoint.requests) or ended(found))
    assert [job.id for job in store.jobs.all(states=["running"])] == [asking.id]
    assert len(pool._processes()) == 1
    held.set()
    assert_one_after_the_other(store, asking, later)


def test_who_cancels_while_waiting_asks_nothing_and_no_key_of_theirs_stays(
    store: Store, with_places: WithPlaces, evaluation: Evaluation, endpoint: Endpoint, held: threading.Event
) -> None:
    pool = with_places(1)
    first = wait_for(store, pool.ask(evaluation.id, key=Secret(KEY), by="ann"), is_running)
    second = pool.ask(evaluation.id, key="another key", by="bob", terms=ClosedBookTerms(("terms",), 5))
    assert "another key" not in repr(pool._waiting)
    store.jobs.cancel(second.id)
    held.set()
    wait_for(store, first, ended)
    wait_for(store, second, lambda _: (pool.wake(), not pool._waiting)[1])  # once the process of the first is gone
    assert store.jobs.get(second.id).state == "cancelled"
    assert {request.headers["authorization"] for request in endpoint.requests} == {f"Bearer {KEY}"}


@pytest.mark.parametrize("ends", ["stops", "died"])
def test_who_waits_with_a_server_that_ends_is_interrupted_with_it(
    ends: str, store: Store, with_places: WithPlaces, evaluation: Evaluation, held: threading.Event
) -> None:
    if ends == "stops":
        pool = with_places(1)
        pool.ask(evaluation.id, key=Secret(KEY), by="ann")
        waiting = pool.ask(evaluation.id, key=Secret(KEY), by="bob", terms=ClosedBookTerms(("terms",), 5))
        held.set()
        pool.close()
    else:
        gone = f"{new_owner().rsplit(':', 2)[0]}:999999999:abc"
        waiting = store.jobs.wait(JUDGE, {}, gone, by="ann", evaluation=evaluation.id)
        with_places(1)
    assert waiting.state == "queued"
    assert store.jobs.get(waiting.id).state == "interrupted"
