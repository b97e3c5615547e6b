"""Whom corrected gold favours: it is put right where the variants that people looked at were right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from evaljson.store import Evaluation, Review, Store
from evaljson.workspace.gold_lineage import once_lineage
from evaljson.workspace.review_gold import runs_of
from evaljson.workspace.review_outcome import reviews_in_place


@dataclass(frozen=True, slots=True)
class Favour:
    """Variants of an evaluation, by name: those that people looked at for a gold, and those that they did not."""

    reviewed: tuple[str, ...]
    """People looked at the file that is there now."""
    replaced: tuple[str, ...]
    """They looked at an earlier file of it."""
    others: tuple[str, ...]
    """They looked at nothing of it; or, with `corrected`, nothing in the reviews that this is about."""
    corrected: int = 0
    """All variants were looked at, and then `reviewed` alone once more: so many corrections of gold come from that."""


def favour_of(
    store: Store, evaluation: Evaluation, reviews: Sequence[Review], changes: Mapping[str, int] = MappingProxyType({})
) -> Favour | None:
    """Tell whom the gold favours that these reviews corrected, one after the other.

    None where all variants were reviewed alike, be it all of them in earlier files, or none that the evaluation still
    has. `changes` are the corrections by the id of the review, where they are not those that were put in place.
    """
    files = {one.id: one.dataset.id for one in evaluation.variants}
    about = [_files_of(store, review) for review in reviews]
    seen = {variant for of in about for variant in of}
    as_now = {variant for of in about for variant, file in of.items() if file in (files.get(variant), None)}
    names = {one.id: one.name for one in evaluation.variants}
    reviewed = tuple(name for id, name in names.items() if id in as_now)
    replaced = tuple(name for id, name in names.items() if id in seen - as_now)
    others = tuple(name for id, name in names.items() if id not in seen)
    favours_some = (reviewed and replaced) or ((reviewed or replaced) and others)
    if favours_some:
        return Favour(reviewed, replaced, others)
    if replaced:
        return None
    counts = [changes[one.id] if one.id in changes else _put_in_place(store, one) for one in reviews]
    return _of_later(names, about, counts)


def _of_later(names: Mapping[str, str], about: Sequence[Collection[str]], changes: Sequence[int]) -> Favour | None:
    """Find the last review that asked some variants once more than others, which no later one asked.

    Where each of two was asked in a review without the other one, gold favours neither.
    """
    for number in range(len(about) - 1, -1, -1):
        later = {one for of in about[number + 1 :] for one in of}
        left = [one for one in names if one not in about[number] and one not in later]
        more = [one for one in names if one in about[number] and all(one in of for of in about if {*left} & {*of})]
        if changes[number] and left and more:
            alike = (count for of, count in zip(about, changes, strict=True) if {*of} == {*about[number]})
            return Favour(tuple(names[one] for one in more), (), tuple(names[one] for one in left), sum(alike))
    return None


def _put_in_place(store: Store, review: Review) -> int:
    """Return how many corrections of a review were made when it was last put in place; 0 if it never was."""
    made = [event for event in store.review_events.all(review.id) if event.kind == "apply"]
    return int(made[-1].content.get("changes", 0)) if made else 0


def reviews_together(store: Store, evaluation: Evaluation, review: Review) -> list[Review]:
    """Return the reviews whose corrections are in one gold with those of a review, itself among them, in their order.

    Those that led to the gold that it was made of, and, where its own is in place, those that corrected that further.
    """
    in_place = reviews_in_place(store, evaluation)
    if review.id in [one.id for one in in_place]:
        return in_place
    return [*reviews_below(store, review), review]


def reviews_below(store: Store, review: Review) -> list[Review]:
    """Return the reviews that once put the gold in place that a review was made of, also if they were taken back.

    The one that came first is in front.
    """
    every = [*store.reviews.all(review.evaluation), *store.reviews.all(review.evaluation, deleted=True)]
    others = (one for one in every if one.id != review.id)
    return once_lineage(others, review.gold, store.evaluations.history(review.evaluation))


def _files_of(store: Store, review: Review) -> dict[str, str | None]:
    """Return the dataset that was reviewed of each variant that a review is about, by its id; None if its run is gone.

    If its runs are gone, it is about those that were chosen.
    """
    source = review.settings.get("source")
    chosen = source.get("variants") if isinstance(source, dict) else None
    return dict.fromkeys(map(str, chosen or ())) | {id: run.extracted for id, run in runs_of(store, review).items()}
