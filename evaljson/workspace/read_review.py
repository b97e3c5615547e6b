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
from evaljson.review.same_meaning import RulesOfFields, SameMeaning
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
        added: dict[int | None, list[ReviewEvent]] = {}
        for event in new:
            added.setdefault(event.card, []).append(event)
        of_card = self.of_card | {card: (*self.of_card.get(card, ()), *some) for card, some in added.items()}
        undos = (event for some in added.values() for event in some if event.kind == "undo")
        in_order = sorted((*self.undos, *undos), key=lambda event: event.number)
        return EventIndex(of_card, tuple(in_order), self.splits)


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

    def is_decided(self, card: int) -> bool:
        """Check whether every value of a card is decided or settled, and no other card says otherwise."""
        return self.state_of(card) in ("decided", "settled")

    def state_of(self, card: int) -> str:
        """Return the state of a card, see `ReviewOutcome.state_among_all`."""
        return self.outcome.state_among_all(card, self.cards[card].places)

    def waits(self, card: int) -> bool:
        """Check whether a card waits for opinions, at some of its values at least."""
        return any(self.outcome.places[card, place].state == "open" for place in range(len(self.cards[card].places)))


def read_review(store: Store, review: str) -> OpenReview:
    """Read a review as of now. Raises NotFound."""
    while True:
        about, cards = store.reviews.get(review), store.review_cards.all(review)
        events = store.review_events.all(review)
        if store.review_cards.splits(review) == splits_of(cards):  # else events may be at places that cards lack
            schema = store.schemas.get(about.evaluation, about.schema_number).schema
            return put_together(about, cards, events, RulesOfFields(schema))


def continue_review(store: Store, before: OpenReview) -> OpenReview:
    """Read what was said since a review was read: as `read_review`, and much faster. Raises NotFound."""
    about = store.reviews.get(before.review.id)
    last = before.events[-1].number if before.events else 0
    if about.last_event <= last:
        return before if about == before.review else replace(before, review=about)
    family = _moved(store, before)
    new = store.review_events.all(about.id, after=last)
    if store.review_cards.splits(about.id) != family.splits or any(one.kind == "arrange" for one in new):
        return read_review(store, about.id)  # more places moved meanwhile, or cards changed places
    stored, cards = family.put_into(before.stored, before.cards)
    if family.cards:
        elsewhere = (event for event in (*before.events, *new) if event.card not in family.cards)
        at_family = {event.number: event for event in (*family.events, *new) if event.card in family.cards}
        events = tuple(sorted((*elsewhere, *at_family.values()), key=lambda event: event.number))
        index = _index(events, family.splits)
    else:
        events, index = (*before.events, *new), before.index.after(new)
    undone = {event.content.get("act") for event in new if event.kind == "undo"}
    changed = {event.card for event in new if event.card is not None} | family.cards.keys()
    if undone:
        changed |= {event.card for event in events if event.act in undone and event.card is not None}
    related = [*index.undos]
    for number in changed:
        related += (event for event in index.of_card.get(number, ()) if event.kind != "undo")
    held = {
        number: max(len(some[number].places) for some in (before.cards, cards) if number < len(some))
        for number in changed
    }
    opinions = opinions_after(before.opinions, opinion_events(stored, related), held)
    outcome = outcome_after(before.outcome, cards, opinions, changed)
    return OpenReview(about, stored, cards, events, opinions, outcome, index)


@dataclass(frozen=True, slots=True)
class _Family:
    """Cards between which places moved since a review was read, as they are now."""

    cards: dict[int, Card]
    """By number; none if no place moved."""
    events: tuple[ReviewEvent, ...]
    """All at these cards."""
    splits: list[tuple[int, bool]]

    def put_into(
        self, stored: tuple[Card, ...], cards: tuple[ReviewCard, ...]
    ) -> tuple[tuple[Card, ...], tuple[ReviewCard, ...]]:
        """Return both with these cards in their places."""
        if not self.cards:
            return stored, cards
        all_stored, all_cards = list(stored), list(cards)
        for number, card in sorted(self.cards.items()):
            all_stored[number : number + 1], all_cards[number : number + 1] = [card], [domain_card(card)]
        return tuple(all_stored), tuple(all_cards)


def _moved(store: Store, before: OpenReview) -> _Family:
    """Read the cards that were split from others since, or withdrawn, and all that places of these may be at."""
    review, splits = before.review.id, store.review_cards.splits(before.review.id)
    ask = {number for number, _ in set(splits).symmetric_difference(before.index.splits)}
    if not ask:
        return _Family({}, (), splits)
    below: dict[int, list[int]] = {}
    for card in before.stored:
        if card.split_from is not None:
            below.setdefault(card.split_from, []).append(card.number)
    cards: dict[int, Card] = {}
    while ask:
        number = ask.pop()
        card = cards[number] = store.review_cards.get(review, number)
        around = [*below.get(number, ()), *([] if card.split_from is None else [card.split_from])]
        ask |= {one for one in around if one not in cards}
    events = (event for number in cards for event in store.review_events.of_card(review, number))
    return _Family(cards, tuple(events), splits)


def _index(events: Iterable[ReviewEvent], splits: list[tuple[int, bool]]) -> EventIndex:
    return EventIndex({}, (), splits).after(events)


def splits_of(cards: Iterable[Card]) -> list[tuple[int, bool]]:
    """List the cards that were split from others, and whether they are withdrawn."""
    return [(card.number, card.withdrawn) for card in cards if card.split_from is not None]


def put_together(
    review: Review, stored: Sequence[Card], events: Sequence[ReviewEvent], same: SameMeaning
) -> OpenReview:
    """Work out what a review comes to; `same` tells by its rules whether values that answers name mean the same."""
    cards = tuple(domain_card(card) for card in stored)
    opinions = read_opinions(opinion_events(stored, events))
    index = _index(events, splits_of(stored))
    outcome = find_outcome(cards, opinions, same)
    return OpenReview(review, tuple(stored), cards, tuple(events), opinions, outcome, index)


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
