"""What somebody sees who opens the app for the first time, and after bringing own files."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

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


def test_own_files_are_scored_and_a_click_on_a_heatmap_cell_leads_to_the_record(open_page: Callable[..., Page]) -> None:
    page = open_page()
    bring(page, GOLD, {"prompt.json": EXTRACTED})
    expected = f"{mean_f1(GOLD, EXTRACTED) * 100:.1f}"
    expect(page.get_by_text(f"F1 {expected} over 3 records")).to_be_visible()

    page.get_by_role("button", name="See which fields go wrong").click()
    settle(page)
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(expected)
    # What F1 loses: city twice as much (wrong) as born (missing) and died (invented), name nothing.
    open_cell(page, column=2, row=0)
    table = page.locator("table.ej")
    expect(table).to_contain_text("Londres")
    expect(table).to_contain_text("✗ wrong")
    expect_address(page, "record=r1", "field=city", "status=mismatch")
