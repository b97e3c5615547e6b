"""What reviews say of the labels of the gold that is in place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.review.element_labels import labels_of_added, path_if_removed
from evaljson.review.label_states import GoldLabel, GoldLabels, label_states
from evaljson.workspace.read_review import OpenReview

_Said = tuple[int, str, GoldLabel]
"""(position of the record in gold, path, label)"""


def labels_of_gold(
    reviews: Sequence[OpenReview], gold: str, records: Sequence[Any], read: Callable[[str], Sequence[Any]]
) -> GoldLabels:
    """Return the labels of a gold dataset with these records, from the reviews of it and those that made it.

    `read` reads the records of other gold. Where a review made it, elements that it removed have moved others: a label
    that does not fit there is left out.
    """
    labels: dict[int, dict[str, GoldLabel]] = {}
    for opened in reviews:
        before = records if opened.review.gold == gold else read(opened.review.gold)
        for record, path, label in _of_review(opened, before, records, opened.review.gold == gold):
            known = labels.setdefault(record, {})
            known[path] = label.after(known.get(path))
    return labels


def _of_review(opened: OpenReview, before: Sequence[Any], now: Sequence[Any], is_of_it: bool) -> Iterator[_Said]:
    """Yield what one review says; `before` is the gold that it is of, and `is_of_it` whether that is in place."""
    for record, of_record in label_states([(opened.cards, opened.outcome)]).items():
        for path, label in of_record.items():
            gone = None
            if label.value is ABSENT and not is_of_it:
                gone = path_if_removed(record, path, opened.outcome, before, now)
            if gone is not None:
                yield record, gone, label
                continue
            held = value_at(now[record], path)
            if is_of_it or strict_equal(held, label.value):
                yield record, path, label.over(held)
    yield from labels_of_added(opened.cards, opened.outcome, before, now)
