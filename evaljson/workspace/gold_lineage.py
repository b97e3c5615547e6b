"""The golds that led to the one in place, each corrected by a review of the one before; and where values went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import strict_equal, value_at
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.element_moves import RecordMoves
from evaljson.review.opinions import read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome
from evaljson.store import Event, Review, ReviewEvent
from evaljson.store.topics.review_steps import steps_in_place
from evaljson.workspace.read_review import OpenReview, opinion_events

Records = Sequence[Any]


def lineage(reviews: Iterable[Review], gold: str) -> list[Review]:
    """Return the reviews whose corrected gold led to a gold dataset, the one that came first in front."""
    newest_first = sorted(reviews, key=lambda one: one.created, reverse=True)
    found: list[Review] = []
    at, known = gold, {gold}
    while (made := next((one for one in newest_first if one.applied == at), None)) and made.gold not in known:
        found.insert(0, made)
        at = made.gold
        known.add(at)
    return found


def once_lineage(reviews: Iterable[Review], gold: str, history: Iterable[Event]) -> list[Review]:
    """Return the reviews whose corrected gold ever led to a gold dataset, in the same order: also if it was taken back.

    `history` is that of their evaluation.
    """
    by_id = {one.id: one for one in reviews}
    put = {
        event.detail.get("gold"): by_id[event.detail["review"]]
        for event in history
        if event.what == "applied review" and event.detail.get("review") in by_id
    }
    found: list[Review] = []
    at, known = gold, {gold}
    while (made := put.get(at)) is not None and made.gold not in known:
        found.insert(0, made)
        at = made.gold
        known.add(at)
    return found


def last_put(events: Iterable[ReviewEvent]) -> int:
    """Return the number of the event of a review that put in place what is there of it; 0 for none."""
    steps = steps_in_place(events)
    return steps[-1].number if steps else 0


def outcome_when_applied(opened: OpenReview) -> ReviewOutcome:
    """Return what a review had come to when its corrected gold that is in place was put there."""
    return _outcome_at(opened, last_put(opened.events))


def _outcome_when_made(opened: OpenReview, gold: str) -> ReviewOutcome:
    """Return what a review had come to when it made a gold dataset, be that in place or not."""
    made = (event.number for event in opened.events if event.kind == "apply" and event.content.get("gold") == gold)
    return _outcome_at(opened, max(made, default=0))


def _outcome_at(opened: OpenReview, put: int) -> ReviewOutcome:
    then = [event for event in opened.events if event.number <= put]
    opinions = read_opinions(opinion_events(opened.stored, then))
    return find_outcome(opened.cards, opinions, opened.outcome.same)


@dataclass(frozen=True, slots=True)
class GoldStep:
    """How one gold became the next one."""

    before: str
    """The gold dataset that was corrected."""
    review: str
    moves: Mapping[int, RecordMoves]
    old: Records
    new: Records
    made: Records
    """The new gold as worked out once more; a record that differs there was made by other answers."""

    def path_after(self, record: int, path: str) -> str | None:
        """Return where a value of the old gold is in the new one; None where it is gone, or nobody can tell."""
        if not self._is_as_made(record):
            return path if _has_as_many(self.old[record], self.new[record], path) else None
        return self.moves[record].path_after(path) if record in self.moves else path

    def path_of_new(self, record: int, path: str) -> str | None:
        """Return where an element is that came in, by its path as on its card; None where it did not."""
        known = record in self.moves and self._is_as_made(record)
        return self.moves[record].path_of_new(path) if known else None

    def removed_around(self, record: int, path: str) -> str | None:
        """Return the element that a path of the old gold leads through and that was taken out."""
        known = record in self.moves and self._is_as_made(record)
        return self.moves[record].removed_around(path) if known else None

    def _is_as_made(self, record: int) -> bool:
        return strict_equal(self.made[record], self.new[record])


@dataclass(frozen=True, slots=True)
class GoldLineage:
    """The golds from the oldest one on that reviews corrected, to the one in place."""

    gold: str
    records: Records
    """Of the gold in place."""
    steps: tuple[GoldStep, ...] = ()

    def steps_from(self, gold: str) -> tuple[GoldStep, ...] | None:
        """Return the steps from a gold to the one in place; None where it did not lead to that."""
        if gold == self.gold:
            return ()
        at = next((number for number, step in enumerate(self.steps) if step.before == gold), None)
        return None if at is None else self.steps[at:]

    def path_now(self, gold: str, record: int, path: str) -> str | None:
        """Return the path in the gold in place of a value of one that led to it; None where it is gone."""
        at: str | None = path
        for step in self.steps_from(gold) or ():
            at = None if at is None else step.path_after(record, at)
        return at


def read_lineage(
    gold: str, records: Records, made_by: Sequence[OpenReview], read: Callable[[str], Records]
) -> GoldLineage:
    """Follow a gold back. `made_by` is its `lineage` or `once_lineage`; `read` reads the records of other gold."""
    steps: list[GoldStep] = []
    golds = [*(one.review.gold for one in made_by), gold]
    held = [*(read(one) for one in golds[:-1]), records]
    for number, opened in enumerate(made_by):
        old, new = held[number], held[number + 1]
        again = correct_gold(old, opened.cards, _outcome_when_made(opened, golds[number + 1]))
        steps.append(GoldStep(golds[number], opened.review.id, again.moves, old, new, again.records))
    return GoldLineage(gold, records, tuple(steps))


def _has_as_many(old: Any, new: Any, path: str) -> bool:
    """Check whether each array that a path leads through has as many elements on both sides."""
    arrays = [element[: element.rindex("[")] for element in paths.elements_above(path)]
    return all(_length(old, array) == _length(new, array) for array in arrays)


def _length(record: Any, array: str) -> int:
    held = value_at(record, array)
    return len(held) if isinstance(held, list) else -1
