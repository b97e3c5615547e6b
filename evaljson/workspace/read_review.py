"""Reads a review from the store: its cards, what people said, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaljson.base.errors import InputError
from evaljson.review.answers import Answer, checked_answer
from evaljson.review.cards import ReviewCard, card_of_json
from evaljson.review.json_values import present, value_of
from evaljson.review.opinions import OpinionEvent, Opinions, opinions_after, read_opinions
from evaljson.review.outcome import ReviewOutcome, find_outcome, outcome_after
from evaljson.store import Card, Review, ReviewEvent, Store


@dataclass(frozen=True, slots=True)
class EventIndex:
    """What of a review is looked up at each answer: a search in all of it would take longer with each answer given."""

    of_card: dict[int | None, tuple[ReviewEvent, ...]]
    """Events by card, in order."""
    undos: tuple[ReviewEvent, ...]
    splits: list[tuple[int, bool]]
    """As `splits_of` finds them."""

    def after(self, new: Iterable[ReviewEvent]) -> EventIndex:
        """Return the index with more events; the cards are the same."""
        of_card, undos = dict(self.of_card), list(self.undos)
        for event in new:
            of_card[event.card] = (*of_card.get(event.card, ()), event)
            if event.kind == "undo":
                undos.append(event)
        return EventIndex(of_card, tuple(undos), self.splits)


@dataclass(frozen=True, slots=True)
class OpenReview:
    """A review as it was when it was read."""

    review: Review
    stored: tuple[Card, ...]
    """All cards, withdrawn ones too: a card's number is its place."""
    cards: tuple[ReviewCard, ...]
    """The same cards, each with the places that it holds now: none for a withdrawn one."""
    events: tuple[ReviewEvent, ...]
    opinions: Opinions
    outcome: ReviewOutcome
    index: EventIndex

    @property
    def live(self) -> list[int]:
        """The numbers of the cards that hold places."""
        return [number for number, card in enumerate(self.cards) if card.places]

    def state_of(self, card: int) -> str:
        """Return the state of a card, see `ReviewOutcome.card_state`."""
        return self.outcome.card_state(card, len(self.cards[card].places))


def read_review(store: Store, review: str) -> OpenReview:
    """Read a review as of now. Raises NotFound."""
    while True:
        about, cards = store.reviews.get(review), store.review_cards.all(review)
        events = store.review_events.all(review)
        if store.review_cards.splits(review) == splits_of(cards):  # else events may be at places that cards lack
            return put_together(about, cards, events)


def continue_review(store: Store, before: OpenReview) -> OpenReview:
    """Read what was said since a review was read: as `read_review`, and much faster. Raises NotFound."""
    about = store.reviews.get(before.review.id)
    last = before.events[-1].number if before.events else 0
    if about.last_event <= last:
        return before if about == before.review else replace(before, review=about)
    new = store.review_events.all(about.id, after=last)
    if store.review_cards.splits(about.id) != before.index.splits or any(one.kind == "arrange" for one in new):
        return read_review(store, about.id)  # places moved, and the events that were at them; or cards changed places
    events = (*before.events, *new)
    undone = {event.content.get("act") for event in new if event.kind == "undo"}
    changed = {event.card for event in new if event.card is not None}
    if undone:
        changed |= {event.card for event in events if event.act in undone and event.card is not None}
    index = before.index.after(new)
    related = [*index.undos]
    for number in changed:
        related += (event for event in index.of_card.get(number, ()) if event.kind != "undo")
    opinions = opinions_after(
        before.opinions,
        opinion_events(before.stored, related),
        {number: len(before.cards[number].places) for number in changed},
    )
    outcome = outcome_after(before.outcome, before.cards, opinions, changed)
    return OpenReview(about, before.stored, before.cards, events, opinions, outcome, index)


def splits_of(cards: Iterable[Card]) -> list[tuple[int, bool]]:
    """List the cards that were split from others, and whether they are withdrawn."""
    return [(card.number, card.withdrawn) for card in cards if card.split_from is not None]


def put_together(review: Review, stored: Sequence[Card], events: Sequence[ReviewEvent]) -> OpenReview:
    """Work out what a review comes to."""
    cards = tuple(domain_card(card) for card in stored)
    opinions = read_opinions(opinion_events(stored, events))
    by_card: dict[int | None, list[ReviewEvent]] = {}
    for event in events:
        by_card.setdefault(event.card, []).append(event)
    undos = tuple(event for event in events if event.kind == "undo")
    index = EventIndex({card: tuple(some) for card, some in by_card.items()}, undos, splits_of(stored))
    return OpenReview(review, tuple(stored), cards, tuple(events), opinions, find_outcome(cards, opinions), index)


def domain_card(card: Card) -> ReviewCard:
    """Return a stored card with the places that it holds now."""
    whole = card_of_json(card.key, card.field, card.kind, card.content, card.places, card.opinions)  # type: ignore[arg-type]
    return replace(whole, places=tuple(whole.places[place] for place in card.current))


def opinion_events(stored: Sequence[Card], events: Iterable[ReviewEvent]) -> list[OpinionEvent]:
    """Return what counts of the events, each at its place among those that the card holds now."""
    at: dict[int, dict[int, int]] = {}
    found: list[OpinionEvent] = []
    for event in events:
        if event.card is not None and event.card not in at:
            at[event.card] = {place: index for index, place in enumerate(stored[event.card].current)}
        place = None if event.card is None or event.place is None else at[event.card].get(event.place)
        if event.kind in ("answer", "settle") and place is None:
            continue
        content = event.content
        found.append(
            OpinionEvent(
                number=event.number, act=event.act, kind=event.kind, who=event.who, moment=event.moment,
                card=event.card, place=place, answer=answer_of(content) if "answer" in content else None,
                tag=str(content.get("tag", "")), comment=str(content.get("comment", "")), undone=content.get("act"),
            )
        )  # fmt: skip
    return found


def answer_content(
    answer: Answer, *, tag: str = "", comment: str = "", seen: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Write an answer as the content of an event. `seen` says what was shown of the card."""
    content: dict[str, Any] = {"answer": answer.name}
    if answer.name == "gold_wrong":
        content["value"] = present(answer.value)
    if tag:
        content["tag"] = tag
    if comment:
        content["comment"] = comment
    return {**content, **({"seen": dict(seen)} if seen else {})}


def answer_of(content: Mapping[str, Any]) -> Answer:
    """Read the answer of an event. Raises InputError for what no answer was."""
    name = content.get("answer")
    if not isinstance(name, str):
        raise InputError(f"an event holds {name!r:.40} in place of an answer.")
    return checked_answer(name, value_of(content["value"]) if name == "gold_wrong" else None)
