"""What earlier reviews of an evaluation have decided, so that a new one need not ask it again."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.review.placed_pairs import PlacedPair
from evaljson.store import Evaluation, Store
from evaljson.workspace.gold_lineage import lineage, read_lineage
from evaljson.workspace.read_review import OpenReview, read_review


@dataclass(frozen=True, slots=True)
class DecidedBefore:
    """Differences that are decided or settled, by what they are about."""

    about: frozenset[Hashable] = frozenset()

    def has(self, pair: PlacedPair) -> bool:
        """Check whether people have decided between these two values at this place.

        Where gold has a place for the value, it does not matter which variant they were asked about.
        """
        return bool(self.about) and _about(pair) in self.about


def decided_before(store: Store, evaluation: Evaluation) -> DecidedBefore:
    """Read the answered reviews of the gold in place, and of the golds that reviews corrected to it."""
    if evaluation.gold is None:
        return DecidedBefore()
    gold, reviews = evaluation.gold.id, store.reviews.all(evaluation.id)
    made_by = lineage(reviews, gold)
    golds = {gold, *(one.gold for one in made_by)}
    answered = [one for one in reviews if one.answered and one.gold in golds]
    if not answered:
        return DecidedBefore()
    opened = {one: read_review(store, one) for one in {review.id for review in (*made_by, *answered)}}
    led_here = read_lineage(
        gold,
        store.datasets.load(gold).records,
        [opened[one.id] for one in made_by],
        lambda one: store.datasets.load(one).records,
    )
    found = set[Hashable]()
    for review in answered:
        for pair in _decided(opened[review.id]):
            at = pair.place
            path = None if at.gold_path is None else led_here.path_now(review.gold, at.record, at.gold_path)
            if path is not None or at.gold_path is None:
                found.add(_about(pair, path))
    return DecidedBefore(frozenset(found))


def _decided(opened: OpenReview) -> list[PlacedPair]:
    """List what is decided of the differences, with gold as it was, and as it came to be."""
    found = list[PlacedPair]()
    for number in opened.live:
        card = opened.cards[number]
        if card.kind != "disagreement":
            continue
        for place, at in enumerate(card.places):
            answer = opened.outcome.answer_at(card, number, place)
            if answer is None or answer.name == "unsure":
                continue
            found.append(PlacedPair(card.field, card.gold, card.extracted, "", at))
            gold = None if at.gold_path is None else opened.outcome.gold[at.record, at.gold_path]
            if gold is not None and gold.state == "corrected" and gold.value is not ABSENT:
                found.append(PlacedPair(card.field, gold.value, card.extracted, "", at))
    return found


def _about(pair: PlacedPair, path: str | None = None) -> Hashable:
    at = pair.place
    where = (at.variant, at.extracted_path) if at.gold_path is None else (path or at.gold_path,)
    return at.record, pair.field, where, strict_key(pair.gold), strict_key(pair.extracted)
