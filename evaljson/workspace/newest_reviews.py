"""Reviews as they were last read, each continued by what was said since instead of being read again."""

from __future__ import annotations

import threading
from collections import OrderedDict

from evaljson.store import ReviewHead, Store
from evaljson.workspace.read_review import OpenReview, continue_review, read_review


class NewestReviews:
    """The newest state of the reviews that were asked for last. Safe for threads; what it gives is never changed."""

    def __init__(self, most: int) -> None:
        """Keep at most so many reviews."""
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def up_to(self, store: Store, review: ReviewHead) -> OpenReview:
        """Return a review with all that was said in it up to `review`, or more. Raises NotFound."""
        with self._lock:
            kept = self._kept.setdefault(review.id, _Kept())
            self._kept.move_to_end(review.id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with kept.lock:  # others who ask for the same review wait for what is read once
            if kept.read is None:
                kept.read = read_review(store, review.id)
            elif kept.read.review.updated < review.updated or kept.read.review.last_event < review.last_event:
                kept.read = continue_review(store, kept.read)
            return kept.read


class _Kept:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.read: OpenReview | None = None
