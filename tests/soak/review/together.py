"""Several people in real browsers on one review, while a browser dies, one is offline, and the server is killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from evaljson.store import Actor, Review, Store, open_store
from evaljson.store.column_types import now
from evaljson.store.location import URL_VARIABLE
from tests.server import Server
from tests.soak.review.browsers import OwnBrowser
from tests.soak.review.disagreements import review_of
from tests.soak.review.reviewer import Reviewer
from tests.soak.review.tally import speed
from tests.soak.review.verdict import faults, stored

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eva")
_WITNESS: Final = Actor("Wilma")
"""Asks for cards of the dead through the store, and gives them back."""
_LOAN: Final = timedelta(minutes=5)
_TROUBLED: Final = 0.75
"""Of the opinions, what is given when the last trouble is over: there must be a card for whoever it hits."""
_DRAFT, _OFFLINE = "half typed when it died", "typed before it went offline"


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of everything."""

    people: int = 2
    cards: int = 200
    kills: int = 5
    """Of the server."""
    offline: float = 60
    """Seconds that one person is without a connection; 0: nobody is."""
    deaths: bool = True
    """Whether a browser is killed, with an answer on its way and then with a comment half typed."""
    overlap: float = 0.2
    seed: int = 1


class Soak:
    """One run of it over one database."""

    def __init__(self, folder: Path, chromium: str, plan: Plan, url: str | None = None) -> None:
        """`url` is that of the database; None: SQLite in the folder."""
        self._folder, self._chromium, self._plan, self._url = folder, chromium, plan, url
        self._events: list[str] = []
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._share = 1.0
        """Of the opinions, what may be given so far: each trouble must find cards, however long the one before took."""

    def run(self) -> str:
        """What came of it, in words. Raises AssertionError with all that was not as it must be."""
        environment = {} if self._url is None else {URL_VARIABLE: self._url}
        with open_store(self._url, folder=None if self._url else self._folder) as store:
            review = review_of(store, self._plan.cards, self._plan.overlap, self._plan.seed)
            with Server(self._folder, **environment) as server:
                people = asyncio.run(self._with_people(server, store, review))
                said = server.said()
            found = faults(store, review.id, [one.tally for one in people])
            done = store.reviews.get(review.id)
            acts = stored(store, review.id)
        if "Traceback" in said:
            found.append(f"the server's log has a traceback:\n{said[-4000:]}")
        if done.answered != done.seats:
            found.append(f"{done.answered} of {done.seats} opinions are given")
        assert not found, "\n".join(found)
        tallies = [one.tally for one in people]
        acknowledged = sum(len(tally.acknowledged) for tally in tallies)
        return (
            f"{len(people)} people, {done.cards} cards, {done.seats} opinions over "
            f"{'SQLite' if self._url is None else 'PostgreSQL'}: {acknowledged} acknowledged, 0 of them lost, {acts} "
            f"stored; {sum(tally.held for tally in tallies)} keys held or clicked twice; {'; '.join(self._events)}; "
            f"{speed(tallies)}"
        )

    async def _with_people(self, server: Server, store: Store, review: Review) -> list[Reviewer]:
        async with async_playwright() as playwright:
            people = [
                Reviewer(
                    OwnBrowser(playwright, self._chromium), server.url, review.id, name,
                    random.Random(f"{self._plan.seed} {name}"), lambda: self._given(store, review) < self._share,
                )
                for name in NAMES[: self._plan.people]
            ]  # fmt: skip
            try:
                await asyncio.gather(*(one.come() for one in people))
                await self._work(server, store, review, people)
                await asyncio.gather(*(one.leave() for one in people))
            finally:
                for task in self._at_work.values():
                    task.cancel()
                for one in people:
                    one.die()
        return people

    async def _work(self, server: Server, store: Store, review: Review, people: Sequence[Reviewer]) -> None:
        """Each kind of trouble once its share of all opinions is given, and the rest in peace."""
        troubles: list[Callable[[], object]] = [lambda: self._kill(server)] * self._plan.kills
        if self._plan.deaths:
            troubles.insert(1, lambda: self._deaths(store, review, people))
        if self._plan.offline:
            troubles.insert(len(troubles) // 2 + 1, lambda: self._be_offline(people[::-1]))
        self._at_work = {one.tally.who: asyncio.create_task(one.work()) for one in people}
        for number, trouble in enumerate(troubles, 1):
            begins = _TROUBLED * number / (len(troubles) + 1)
            self._share = begins + _TROUBLED / (len(troubles) + 1)
            await self._reach(store, review, begins)
            await trouble()  # type: ignore[misc]
        self._share = 1.0
        while (done := store.reviews.get(review.id)).answered < done.seats:
            for one in people:  # an answer that was taken back, or a card that was skipped, may be left for anyone
                task = self._at_work[one.tally.who]
                if task.done():
                    task.result()
                    self._begin(one)
            await asyncio.sleep(0.5)
        for one in people:
            one.rest()
        await asyncio.gather(*self._at_work.values())

    def _begin(self, one: Reviewer) -> None:
        self._at_work[one.tally.who] = asyncio.create_task(one.work())

    @staticmethod
    def _given(store: Store, review: Review) -> float:
        done = store.reviews.get(review.id)
        return done.answered / done.seats

    async def _reach(self, store: Store, review: Review, share: float) -> None:
        while self._given(store, review) < share:
            for task in self._at_work.values():
                if task.done():
                    task.result()
            await asyncio.sleep(0.1)

    async def _kill(self, server: Server) -> None:
        server.kill()
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.start)
        self._note("server killed")

    def _note(self, what: str) -> None:
        known = next((at for at, one in enumerate(self._events) if one.startswith(what)), None)
        if known is None:
            self._events.append(f"{what} 1 time")
        else:
            self._events[known] = f"{what} {int(self._events[known].split()[-2]) + 1} times"

    async def _interrupted(self, people: Sequence[Reviewer]) -> tuple[Reviewer, str]:
        """The first who has a card on screen once they stopped, and its token: for others, nothing may be left."""
        for one in people:
            one.rest()
            await self._at_work[one.tally.who]
            if (token := await one.card()) is not None:
                return one, token
            self._begin(one)
        raise AssertionError("nothing was left for anyone too early: take more cards")

    async def _deaths(self, store: Store, review: Review, people: Sequence[Reviewer]) -> None:
        one, token = await self._interrupted(people)
        await one.strike_and_die(token)
        await one.come()
        assert await one.card() is not None
        await one.type_and_die(_DRAFT)
        # The run of the page whose browser died first may store that answer, and take a next card, after she came back.
        cards = [each.card for each in store.review_cards.held(review.id) if each.holder == one.tally.who]
        drafts = [store.review_cards.draft(review.id, card, by=Actor(one.tally.who)) for card in cards]
        typed = [
            card for card, draft in zip(cards, drafts, strict=True) if draft is not None and draft["comment"] == _DRAFT
        ]
        assert len(typed) == 1, f"what was half typed is on {len(typed)} of her cards: {drafts}"
        self._comes_back_in_five_minutes(review, typed[0])
        await one.come()
        self._begin(one)
        self._note("browser killed with an answer on its way, and with a comment half typed,")

    def _comes_back_in_five_minutes(self, review: Review, card: int) -> None:
        """Nobody gets the card of the dead before, anybody does after."""
        folder = None if self._url else self._folder
        with open_store(self._url, folder=folder) as early:
            taken = early.review_cards.take(review.id, by=_WITNESS, session="early", card=card)
            assert taken is None, "two people have one card"
        with open_store(self._url, folder=folder, clock=lambda: now() + _LOAN + timedelta(seconds=1)) as late:
            taken = late.review_cards.take(review.id, by=_WITNESS, session="late", card=card)
            assert taken is not None, "the card of the dead did not come back"
        with open_store(self._url, folder=folder) as early:
            early.review_cards.release(review.id, taken.token, by=_WITNESS)

    async def _be_offline(self, people: Sequence[Reviewer]) -> None:
        one, _ = await self._interrupted(people)
        answered = await one.be_offline(self._plan.offline, _OFFLINE)
        assert not answered, f"{answered} keys were answered without a connection"
        self._begin(one)
        self._note(f"offline for {self._plan.offline:g} s,")
