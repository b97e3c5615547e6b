"""What reviews say of the labels of the gold that is in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base.jsontypes import strict_equal, value_at
from evaljson.review.label_states import GoldLabel, GoldLabels, label_states
from evaljson.workspace.read_review import OpenReview


def labels_of_gold(reviews: Sequence[OpenReview], gold: str, records: Sequence[Any]) -> GoldLabels:
    """Return the labels of a gold dataset with these records, from the reviews of it and those that made it.

    Where a review made it, elements that it removed have moved others: a label that does not fit there is left out.
    """
    labels: dict[int, dict[str, GoldLabel]] = {}
    for opened in reviews:
        about = opened.review
        of_review = label_states([(opened.cards, opened.outcome)])
        for record, of_record in of_review.items():
            for path, label in of_record.items():
                if about.gold == gold or strict_equal(value_at(records[record], path), label.value):
                    known = labels.setdefault(record, {})
                    known[path] = label.after(known.get(path))
    return labels
