"""What reviews say of the labels of the gold that is in place, and of gold that was corrected to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.review.added_elements import AddedElement, added_elements
from evaljson.review.element_labels import labels_of_added, labels_of_lacking, own_path
from evaljson.review.label_states import GoldLabel, GoldLabels, label_states
from evaljson.workspace.gold_lineage import GoldLineage, lineage, read_lineage
from evaljson.workspace.read_review import OpenReview

_Said = tuple[int, str, GoldLabel]
"""(position of the record in gold, path, label)"""
_GONE: Final = ""
"""In place of the path of an element that came in, and that a later review took out again."""


def labels_of_gold(
    reviews: Sequence[OpenReview], gold: str, records: Sequence[Any], read: Callable[[str], Sequence[Any]]
) -> GoldLabels:
    """Return the labels of a gold dataset with these records, from the reviews of it and of golds that led to it.

    `reviews` are the oldest first; `read` reads the records of other gold. What was said of an earlier gold stands at
    the value, wherever that has moved to, as long as no later review changed it.
    """
    by_id = {one.review.id: one for one in reviews}
    made_by = [by_id[one.id] for one in lineage([one.review for one in reviews], gold)]
    led_here = read_lineage(gold, records, made_by, read)
    labels: dict[int, dict[str, GoldLabel]] = {}
    for opened in reviews:
        for record, path, label in _of_review(opened, led_here):
            known = labels.setdefault(record, {})
            known[path] = label.after(known.get(path))
    return labels


def _of_review(opened: OpenReview, led_here: GoldLineage) -> Iterator[_Said]:
    """Yield what one review says, by where it is in the gold in place."""
    gold, steps, now = opened.review.gold, led_here.steps_from(opened.review.gold), led_here.records
    if steps is None:
        return
    before = steps[0].old if steps else now
    for record, of_record in label_states([(opened.cards, opened.outcome)]).items():
        for path, label in of_record.items():
            removed = steps[0].removed_around(record, path) if steps and label.value is ABSENT else None
            if removed is not None:
                yield record, own_path(removed) + path[len(removed) :], label
                continue
            at = led_here.path_now(gold, record, path)
            if at is None:
                continue
            held = value_at(now[record], at)
            if strict_equal(held, label.value) or strict_equal(held, value_at(before[record], path)):
                yield record, at, label.over(held, is_as_before=_is_as_before(label, record, before, opened, led_here))
    yield from _of_added(opened, led_here)


def _is_as_before(
    label: GoldLabel, record: int, before: Sequence[Any], opened: OpenReview, led_here: GoldLineage
) -> bool:
    """Check whether an element that was judged as a whole is in the gold in place as it was when it was judged."""
    at = led_here.path_now(opened.review.gold, record, label.element) if label.element else None
    if at is None:
        return False
    return strict_equal(value_at(led_here.records[record], at), value_at(before[record], label.element))


def _of_added(opened: OpenReview, led_here: GoldLineage) -> Iterator[_Said]:
    """Yield what a review says of values in elements that gold should get."""
    for one in added_elements(opened.cards, opened.outcome):
        at = _where_now(one, opened, led_here)
        if at is None:
            yield from labels_of_lacking(one, opened.cards)
        elif at is not _GONE:
            yield from labels_of_added(one, at, opened.cards, led_here.records[one.record])


def _where_now(one: AddedElement, opened: OpenReview, led_here: GoldLineage) -> str | None:
    """Return the path of an added element in the gold in place; None where it did not come in."""
    steps, record = led_here.steps_from(opened.review.gold), one.record
    if not steps:
        return None
    at = steps[0].path_of_new(record, one.path) if steps[0].review == opened.review.id else None
    if at is None or not strict_equal(value_at(steps[0].new[record], at), one.value):
        return one.found_in(led_here.records[record], not_in=steps[0].old[record])
    came_in: str | None = at
    for step in steps[1:]:
        came_in = None if came_in is None else step.path_after(record, came_in)
    return _GONE if came_in is None else came_in
