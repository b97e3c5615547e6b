"""Opinions: what people say now, from events that are only ever appended.

Of one person's answers at a place the newest that was not undone counts. Nothing is overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from evaljson.review.answers import Answer


@dataclass(frozen=True, slots=True)
class OpinionEvent:
    """One event of a review, as far as figures depend on it."""

    number: int
    """In order of the review."""
    act: str
    """The same for all events of one click."""
    kind: str
    """answer, settle and undo count, and the words of a skip or a comment; other kinds change nothing."""
    who: str
    moment: datetime
    card: int | None = None
    """The number of the card."""
    place: int | None = None
    """The number of the place in the card."""
    answer: Answer | None = None
    tag: str = ""
    comment: str = ""
    undone: str | None = None
    """For an undo: the act that it takes back."""


_SAYING: Final = ("answer", "settle", "skip", "comment")
"""Kinds of events with which people write something."""
At = tuple[int, int]
"""(card, place)"""


@dataclass(frozen=True, slots=True)
class Opinion:
    """One person's current answer at one place."""

    who: str
    answer: Answer
    moment: datetime
    act: str
    tag: str = ""
    comment: str = ""
    stood: int = 0
    """Opinions that stood there, with an earlier one of the same person, when that one was taken back; 0 if none was.

    Once a card has all its opinions, people see each other's.
    """
    number: int = 0
    """That of its event: what has a larger one was said later."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What someone wrote about a card, or the tag that they gave it."""

    who: str
    act: str
    tag: str
    comment: str


@dataclass(frozen=True, slots=True)
class Opinions:
    """What counts of all events."""

    given: dict[At, tuple[Opinion, ...]]
    """By place: the current answer of each person, oldest first."""
    settled: dict[At, Opinion]
    """By place: the newest decision between differing answers."""
    comments: dict[int, tuple[Comment, ...]]
    """By card: what was written, with an answer or without one, oldest first, one for each act."""

    def of_card(self, card: int, places: int) -> tuple[Opinion, ...]:
        """Return the opinions on a card: those at the place that most people answered, for all places are alike."""
        return max((self.given.get((card, place), ()) for place in range(places)), key=len, default=())

    def without_answer(self, card: int) -> list[Comment]:
        """Return what people have written about a card who have no answer there: they skipped it."""
        answered = {one.who for (number, _), given in self.given.items() if number == card for one in given}
        answered |= {one.who for (number, _), one in self.settled.items() if number == card}
        return [one for one in self.comments.get(card, ()) if one.who not in answered]

    def has_given(self, who: str) -> bool:
        """Check whether an answer of this person stands anywhere."""
        return any(one.who == who for given in self.given.values() for one in given)

    def given_by(self, who: str) -> dict[str, list[At]]:
        """Return by act the places at which the answer of one person stands, the newest act first."""
        places, number = dict[str, list[At]](), dict[str, int]()
        for at, given in self.given.items():
            for one in given:
                if one.who == who:
                    places.setdefault(one.act, []).append(at)
                    number[one.act] = max(one.number, number.get(one.act, 0))
        return {act: sorted(places[act]) for act in sorted(places, key=number.__getitem__, reverse=True)}

    def independent(self, wanted: Sequence[int]) -> Opinions:
        """Leave out what people said who had seen what others said there, and had taken back what they said before.

        `wanted` has how many opinions each card is to have.
        """
        return replace(self, given={at: _independent(given, wanted[at[0]]) for at, given in self.given.items()})

    def people(self) -> list[str]:
        """List who gave an opinion that counts, sorted."""
        return sorted({one.who for opinions in self.given.values() for one in opinions})


def _independent(given: Iterable[Opinion], wanted: int) -> tuple[Opinion, ...]:
    return tuple(one for one in given if one.stood < max(2, wanted))


def read_opinions(events: Iterable[OpinionEvent]) -> Opinions:
    """Find what counts. Events are taken in the order of their numbers."""
    ordered = sorted(events, key=lambda event: event.number)
    undone = _undone(ordered)
    given: dict[At, dict[str, Opinion]] = {}
    settled: dict[At, Opinion] = {}
    comments: dict[int, dict[str, Comment]] = {}
    stood = _stood_when_taken_back(ordered)
    for event in ordered:
        if event.act in undone or event.card is None:
            continue
        if event.kind in _SAYING and (event.comment or event.tag):
            _add(comments.setdefault(event.card, {}), Comment(event.who, event.act, event.tag, event.comment))
        if event.answer is None or event.place is None:
            continue
        opinion = Opinion(event.who, event.answer, event.moment, event.act, event.tag, event.comment)
        at = (event.card, event.place)
        opinion = replace(opinion, stood=stood.get((at, event.act), 0), number=event.number)
        if event.kind == "settle":
            settled[at] = opinion
        elif event.kind == "answer":
            of_place = given.setdefault(at, {})
            of_place.pop(event.who, None)  # a newer answer stands behind those of others
            of_place[event.who] = opinion
    return Opinions(
        {at: tuple(of_place.values()) for at, of_place in given.items()},
        settled,
        {card: tuple(of_card.values()) for card, of_card in comments.items()},
    )


def _stood_when_taken_back(ordered: Iterable[OpinionEvent]) -> dict[tuple[At, str], int]:
    """Return by place and act how many opinions stood there when the same person took back an earlier one.

    Of several times, the most; acts before which nothing was taken back are not in it.
    """
    standing: dict[At, dict[str, str]] = {}
    places: dict[str, list[At]] = {}
    most: dict[tuple[At, str], int] = {}
    found: dict[tuple[At, str], int] = {}
    for event in ordered:
        if event.kind == "answer" and event.card is not None and event.place is not None:
            at = (event.card, event.place)
            standing.setdefault(at, {})[event.who] = event.act
            places.setdefault(event.act, []).append(at)
            if (at, event.who) in most:
                found[at, event.act] = most[at, event.who]
        elif event.kind == "undo" and event.undone is not None:
            for at in places.get(event.undone, ()):
                if standing[at].get(event.who) == event.undone:
                    most[at, event.who] = max(len(standing[at]), most.get((at, event.who), 0))
                    del standing[at][event.who]
    return found


def _add(comments: dict[str, Comment], new: Comment) -> None:
    """Add a comment by its act; one that its person has written before, as with a skip, moves to the end."""
    for act, one in list(comments.items()):
        if (one.who, one.tag, one.comment) == (new.who, new.tag, new.comment):
            del comments[act]
    comments[new.act] = new


def opinions_after(before: Opinions, events: Iterable[OpinionEvent], places: Mapping[int, int]) -> Opinions:
    """Find again what counts on some cards, of which `places` has the counts by number.

    `events` are all of these cards, and all that take something back.
    """
    fresh = read_opinions(events)
    given, settled, comments = dict(before.given), dict(before.settled), dict(before.comments)
    for card, count in places.items():
        comments.pop(card, None)
        if card in fresh.comments:
            comments[card] = fresh.comments[card]
        for at in ((card, place) for place in range(count)):
            given.pop(at, None)
            settled.pop(at, None)
            if at in fresh.given:
                given[at] = fresh.given[at]
            if at in fresh.settled:
                settled[at] = fresh.settled[at]
    return Opinions(given, settled, comments)


def _undone(events: Iterable[OpinionEvent]) -> set[str]:
    """Return the acts that were taken back. An undo can be undone too: then the act counts again."""
    undone: set[str] = set()
    undoes: dict[str, str] = {}
    for event in events:
        if event.kind != "undo" or event.undone is None or event.act in undoes:
            continue
        undoes[event.act] = event.undone
        _take_back(event.undone, undone, undoes)
    return undone


def _take_back(act: str, undone: set[str], undoes: dict[str, str]) -> None:
    undone.add(act)
    if (restored := undoes.get(act)) is not None:
        undone.discard(restored)
