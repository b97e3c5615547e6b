"""Many people at once on one server, for a while; then a look whether all that was said to be stored is there."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from pathlib import Path

from playwright.async_api import Browser, Error, async_playwright

from evaljson.load import read_records
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import ARGUMENTS
from tests.browser.motion import NO_MOTION
from tests.server import Server
from tests.soak import known
from tests.soak.people import COUNT, SHARED, Person
from tests.soak.screen import Screen


def work_together(folder: Path, chromium: str, seconds: float, contexts: int, seed: int) -> str:
    """What came of it, in words. Raises AssertionError with all that was not as it must be."""
    with open_store(folder=folder) as store:
        shared = _shared_evaluation(store)
        with Server(folder) as server:
            people, broken = asyncio.run(_crowd(server.url, chromium, store, shared, seconds, contexts, seed))
            said = server.said()
        lost = [one for person in people if person.identity for one in person.lost()]
        wanted = [weight for person in people for weight in person.shared_acknowledged]
        had = {one.schema["properties"]["name"].get("x-eval-weight") for one in store.schemas.all(shared)}
        lost += [f"shared: weight {weight}" for weight in wanted if weight not in had]
        found = [*broken, *lost, *map(str, store.check().faults)]
        if "Traceback" in said:
            found.append(f"the server's log has a traceback:\n{said[-4000:]}")
    assert not found, "\n".join(found)
    actions = Counter(name for person in people for name in person.did)
    told = ", ".join(f"{count} x {name}" for name, count in sorted(actions.items()))
    return (
        f"{contexts} people, {sum(actions.values())} actions ({told}), {len(wanted)} of them on shared data: all well"
    )


def _shared_evaluation(store: Store) -> str:
    made = store.evaluations.create(
        SHARED,
        by="soak",
        gold=read_records(known.as_file(known.gold(SHARED, COUNT)), name="gold.json", kind="gold"),
        variants={"A": read_records(known.as_file(known.extracted(SHARED, COUNT, 1)), name="A.json", kind="extracted")},
        schema=known.schema(SHARED, COUNT, {}),
    )
    score_due(store, made.id, by="soak", tell=lambda share, message: None)
    return made.id


async def _crowd(
    url: str, chromium: str, store: Store, shared: str, seconds: float, contexts: int, seed: int
) -> tuple[list[Person], list[str]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        people = [
            await _person(browser, url, store, shared, number, contexts, random.Random(f"{seed}-{number}"))
            for number in range(contexts)
        ]
        broken = [one for one in await asyncio.gather(*(_live(person, seconds) for person in people)) if one]
        await browser.close()
    return people, broken


async def _person(
    browser: Browser, url: str, store: Store, shared: str, number: int, of: int, chance: random.Random
) -> Person:
    context = await browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    await context.add_init_script(NO_MOTION)
    return Person(number, Screen(await context.new_page(), url), store, shared, chance, of)


async def _live(person: Person, seconds: float) -> str | None:
    """Act until the time is over, which begins once everybody's own files are in; what broke."""
    try:
        await person.begin()
        until = time.monotonic() + seconds
        while time.monotonic() < until or not person.has_done_share:
            await person.act()
    except (AssertionError, Error) as error:
        return f"{person.token}, {person.did[-3:]} at {person.screen.page.url}: {type(error).__name__}: {error}"
    return None
