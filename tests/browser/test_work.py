"""Work that takes its time, and what may happen meanwhile: clicks, refreshes, closed tabs, a server that dies."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from evaljson.load import read_records
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import due, score_due
from tests.browser.conftest import as_of_a_new_person, kept_warm, settle
from tests.server import Server
from tests.soak import known
from tests.soak.screen import APPLIED, PROBLEMS

TOKEN, COUNT = "work", 450
"""So many records that a worker scores them."""
FEW = 20
"""So many that the page scores them itself."""
SLOW = """
import os
import time
import evaljson


def slow(gold, extracted, params):
    until = time.monotonic() + 1
    while os.path.exists({file!r}) and time.monotonic() < until:
        time.sleep(0.02)
    return evaljson.ComparatorResult(float(gold == extracted), "slow")


evaljson.register("slow", slow)
"""
SLOWLY: Final = {"x-eval-compare": "slow"}


class Brake:
    """While it is on, the comparator `slow` takes a second for each pair of values; else no time."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def on(self) -> None:
        self._file.touch()

    def off(self) -> None:
        self._file.unlink(missing_ok=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of these tests writes."""
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="module")
def server(folder: Path, chromium: str) -> Iterator[Server]:
    """With a comparator that takes as long as its brake says."""
    plugin = folder / "slow_plugin.py"
    plugin.write_text(SLOW.format(file=str(folder / "brake")))
    with Server(folder, EVALJSON_PLUGINS=str(plugin)) as running:
        yield running


@pytest.fixture(autouse=True)
def brake(folder: Path) -> Iterator[Brake]:
    """On when a test begins, off afterwards, so that no job stays behind."""
    brake = Brake(folder / "brake")
    brake.on()
    yield brake
    brake.off()


@pytest.fixture(scope="module")
def store(server: Server) -> Iterator[Store]:
    with open_store(folder=server.folder) as opened:
        yield opened


@pytest.fixture
def scored(store: Store) -> str:
    """The id of a small evaluation that is scored, and whose names are compared as ever."""
    made = put(store, "A", "B", count=FEW, name={})
    score_due(store, made, by="test", tell=lambda share, message: None)
    return made


@pytest.fixture(scope="module")
def warm(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    with kept_warm(browser, server.url) as context:
        yield context


@pytest.fixture
def context(warm: BrowserContext) -> Iterator[BrowserContext]:
    """The browser of a person who has not been here before."""
    yield warm
    as_of_a_new_person(warm)


def put(store: Store, *variants: str, count: int = COUNT, name: Mapping[str, Any] = SLOWLY) -> str:
    """An evaluation that is not scored yet, whose names are compared slowly, or as `name` says; its id."""
    schema = known.schema(TOKEN, count, {})
    schema["properties"]["name"].update(name)
    files = {
        variant: read_records(
            known.as_file(known.extracted(TOKEN, count, place)), name=f"{variant}.json", kind="extracted"
        )
        for place, variant in enumerate(variants)
    }
    gold = read_records(known.as_file(known.gold(TOKEN, count)), name="gold.json", kind="gold")
    return store.evaluations.create("Slow one", by="test", gold=gold, variants=files, schema=schema).id


def go(page: Page, server: Server, path: str, evaluation: str, **more: str) -> None:
    address = "&".join([f"eval={evaluation}", *(f"{name}={value}" for name, value in more.items())])
    page.goto(f"{server.url}/{path}?{address}")
    settle(page)
    # The first visitor of a server who follows a link to a page would get it bare: see evaljson.ui.shared.navigation.
    expect(page.get_by_role("link", name="Records", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="app", exact=True)).to_have_count(0)


def begin(context: BrowserContext, server: Server, evaluation: str) -> Page:
    """A tab in which scoring has begun."""
    page = context.new_page()
    go(page, server, "data", evaluation)
    page.get_by_role("button", name="Score now").click()
    expect(progress(page)).to_be_visible()
    return page


def progress(page: Page) -> Locator:
    return page.locator("[data-testid=stProgress]")


def test_scoring_shows_its_progress_outlives_clicks_elsewhere_and_a_refresh_and_shows_its_result(
    server: Server, store: Store, context: BrowserContext, brake: Brake
) -> None:
    evaluation = put(store, "A")
    page = begin(context, server, evaluation)
    for title in ("Schema", "Data"):
        page.get_by_role("link", name=title, exact=True).click()
        settle(page)
        expect(progress(page)).to_contain_text(re.compile("Scoring A|Waiting"))
    page.reload()
    settle(page)
    expect(progress(page)).to_be_visible()
    assert len(store.jobs.all(evaluation=evaluation)) == 1
    brake.off()
    expect(progress(page)).to_have_count(0)
    page.get_by_role("link", name="Fields", exact=True).click()
    settle(page)
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(known.figure(TOKEN, COUNT, 0, {}))
    expect(page.locator(PROBLEMS)).to_have_count(0)
    assert due(store, store.evaluations.get(evaluation)) == []


def test_scoring_is_cancelled_and_can_be_begun_again(
    server: Server, store: Store, context: BrowserContext, brake: Brake
) -> None:
    evaluation = put(store, "A")
    page = begin(context, server, evaluation)
    page.get_by_role("button", name="Cancel", exact=True).click()
    (job,) = store.jobs.all(evaluation=evaluation)
    while job.state != "cancelled":  # with the brake off, the work could end before it hears of it
        settle(page)
        (job,) = store.jobs.all(evaluation=evaluation)
    brake.off()
    expect(page.get_by_text("Scoring was cancelled")).to_be_visible()
    assert [job.state for job in store.jobs.all(evaluation=evaluation)] == ["cancelled"]
    brake.on()
    page.get_by_role("button", name="Score now").click()
    expect(progress(page)).to_be_visible()


def test_a_tab_that_is_closed_and_a_server_that_is_stopped_during_a_job_end_with_a_result_or_a_button_for_it(
    server: Server, store: Store, context: BrowserContext, brake: Brake
) -> None:
    """One that is killed, and what it leaves to be scored, is in test_soak.py."""
    evaluation = put(store, "A", "B")
    begin(context, server, evaluation).close()
    server.stop()
    server.start()
    brake.off()
    page = context.new_page()
    go(page, server, "data", evaluation)
    again = page.get_by_role("button", name="Score now")
    expect(progress(page)).to_have_count(0)
    settle(page)
    if again.count():
        brake.on()
        again.click()
        expect(progress(page)).to_be_visible()
        brake.off()
        expect(progress(page)).to_have_count(0)
    go(page, server, "fields", evaluation, a="B")
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(known.figure(TOKEN, COUNT, 1, {}))
    assert not store.check().faults


def edit_weight(page: Page, row: int, weight: str) -> None:
    """Type into the grid of the Schema page, again where the first keys after loading were lost."""
    grid = page.locator("[data-testid=stDataFrame] table[role=grid]")
    column = int(grid.locator("[role=columnheader]", has_text="Weight").get_attribute("aria-colindex") or 0)
    cell = grid.locator(f"[aria-rowindex='{row + 2}'] [aria-colindex='{column}']")
    for _ in range(3):
        box = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 225, box["y"] + 36 * (row + 1) + 18, delay=80)  # not its field: that is a button
        page.keyboard.press("Home")
        for _ in range(column - 1):  # from the field to its weight
            page.keyboard.press("ArrowRight")
        page.keyboard.type(weight)
        page.keyboard.press("Enter")
        settle(page)
        with suppress(AssertionError):
            expect(cell.first).to_have_text(weight, timeout=10_000)
            return
    pytest.fail(f"the weight of row {row} is {cell.first.inner_text()!r}")


def test_a_cell_of_the_schema_grid_is_edited_applied_and_seen_by_others(
    server: Server, scored: str, context: BrowserContext, another_person: Callable[[str], BrowserContext]
) -> None:
    page = context.new_page()
    go(page, server, "schema", scored)
    edit_weight(page, 1, "3")
    page.get_by_role("link", name="Data", exact=True).click()
    settle(page)
    page.get_by_role("link", name="Schema", exact=True).click()
    settle(page)
    expect(page.get_by_text("1 change not applied yet")).to_be_visible()
    page.get_by_role("button", name="Apply and score again").first.click()
    expect(page.get_by_text(APPLIED)).to_be_visible()
    other = another_person(server.url).new_page()
    other.goto(page.url)
    settle(other)
    other.get_by_role("tab", name="JSON", exact=True).click()
    area = other.get_by_role("textbox", name="Eval schema as JSON")
    expect(area).to_have_value(re.compile('"x-eval-weight": 3'))
