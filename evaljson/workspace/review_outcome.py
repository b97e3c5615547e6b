"""What a review has come to: figures, changes of gold, agreement. Worked out where no page waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from evaljson.agreement import GoldAgreement
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_figures import CorrectedVariant
from evaljson.review.corrected_gold import GoldChange, RefusedChange, change_identity, correct_gold
from evaljson.review.human_ceiling import answered_in_full, human_ceiling
from evaljson.review.opinions import Opinions
from evaljson.review.people_agreement import ReviewAgreement, review_agreement
from evaljson.schema import parse_eval_schema
from evaljson.store import Evaluation, Review, Store
from evaljson.wording.words import counted
from evaljson.workspace.gold_lineage import lineage, outcome_when_applied
from evaljson.workspace.read_review import OpenReview
from evaljson.workspace.review_gold import corrected, figures, runs_of


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """What the answers up to an event come to."""

    review: str
    name: str
    last_event: int
    variants: dict[str, CorrectedVariant]
    """By the id of the variant."""
    runs: dict[str, str]
    """The run that each variant's figures correct, by the id of the variant."""
    changes: tuple[GoldChange, ...]
    refused: tuple[RefusedChange, ...]
    cards: int
    decided_cards: int
    """Of these: the ones of which every value is decided or settled."""
    made: tuple[GoldChange, ...] = ()
    """Those that were made when its corrected gold was last put in place; none once that is taken back."""

    @property
    def not_made(self) -> tuple[GoldChange, ...]:
        """The changes that are not among those made: answers since then say so."""
        made = set(map(change_identity, self.made))
        return tuple(one for one in self.changes if change_identity(one) not in made)

    @property
    def no_longer_said(self) -> tuple[GoldChange, ...]:
        """Those made that are not among the changes any more: answers since then say otherwise."""
        said = set(map(change_identity, self.changes))
        return tuple(one for one in self.made if change_identity(one) not in said)

    @property
    def wrong(self) -> int:
        """How many values of gold were found wrong: a whole element, with what is in it, is one."""
        return len(self.changes) + len(self.refused)

    @property
    def share_in_words(self) -> str:
        """Say how many cards are decided where not all are: `2 of 11 cards decided`."""
        if self.decided_cards == self.cards:
            return ""
        return f"{self.decided_cards:,} of {counted(self.cards, 'card')} decided"

    @property
    def has_decided(self) -> bool:
        """Whether anything is decided, so that there are corrected figures to show."""
        return any(one.has_decided for one in self.variants.values())


def review_result(store: Store, opened: OpenReview) -> ReviewResult:
    """Work out the figures of a review, and what it changes in gold."""
    about = opened.review
    fixed = corrected(store, opened)
    return ReviewResult(
        about.id,
        about.name,
        about.last_event,
        figures(store, opened, fixed),
        {variant: run.id for variant, run in runs_of(store, about).items()},
        fixed.changes,
        fixed.refused,
        len(opened.live),
        sum(map(opened.is_decided, opened.live)),
        _made(store, opened),
    )


def _made(store: Store, opened: OpenReview) -> tuple[GoldChange, ...]:
    if opened.review.applied is None:
        return ()
    gold = store.datasets.load(opened.review.gold).records
    return correct_gold(gold, opened.cards, outcome_when_applied(opened)).changes


@dataclass(frozen=True, slots=True)
class PeopleResult:
    """How far people agree in a review."""

    agreement: ReviewAgreement
    ceiling: GoldAgreement | None
    """People with each other, and each variant beside them by its id."""
    answered_in_full: int
    """Records of which two people answered every card: the ceiling is over these."""
    given_again: int
    """Answers to cards that are in neither, since they were given again by who had seen those of others."""


def people_result(store: Store, opened: OpenReview) -> PeopleResult:
    """Work out how far people agree."""
    about = opened.review
    schema = store.schemas.get(about.evaluation, about.schema_number).schema
    runs = runs_of(store, about)
    systems = {variant: store.datasets.load(run.extracted).records for variant, run in runs.items()}
    gold = store.datasets.load(about.gold).records
    cards, opinions = opened.cards, opened.opinions.independent([card.opinions for card in opened.cards])
    return PeopleResult(
        review_agreement(cards, opinions, opened.outcome, parse_eval_schema(schema)),
        human_ceiling(cards, opinions, gold, schema, systems),
        len(answered_in_full(cards, opinions).doubles),
        _answers(cards, opened.opinions) - _answers(cards, opinions),
    )


def _answers(cards: Sequence[ReviewCard], opinions: Opinions) -> int:
    return sum(len(opinions.of_card(number, len(card.places))) for number, card in enumerate(cards))


def reviews_of_gold(store: Store, evaluation: Evaluation) -> list[Review]:
    """List the answered reviews of the gold that is in place, or that put it in place, oldest first."""
    if evaluation.gold is None:
        return []
    gold = evaluation.gold.id
    about = (one for one in store.reviews.all(evaluation.id) if gold in (one.gold, one.applied))
    return sorted((one for one in about if one.answered), key=lambda one: one.created)


def reviews_up_to_gold(store: Store, evaluation: Evaluation) -> list[Review]:
    """List the answered reviews of the gold in place and of the golds that reviews corrected to it, oldest first."""
    if evaluation.gold is None:
        return []
    gold, reviews = evaluation.gold.id, store.reviews.all(evaluation.id)
    golds = {gold, *(one.gold for one in lineage(reviews, gold))}
    return sorted((one for one in reviews if one.answered and one.gold in golds), key=lambda one: one.created)


def reviews_to_show(store: Store, evaluation: Evaluation) -> list[Review]:
    """Return the reviews whose corrected figures may be shown with those scored, the one with most opinions first.

    Not those that made the gold in place: the figures as scored are the corrected ones of these.
    """
    if evaluation.gold is None:
        return []
    of_this = [one for one in reviews_of_gold(store, evaluation) if one.gold == evaluation.gold.id]
    return sorted(of_this, key=lambda one: (one.answered, one.created), reverse=True)


def most_decided(
    reviews: Iterable[Review], result_of: Callable[[Review], ReviewResult | None]
) -> ReviewResult | None:  # fmt: skip
    """Return what the review with most decided cards has come to; of several, the first one. None if nothing is.

    `reviews` are in the order of `reviews_to_show`: a review has no more decided cards than opinions, so few are read.
    """
    best: ReviewResult | None = None
    for review in reviews:
        if best is not None and best.decided_cards >= review.answered:
            break
        found = result_of(review)
        if found is not None and found.has_decided and (best is None or found.decided_cards > best.decided_cards):
            best = found
    return best


def reviews_in_place(store: Store, evaluation: Evaluation) -> list[Review]:
    """Return the reviews whose corrected gold is in place, each made of that of the one before; empty without any."""
    return [] if evaluation.gold is None else lineage(store.reviews.all(evaluation.id), evaluation.gold.id)


def corrected_by(store: Store, evaluation: str) -> dict[str, str]:
    """Return, by the id of each gold that a review has ever put in place, the name of that review."""
    events = store.evaluations.history(evaluation)
    return {
        str(event.detail["gold"]): str(event.detail.get("name", ""))
        for event in events
        if event.what == "applied review" and "gold" in event.detail
    }
