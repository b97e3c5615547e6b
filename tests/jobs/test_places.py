"""Which job waits for which others, by their kinds and the number of places."""

import pytest

from evaljson.jobs.places import has_to_wait
from evaljson.store import Job, Store
from evaljson.workspace.ask_judge import JUDGE
from evaljson.workspace.closed_books import CLOSED_BOOK
from evaljson.workspace.scoring import SCORE


def at_work(store: Store, kind: str) -> Job:
    store.jobs.create(kind, {}, by="ann")
    job = store.jobs.claim("one", [kind])
    assert job is not None
    return job


@pytest.mark.parametrize(
    ("kind", "running", "places", "waits"),
    [
        (SCORE, [], 1, False),
        (SCORE, [JUDGE], 1, True),
        (SCORE, [JUDGE], 2, False),
        (SCORE, [JUDGE, SCORE], 2, True),
        (JUDGE, [], 1, False),
        (JUDGE, [SCORE], 1, True),
        (JUDGE, [SCORE], 2, False),
        (JUDGE, [CLOSED_BOOK], 2, True),
        (CLOSED_BOOK, [JUDGE, JUDGE], 3, True),
        (CLOSED_BOOK, [JUDGE, SCORE], 3, False),
    ],
)
def test_a_job_waits_where_all_places_of_its_kind_are_taken(
    store: Store, kind: str, running: list[str], places: int, waits: bool
) -> None:
    assert has_to_wait(kind, [at_work(store, one) for one in running], places) is waits
