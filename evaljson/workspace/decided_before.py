"""What earlier reviews of an evaluation have decided: a new one need not ask it again, and its figures go by it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import Answer, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.decided_earlier import DecidedEarlier
from evaljson.review.placed_pairs import PlacedPair
from evaljson.store import Evaluation, Review, ReviewHead, Store
from evaljson.workspace.gold_lineage import once_lineage, read_lineage
from evaljson.workspace.read_review import OpenReview, read_review


@dataclass(frozen=True, slots=True)
class DecidedBefore:
    """Differences that are decided or settled, by what they are about."""

    about: Mapping[Hashable, DecidedEarlier] = field(default_factory=dict)

    def has(self, pair: PlacedPair) -> bool:
        """Check whether people have decided between these two values at this place.

        Where gold has a place for the value, it does not matter which variant they were asked about.
        """
        return self.says(pair) is not None

    def says(self, pair: PlacedPair) -> DecidedEarlier | None:
        """Return what people have said of the extraction there; None where they have decided nothing."""
        return self.about.get(_about(pair)) if self.about else None


def decided_before(store: Store, evaluation: Evaluation) -> DecidedBefore:
    """Read the answered reviews of the gold in place, and of the golds that reviews corrected to it."""
    if evaluation.gold is None:
        return DecidedBefore()
    return _read(store, evaluation.id, evaluation.gold.id, store.reviews.all(evaluation.id))


def decided_earlier(store: Store, review: Review) -> DecidedBefore:
    """Read in the same way what earlier reviews have decided of the gold that a review is about.

    It does not matter whether that gold is in place: what was decided of it stands.
    """
    return _read(store, review.evaluation, review.gold, earlier_reviews(store, review))


def earlier_reviews(store: Store, review: ReviewHead) -> list[Review]:
    """Return the reviews of the same evaluation that were made before a review, newest first."""
    others = (one for one in store.reviews.all(review.evaluation) if one.id != review.id)
    return [one for one in others if one.created <= review.created]


def _read(store: Store, evaluation: str, gold: str, reviews: Sequence[Review]) -> DecidedBefore:
    made_by = once_lineage(reviews, gold, store.evaluations.history(evaluation))
    golds = {gold, *(one.gold for one in made_by)}
    answered = sorted((one for one in reviews if one.answered and one.gold in golds), key=lambda one: one.created)
    if not answered:
        return DecidedBefore()
    opened = {one: read_review(store, one) for one in {review.id for review in (*made_by, *answered)}}
    led_here = read_lineage(
        gold,
        store.datasets.load(gold).records,
        [opened[one.id] for one in made_by],
        lambda one: store.datasets.load(one).records,
    )
    found: dict[Hashable, DecidedEarlier] = {}
    for review in answered:  # of several, the newest one counts
        for pair, said in _decided(opened[review.id]):
            at = pair.place
            path = None if at.gold_path is None else led_here.path_now(review.gold, at.record, at.gold_path)
            if path is not None or at.gold_path is None:
                found[_about(pair, path)] = said
    return DecidedBefore(found)


def _decided(opened: OpenReview) -> list[tuple[PlacedPair, DecidedEarlier]]:
    """List what is decided of the differences, with gold as it was, and as it came to be."""
    found = list[tuple[PlacedPair, DecidedEarlier]]()
    for number in opened.live:
        card = opened.cards[number]
        if card.kind != "disagreement":
            continue
        for place, at in enumerate(card.places):
            answer = opened.outcome.answer_at(card, number, place)
            if answer is None or answer.name == "unsure":
                continue
            found.append((PlacedPair(card.field, card.gold, card.extracted, "", at), _said(card, answer)))
            gold = None if at.gold_path is None else opened.outcome.gold[at.record, at.gold_path]
            if gold is not None and gold.state == "corrected" and gold.value is not ABSENT:
                found.append((PlacedPair(card.field, gold.value, card.extracted, "", at), "wrong"))
    return found


def _said(card: ReviewCard, answer: Answer) -> DecidedEarlier:
    if answer.name == "both_acceptable":
        return "accepted"
    _, value = true_value(answer, card.gold, card.extracted)
    return "right" if strict_equal(value, card.extracted) else "wrong"


def _about(pair: PlacedPair, path: str | None = None) -> Hashable:
    at = pair.place
    where = (at.variant, at.extracted_path) if at.gold_path is None else (path or at.gold_path,)
    return at.record, pair.field, where, strict_key(pair.gold), strict_key(pair.extracted)
