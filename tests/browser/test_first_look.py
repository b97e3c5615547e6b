"""What somebody sees who opens the app for the first time, and after bringing own files."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.grid import open_cell
from tests.browser.own_files import bring

GOLD = [
    {"id": "r1", "name": "Ada", "city": "London", "born": 1815},
    {"id": "r2", "name": "Grace", "city": "New York", "born": 1906},
    {"id": "r3", "name": "Emmy", "city": "Erlangen", "born": 1882},
]
EXTRACTED = [
    {"id": "r3", "name": "Emmy", "city": "Erlangen"},
    {"id": "r1", "name": "Ada", "city": "Londres", "born": 1815},
    {"id": "r2", "name": "Grace", "city": "New York", "born": 1906, "died": 1992},
]


def mean_f1(gold: list[dict[str, Any]], extracted: list[dict[str, Any]]) -> float:
    """The mean of the records' F1, counted here by hand: flat records, values equal or not."""
    found = {record["id"]: record for record in extracted}
    figures = []
    for record in gold:
        here, wanted = dict(found[record["id"]]), dict(record)
        del here["id"], wanted["id"]
        right = sum(here.get(key) == value for key, value in wanted.items())
        precision, recall = right / len(here), right / len(wanted)
        figures.append(2 * precision * recall / (precision + recall))
    return sum(figures) / len(figures)


def test_a_link_to_a_page_works_for_the_first_visitor_of_a_server(
    new_context: Callable[..., BrowserContext], fresh_app_url: str
) -> None:
    page = new_context().new_page()
    page.goto(f"{fresh_app_url}/compare?a=Prompt+B&b=Prompt+C")
    settle(page)
    expect(page.get_by_role("link", name="Records")).to_be_visible()
    expect(page.get_by_role("link", name="app")).to_have_count(0)
    expect(page.locator("[data-testid=stMainBlockContainer]")).to_contain_text(
        "No detectable difference between Prompt C and Prompt B"
    )


def test_own_files_are_scored_and_a_click_on_a_heatmap_cell_leads_to_the_record(open_page: Callable[..., Page]) -> None:
    page = open_page()
    bring(page, GOLD, {"prompt.json": EXTRACTED})
    expected = f"{mean_f1(GOLD, EXTRACTED) * 100:.1f}"
    expect(page.get_by_text(f"F1 {expected} over 3 records")).to_be_visible()

    page.get_by_role("button", name="See which fields go wrong").click()
    settle(page)
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(expected)
    # Lost weight: city 1 (wrong), born 0.5 (missing), died 0.5 (invented), name 0.
    open_cell(page, column=2, row=0)
    table = page.locator("table.ej")
    expect(table).to_contain_text("Londres")
    expect(table).to_contain_text("✗ wrong")
    expect_address(page, "record=r1", "field=city", "status=mismatch")


def test_a_link_to_a_record_shows_that_record(open_page: Callable[..., Page]) -> None:
    page = open_page("records?a=Prompt+A&b=Prompt+B&record=inv-0004")
    expect(page.locator("table.ej")).to_contain_text("Art. ALQ-MODULO2M")
    page.get_by_role("button", name="Next →").click()  # a key would be lost where the page does not listen yet
    expect(page).not_to_have_url(re.compile("record=inv-0004"))


def test_a_cell_of_the_grid_of_records_opens_exactly_that_record(open_page: Callable[..., Page]) -> None:
    page = open_page("fields?a=Prompt+B")
    page.get_by_text("By record", exact=True).click()
    settle(page)
    open_cell(page, column=1, row=0)
    expect_address(page, "record=inv-0061")
    expect(page.locator("table.ej")).to_contain_text("line_items")
