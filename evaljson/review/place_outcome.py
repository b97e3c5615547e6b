"""What the opinions at one place of a card come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evaljson.base.jsontypes import strict_key
from evaljson.review.answers import Answer, simplified
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import Opinion
from evaljson.review.said import agree, plain_answer
from evaljson.review.same_meaning import SameMeaning

State = Literal["open", "decided", "disputed", "unsure", "settled"]


@dataclass(frozen=True, slots=True)
class PlaceOutcome:
    """What is decided at one place of a card."""

    state: State
    """open: fewer answers than wanted; decided: all say the same; disputed: they differ; unsure: nobody knows;
    settled: someone decided between them."""
    answer: Answer | None
    """None while nothing is decided."""
    opinions: tuple[Opinion, ...]
    settled: Opinion | None = None
    """The decision between them, by whoever made it."""


def place_outcome(
    card: ReviewCard, given: tuple[Opinion, ...], settled: Opinion | None, same: SameMeaning
) -> PlaceOutcome:
    """Return what is decided at a place of a card, from what people say there and who settled it."""
    if settled is not None:
        return PlaceOutcome("settled", simplified(settled.answer, card.gold, card.extracted), given, settled)
    if len(given) < card.opinions:
        return PlaceOutcome("open", None, given)
    answers = [plain_answer(card, opinion.answer) for opinion in given]
    certain = [answer for answer in answers if answer.name != "unsure"]
    if not certain:
        return PlaceOutcome("unsure", None, given)
    if len(certain) == len(answers) and (answer := _agreed(card, certain, same)) is not None:
        return PlaceOutcome("decided", answer, given)
    return PlaceOutcome("disputed", None, given)


def _agreed(card: ReviewCard, answers: Sequence[Answer], same: SameMeaning) -> Answer | None:
    """Return the answer that all others say too, in other words at most; of several the one given most, then first."""
    counts = Counter((answer.name, strict_key(answer.value)) for answer in answers)
    by_count = sorted(answers, key=lambda one: -counts[one.name, strict_key(one.value)])
    return next((one for one in by_count if all(agree(card, one, other, same) for other in answers)), None)
