"""What a process keeps between the tasks that it does for pages."""

from __future__ import annotations

from types import TracebackType

from evaljson.base.bounded_cache import Bounded
from evaljson.base.limits import value_of
from evaljson.load import LoadedRecords
from evaljson.results.model import RunResult
from evaljson.store import Store, open_store
from evaljson.workspace.newest_reviews import NewestReviews
from evaljson.workspace.placed_datasets import placed_dataset, whole_dataset
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.stored_runs import read_run

_A_RESULT = 50
"""Bytes that a result takes in memory, without the texts that are read from the file."""
_REVIEWS = 4
"""Reviews that are kept as they were read."""


class Desk:
    """Open stores by URL, and the records and runs that were last asked for."""

    def __init__(self) -> None:
        self._stores: dict[str, Store] = {}
        self._held = Bounded(value_of("cache_bytes") // 4)
        self._reviews = NewestReviews(_REVIEWS)

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for store in self._stores.values():
            store.close()

    def store(self, url: str) -> Store:
        """Return the store at a URL; any other is closed. Raises StoreError."""
        if url not in self._stores:
            for other in self._stores.values():
                other.close()
            self._stores, self._reviews = {url: open_store(url)}, NewestReviews(_REVIEWS)
        return self._stores[url]

    def records(self, url: str, dataset: str) -> LoadedRecords:
        """Return the records of a dataset. Raises StoreError."""
        return whole_dataset(self._held, self.store(url), dataset, of=url)

    def run(self, url: str, run: str) -> RunResult:
        """Return the results of a stored run. Raises StoreError, InputError."""
        store = self.store(url)

        def read() -> RunResult:
            stored = store.runs.get(run)

            def load(dataset: str) -> LoadedRecords:
                return placed_dataset(self._held, store, stored.evaluation, dataset, of=url)

            return read_run(store, stored, load)

        return self._held.get((url, "run", run), read, lambda result: _A_RESULT * len(result.tallies.rows.record))

    def review(self, url: str, review: str) -> OpenReview:
        """Return a review as of now. Raises StoreError."""
        store = self.store(url)
        return self._reviews.up_to(store, store.reviews.get(review))
