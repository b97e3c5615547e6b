"""Work that takes its time, and what may happen meanwhile: clicks, refreshes, closed tabs, a server that dies."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from evaljson.load import read_records
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import due
from tests.browser.conftest import settle
from tests.server import Server
from tests.soak import known
from tests.soak.screen import APPLIED, PROBLEMS

TOKEN, COUNT = "work", 450
"""So many records that a worker scores them."""
STEP = 0.02
SLOW = f"""
import time
import evaljson


def slow(gold, extracted, params):
    time.sleep({STEP})
    return evaljson.ComparatorResult(float(gold == extracted), "slow")


evaljson.register("slow", slow)
"""
LONG = 60_000
"""Milliseconds until a test gives up."""


@pytest.fixture
def server(tmp_path: Path, chromium: str) -> Iterator[Server]:
    """With a comparator that takes 0.02 s for each pair of values."""
    (tmp_path / "slow_plugin.py").write_text(SLOW)
    with Server(tmp_path, EVALJSON_PLUGINS=str(tmp_path / "slow_plugin.py")) as running:
        yield running


@pytest.fixture
def store(server: Server) -> Iterator[Store]:
    with open_store(folder=server.folder) as opened:
        yield opened


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(viewport={"width": 1440, "height": 900})
    yield opened
    opened.close()


def put(store: Store, *variants: str) -> str:
    """An evaluation that is not scored yet, whose names are compared slowly; its id."""
    schema = known.schema(TOKEN, COUNT, {})
    schema["properties"]["name"]["x-eval-compare"] = "slow"
    files = {
        name: read_records(known.as_file(known.extracted(TOKEN, COUNT, place)), name=f"{name}.json", kind="extracted")
        for place, name in enumerate(variants)
    }
    gold = read_records(known.as_file(known.gold(TOKEN, COUNT)), name="gold.json", kind="gold")
    return store.evaluations.create("Slow one", by="test", gold=gold, variants=files, schema=schema).id


def go(page: Page, server: Server, path: str, evaluation: str, **more: str) -> None:
    address = "&".join([f"eval={evaluation}", *(f"{name}={value}" for name, value in more.items())])
    page.goto(f"{server.url}/{path}?{address}")
    settle(page)


def begin(context: BrowserContext, server: Server, evaluation: str) -> Page:
    """A tab in which scoring has begun."""
    page = context.new_page()
    go(page, server, "data", evaluation)
    page.get_by_role("button", name="Score now").click()
    expect(progress(page)).to_be_visible(timeout=LONG)
    return page


def progress(page: Page) -> Locator:
    return page.locator("[data-testid=stProgress]")


def test_scoring_shows_its_progress_outlives_clicks_elsewhere_and_shows_its_result(
    server: Server, store: Store, context: BrowserContext
) -> None:
    page = begin(context, server, put(store, "A"))
    for title in ("Schema", "Data", "Schema"):
        page.get_by_role("link", name=title, exact=True).click()
        settle(page)
        expect(progress(page)).to_contain_text(re.compile("Scoring A|Waiting"), timeout=LONG)
    expect(progress(page)).to_have_count(0, timeout=LONG)
    page.get_by_role("link", name="Fields", exact=True).click()
    settle(page)
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(known.figure(TOKEN, COUNT, 0, {}))
    expect(page.locator(PROBLEMS)).to_have_count(0)


def test_scoring_is_cancelled_and_can_be_begun_again(server: Server, store: Store, context: BrowserContext) -> None:
    evaluation = put(store, "A")
    page = begin(context, server, evaluation)
    page.get_by_role("button", name="Cancel", exact=True).click()
    expect(page.get_by_text("Scoring was cancelled")).to_be_visible(timeout=LONG)
    assert [job.state for job in store.jobs.all(evaluation=evaluation)] == ["cancelled"]
    page.get_by_role("button", name="Score now").click()
    expect(progress(page)).to_be_visible(timeout=LONG)


def test_the_result_is_stored_though_the_tab_was_closed(server: Server, store: Store, context: BrowserContext) -> None:
    evaluation = put(store, "A")
    begin(context, server, evaluation).close()
    page = context.new_page()
    go(page, server, "fields", evaluation)
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(
        known.figure(TOKEN, COUNT, 0, {}), timeout=LONG
    )
    assert due(store, store.evaluations.get(evaluation)) == []


def test_a_refresh_while_scoring_shows_the_same_job(server: Server, store: Store, context: BrowserContext) -> None:
    evaluation = put(store, "A")
    page = begin(context, server, evaluation)
    page.reload()
    settle(page)
    expect(progress(page)).to_be_visible(timeout=LONG)
    assert len(store.jobs.all(evaluation=evaluation)) == 1


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_a_server_that_is_gone_during_a_job_ends_with_a_result_or_a_button_for_it(
    server: Server, store: Store, context: BrowserContext, how: str
) -> None:
    evaluation = put(store, "A", "B")
    begin(context, server, evaluation).close()
    server.kill() if how == "killed" else server.stop()
    server.start()
    page = context.new_page()
    go(page, server, "data", evaluation)
    again = page.get_by_role("button", name="Score now")
    expect(progress(page)).to_have_count(0, timeout=LONG)
    settle(page)
    if again.count():
        again.click()
        expect(progress(page)).to_be_visible(timeout=LONG)
        expect(progress(page)).to_have_count(0, timeout=LONG)
    go(page, server, "fields", evaluation, a="B")
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(known.figure(TOKEN, COUNT, 1, {}))
    assert not store.check().faults


def edit_weight(page: Page, row: int, weight: str) -> None:
    """Type into the grid of the Schema page, again where the first keys after loading were lost."""
    cell = page.locator(f"[data-testid=stDataFrame] table[role=grid] [aria-rowindex='{row + 2}'] [aria-colindex='10']")
    for _ in range(3):
        box = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 60, box["y"] + 36 * (row + 1) + 18, steps=5)
        page.mouse.down()
        page.wait_for_timeout(80)
        page.mouse.up()
        for _ in range(9):  # from the field to its weight
            page.keyboard.press("ArrowRight")
        page.keyboard.type(weight)
        page.keyboard.press("Enter")
        settle(page)
        if cell.first.inner_text().strip() == weight:
            return
    pytest.fail(f"the weight of row {row} is {cell.first.inner_text()!r}")


def test_a_cell_of_the_schema_grid_is_edited_applied_and_seen_by_others(
    server: Server, context: BrowserContext, browser: Browser
) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/schema")
    settle(page)
    edit_weight(page, 2, "3")
    page.get_by_role("link", name="Data", exact=True).click()
    settle(page)
    page.get_by_role("link", name="Schema", exact=True).click()
    settle(page)
    expect(page.get_by_text("1 change not applied yet")).to_be_visible()
    page.get_by_role("button", name="Apply and score again").first.click()
    expect(page.get_by_text(APPLIED)).to_be_visible(timeout=LONG)
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    other.goto(page.url)
    settle(other)
    other.get_by_role("tab", name="JSON", exact=True).click()
    area = other.get_by_role("textbox", name="Eval schema as JSON")
    expect(area).to_have_value(re.compile('"x-eval-weight": 3'), timeout=LONG)
    elsewhere.close()


def test_a_link_shows_the_same_in_a_fresh_browser_and_after_a_refresh(
    server: Server, context: BrowserContext, browser: Browser
) -> None:
    page = context.new_page()
    page.goto(f"{server.url}/records?a=Prompt+A&b=Prompt+B&status=mismatch")
    settle(page)
    first = page.url
    assert "status=mismatch" in first
    page.get_by_role("button", name="Next →").click()
    page.wait_for_function("before => location.href !== before", arg=first)
    settle(page)
    expect(page.locator("table.ej").first).to_be_visible(timeout=LONG)
    shown, link = page.locator("table.ej").all_inner_texts(), page.url
    page.reload()
    settle(page)
    expect(page.locator("table.ej").first).to_be_visible(timeout=LONG)
    assert (page.locator("table.ej").all_inner_texts(), page.url) == (shown, link)
    elsewhere = browser.new_context(viewport={"width": 1440, "height": 900})
    other = elsewhere.new_page()
    other.goto(link)
    settle(other)
    expect(other.locator("table.ej").first).to_be_visible(timeout=LONG)
    assert (other.locator("table.ej").all_inner_texts(), other.url) == (shown, link)
    elsewhere.close()
