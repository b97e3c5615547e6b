"""What a person does on a page and sees of it. All selectors of the soak stand here."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import SETTLED
from tests.soak.known import as_file

PATIENCE = 90_000
"""Milliseconds until a page counts as stuck: twenty browsers share the machine with the server."""
FIRST = "Overview"
PAGES = (FIRST, "Data", "Schema", "Fields", "Compare", "Records")
PROBLEMS = "[data-testid=stAlertContentError], [data-testid=stException]"
DRAFT = "Drop the gold records"
APPLIED = "Scored again under the changed schema"


async def eventually(is_so: Callable[[], Awaitable[bool]], patience: float = 20.0) -> bool:
    """Whether it is so within so many seconds: a busy machine begins late with what a click asks for."""
    until = time.monotonic() + patience
    while not await is_so():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(0.1)
    return True


class Screen:
    """One tab."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self._url = page, url
        page.set_default_timeout(PATIENCE)
        self.main = page.locator("[data-testid=stMainBlockContainer]")

    async def open(self, path: str = "", **address: str) -> None:
        """As a link does it."""
        await self.page.goto(f"{self._url}/{path}?{urlencode(address)}")
        await self.settle()

    async def settle(self) -> None:
        """Wait until the script has run and its page is drawn."""
        for pause in (250, 250):
            await self.page.wait_for_selector(SETTLED)
            await self.page.wait_for_selector("[data-testid=stHeading]")
            await self.page.wait_for_timeout(pause)
        await self.page.wait_for_selector(SETTLED)

    async def go(self, title: str) -> None:
        """Click in the bar."""
        await self.page.get_by_role("link", name=title, exact=True).click()
        path = "" if title == FIRST else title.lower()
        await self.page.wait_for_url(lambda url: urlsplit(url).path.strip("/") == path)
        await self.settle()

    async def reload(self) -> None:
        """A refresh."""
        await self.page.reload()
        await self.settle()

    @property
    def address(self) -> dict[str, str]:
        """What the address says."""
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    async def text(self) -> str:
        """All text of the page."""
        return await self.main.inner_text()

    async def problems(self) -> list[str]:
        """Error boxes, exceptions, and what says that a page could not be shown."""
        return [text for text in await self.page.locator(PROBLEMS).all_inner_texts() if text]

    async def first_f1(self) -> str:
        """The figure called F1 on the Fields page."""
        figure = self.main.locator("[data-testid=stMetric]").filter(has_text=re.compile(r"^\s*F1")).first
        return (await figure.locator("[data-testid=stMetricValue]").inner_text()).strip()

    async def press(self, name: str) -> None:
        """A button."""
        await self._button(name).click()
        await self.settle()

    def _button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true").first

    async def undo(self) -> None:
        """On the Data page, after `apply_schema`."""
        await self._button("Undo").click()
        await expect(self.page.get_by_text(APPLIED)).to_have_count(0, timeout=PATIENCE)
        await self.settle()

    async def drop_changes(self) -> None:
        """Where the page asks what shall stand: what somebody else has put there."""
        drop = self._button("Discard all my edits")
        if await drop.count():
            await drop.click()
            await self.settle()

    async def restore(self) -> None:
        """Where the address leads to something deleted."""
        await self._button("Restore it").click()
        await expect(self.page.get_by_role("heading", name="Not here")).to_have_count(0, timeout=PATIENCE)
        await self.settle()

    async def next_record(self) -> bool:
        """Whether there was one, and the address says so."""
        before = self.address.get("record")
        if not await self.can_press("Next →"):
            return False
        await self._button("Next →").click()
        found = await eventually(self._record_is_not(before))
        await self.settle()
        return found

    def _record_is_not(self, before: str | None) -> Callable[[], Awaitable[bool]]:
        async def is_so() -> bool:
            return self.address.get("record") != before

        return is_so

    async def can_press(self, name: str) -> bool:
        """Whether there is such a button, and it does something."""
        button = self._button(name)
        return await button.count() > 0 and await button.is_enabled()

    async def bring(self, gold: list[Any], variants: Mapping[str, list[Any]], name: str) -> None:
        """Drop files on the Data page and score them."""
        await self._button("Use my data").click()
        await self.page.get_by_text(DRAFT).first.wait_for()
        await self.settle()
        await self.drop({f"{name}.json": gold, **{f"{own}.json": records for own, records in variants.items()}})
        await self.score()

    async def add_variant(self, name: str, records: list[Any], is_there: Callable[[], Awaitable[bool]]) -> None:
        """Drop a file on the Data page of an evaluation; it is stored and scored at once."""
        zone = self.main.locator("[data-testid=stExpander]").filter(has_text="Add variants")
        if not await zone.locator("input[type=file]").count():
            await zone.locator("summary").click()
            await self.settle()
        file: Any = {"name": f"{name}.json", "mimeType": "application/json", "buffer": as_file(records)}
        await zone.locator("input[type=file]").first.set_input_files([file])
        await eventually(is_there, PATIENCE / 1000)
        await self.settle()

    async def drop(self, files: Mapping[str, list[Any]]) -> None:
        """One after the other, each into the first drop zone."""
        for name, records in files.items():
            read = self.main.get_by_text(re.compile(r"records? read"))
            before = await read.count()
            file: Any = {"name": name, "mimeType": "application/json", "buffer": as_file(records)}
            await self.page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files([file])
            await expect(read).to_have_count(before + 1, timeout=PATIENCE)
            await self.settle()

    async def score(self) -> None:
        """The end of a draft."""
        await self._button("Score").click()
        await expect(self.page.get_by_role("button", name="Score", exact=True)).to_have_count(0, timeout=PATIENCE)
        await self.settle()

    async def apply_schema(self, schema: Mapping[str, Any]) -> bool:
        """As JSON on the Schema page; whether the page says that it was applied."""
        await self.go("Schema")
        if await self.page.get_by_text(APPLIED).count():
            await self.press("Keep")  # what was applied before would be taken for this change
        await self.page.get_by_role("tab", name="JSON", exact=True).click()
        area = self.page.get_by_role("textbox", name="Eval schema as JSON")
        await area.fill(json.dumps(schema))
        await area.press("Control+Enter")
        await self.settle()
        apply, applied = self._button("Apply and score again"), self.page.get_by_text(APPLIED)

        async def can_apply() -> bool:
            return await apply.count() > 0 and await apply.is_enabled()

        if not await eventually(can_apply):
            return False  # somebody else changed the same setting meanwhile, and the page asks what shall stand
        await apply.click()
        problem = self.page.locator(PROBLEMS)
        await eventually(lambda: applied.or_(problem).first.is_visible())
        await self.settle()
        return await applied.count() > 0
