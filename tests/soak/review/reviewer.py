"""A person who answers cards by keys, some of them held down, and notes what the page acknowledges."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from playwright.async_api import Error, Page, expect

from evaljson.review.answers import WORDS
from tests.soak.review.browsers import OwnBrowser
from tests.soak.review.tally import Acknowledged, Tally

ANSWERS: Final = ("extracted_right", "gold_right", "gold_wrong", "both_acceptable", "unsure")
"""By the key less one."""
_BY_KEY: Final = {
    **{str(number): answer for number, answer in enumerate(ANSWERS, 1)},
    "s": "skip",
    "Enter": "gold_wrong",
}
_TYPED: Final = ANSWERS.index("gold_wrong")
_PAUSE: Final = 3.0
"""Seconds."""
_SEEN_MS: Final = 330
"""For so long a card is looked at before it is answered: the page refuses what comes sooner."""
_BETWEEN_LOOKS: Final = 0.1
"""Seconds: more looks would cost more than the page does, and the page itself notes how quick it was."""
_AGAIN: Final = 5.0
"""Seconds after which a key is pressed again on a card that has not changed."""
_STUCK: Final = 240.0
_WATCH: Final = """
window.soakKeys = [];
window.addEventListener("keydown", (event) => {
  if (event.repeat) { return; }
  if (event.key === "Enter" && !event.target.closest?.(".st-key-review-answers")) { return; }
  window.soakKey = performance.now();
  window.soakKeys.push([window.evaljsonReview?.token ?? "", event.key]);
}, true);
"""
_LOOK: Final = """() => {
  const keys = window.evaljsonReview, main = document.querySelector("[data-testid=stMain]");
  const lines = [...document.querySelectorAll("[data-testid=stMarkdown]")].map((one) => one.textContent.trim());
  return {
    token: keys?.token ?? "", age: keys ? performance.now() - keys.shown : 0,
    took: keys && window.soakKey ? keys.shown - window.soakKey : null,
    told: lines.find((line) => /^(✓ Stored|Skipped|↶ Taken back|⚠|That card was)/.test(line)) ?? "",
    ended: /No card is left|Every card has all the opinions|Only what you skipped/.test(main?.textContent ?? ""),
    again: document.querySelector(".st-key-review-again button") !== null,
    drawn: document.querySelector(".st-key-review-comment input") !== null,
    pressed: (window.soakKeys ?? []).splice(0),
  };
}"""


class Reviewer:
    """One person: a browser, and a tally that outlives it."""

    def __init__(
        self, browser: OwnBrowser, url: str, review: str, who: str, chance: random.Random, may_go_on: Callable[[], bool]
    ) -> None:
        """Before each card of `work`, this person waits until `may_go_on`."""
        self.tally = Tally(who)
        self._browser, self._url, self._review, self._chance = browser, url, review, chance
        self._may_go_on = may_go_on
        self._page: Page | None = None
        self._is_asked_to_rest = False

    @property
    def page(self) -> Page:
        """The tab that is open."""
        assert self._page is not None, f"{self.tally.who} has no browser"
        return self._page

    async def come(self) -> None:
        """Follow the link in a new browser."""
        self._page = await self._browser.start(self._url, self.tally.who)
        self._page.set_default_timeout(60_000)
        await self._page.add_init_script(_WATCH)
        await self._page.goto(f"{self._url}/review?{urlencode({'review': self._review})}")

    async def leave(self) -> None:
        """Close the browser."""
        if self._page is not None:
            await self._browser.close(self._page)
            self._page = None

    def die(self) -> None:
        """The browser is killed."""
        self._browser.kill()
        self._page = None

    def rest(self) -> None:
        """Have `work` end after the card in hand."""
        self._is_asked_to_rest = True

    async def work(self) -> None:
        """Answer until nothing is left for this person, or until asked to rest."""
        self._is_asked_to_rest = False
        while not self._is_asked_to_rest:
            if not self._may_go_on():
                await asyncio.sleep(0.1)
                continue
            seen = await self.card(patient=False)
            if seen is None:
                return
            await self._act(seen)

    async def card(self, *, patient: bool = True) -> str | None:
        """The token of the card on screen, once it was looked at for a moment; None where nothing is left.

        Without patience, also None once this person was asked to rest.
        """
        until = time.monotonic() + _STUCK
        while time.monotonic() < until:
            now = await self.look()
            if now["again"]:
                with suppress(Error):  # it is gone once a card is there
                    await self.page.locator(".st-key-review-again button").click(timeout=1000)
            elif now["token"] and now["drawn"] and now["age"] > _SEEN_MS:
                return str(now["token"])
            elif (now["ended"] and not now["token"]) or (self._is_asked_to_rest and not patient):
                return None
            await asyncio.sleep(_BETWEEN_LOOKS)
        raise AssertionError(f"{self.tally.who} waits for a card: {await self.look()}; {await self._on_page()}")

    async def look(self) -> dict[str, Any]:
        """What is on the page."""
        try:
            found: dict[str, Any] = await self.page.evaluate(_LOOK)
        except Error as error:
            if "context was destroyed" not in str(error):  # a page that loads again has nothing on it for a moment
                raise
            found = {"token": "", "age": 0, "took": None, "told": "", "ended": False, "again": False, "drawn": False}
        for token, key in found.get("pressed", ()):
            if key in _BY_KEY:
                self.tally.tried.setdefault(token, set()).add(_BY_KEY[key])
        return found

    async def _on_page(self) -> str:
        """What somebody who looks at the page would see, for whoever looks for a fault."""
        page = self.page
        script = await page.evaluate("() => JSON.stringify(window.evaljsonReview ?? 'no script')")
        return f"{script}\n{(await page.locator('body').inner_text())[:3000]}"

    async def _act(self, token: str) -> None:
        draw = self._chance.random()
        if draw < 0.05 and self.tally.acknowledged and self.tally.acknowledged[-1].kind == "answer":
            await self._undo(token)
        elif draw < 0.08:
            await self._give(token, "skip", "s")
        else:
            number = self._chance.choice((0, 0, 1, 1, 3, 4, _TYPED))
            await self._give(token, ANSWERS[number], str(number + 1))

    async def _give(self, token: str, answer: str, key: str) -> None:
        """Press until the page shows another card; at times the key is held down, or a button clicked twice."""
        started = time.monotonic()
        while time.monotonic() - started < _STUCK:
            if answer == ANSWERS[_TYPED]:
                await self._type_value()
            else:
                await self._strike(token, answer, key)
            if (seen := await self._next_after(token)) is not None:
                self._note(token, answer, seen)
                return
        stuck = f"{self.tally.who} is stuck with {answer} on {token}: {await self.look()}"
        raise AssertionError(f"{stuck}; {await self._on_page()}")

    async def _strike(self, token: str, answer: str, key: str) -> None:
        draw = self._chance.random()
        if draw < 0.2:
            self.tally.held += 1
            for _ in range(self._chance.randint(5, 25)):
                await self.page.keyboard.down(key)
                await asyncio.sleep(0.03)
            await self.page.keyboard.up(key)
        elif draw < 0.3 and key != "s":
            self.tally.held += 1
            self.tally.tried.setdefault(token, set()).add(answer)
            button = self.page.locator(f".st-key-review-answer-{answer}-{token} button")
            with suppress(Error):  # another card came meanwhile
                await button.dblclick(delay=5, timeout=2000)
        else:
            await self.page.keyboard.press(key)

    async def _type_value(self) -> None:
        field = self.page.get_by_role("textbox", name="The right value")
        if not await field.count():
            await self.page.keyboard.press("3")
        try:
            await expect(field).to_be_visible(timeout=4000)
            await field.fill(str(self._chance.randrange(1000, 9999)), timeout=4000)
            await field.press("Enter", timeout=4000)
        except (AssertionError, Error):
            return  # the page is being drawn again: tried once more

    async def _next_after(self, token: str, seconds: float = _AGAIN) -> dict[str, Any] | None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            seen = await self.look()
            if seen["token"] != token and (seen["token"] or seen["ended"] or seen["again"]):
                return seen
            await asyncio.sleep(_BETWEEN_LOOKS)
        return None

    def _note(self, token: str, answer: str, seen: dict[str, Any]) -> None:
        told = str(seen["told"])
        if told.startswith("✓ Stored"):
            # What the page says, not what was pressed last: a key that was pressed offline may have come first.
            said = next((name for name, words in WORDS.items() if f": {words}" in told), answer)
            self.tally.acknowledged.append(Acknowledged("answer", token, said))
            if seen["took"] is not None and seen["token"] and answer != ANSWERS[_TYPED]:
                self.tally.milliseconds.append(float(seen["took"]))
        elif told.startswith("Skipped"):
            self.tally.acknowledged.append(Acknowledged("skip", token))
        elif told.startswith(("⚠", "That card was")):
            self.tally.taken_over += 1

    async def _undo(self, token: str) -> None:
        self.tally.undone += 1
        await self.page.keyboard.press("u")
        seen = await self._next_after(token)
        if seen is not None and str(seen["told"]).startswith("↶ Taken back"):
            self.tally.acknowledged.append(Acknowledged("undo", ""))

    async def strike_and_die(self, token: str) -> None:
        """Answer a card, and have the browser killed while the answer is on its way."""
        self.tally.tried.setdefault(token, set()).add(ANSWERS[1])
        await self.page.keyboard.down("2")
        self.die()

    async def type_and_die(self, words: str) -> None:
        """Have the browser killed while a comment is half typed, once the page had a pause to keep it."""
        await self._comment(words)
        self.die()

    async def _comment(self, words: str) -> None:
        """Type a comment, and make the pause after which it is kept."""
        await self.page.keyboard.press("n")
        await self.page.keyboard.type(words)
        await asyncio.sleep(_PAUSE)

    async def be_offline(self, seconds: float, words: str) -> int:
        """Type a comment, lose the connection, press keys, come back; how many keys were answered meanwhile."""
        token = await self.card()
        if token is None:
            return 0
        await self._comment(words)
        await self.page.keyboard.press("Escape")
        await self.page.context.set_offline(True)
        until, answered = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            await self.page.keyboard.press("1")
            await asyncio.sleep(1)
            seen = await self.look()
            answered += seen["token"] != token and str(seen["told"]).startswith("✓ Stored")
        await self.page.context.set_offline(False)
        return answered
