"""The Compare page under the hands of a person: what a mark opens, and what a link shows to somebody else."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.grid import hover, open_mark

LOWEST = ".js-plotly-plot .scatterlayer .trace:last-child .points path"
"""Marks of records that got worse: they are drawn last, from left to right."""


def test_a_click_on_the_lowest_mark_opens_its_record(open_page: Callable[..., Page]) -> None:
    page = open_page("compare?a=Prompt+A&b=Prompt+B&part=records")
    marks = page.locator(LOWEST)
    expect(marks).to_have_count(31)
    placed = [(box["y"], mark) for mark in marks.all() if (box := mark.bounding_box())]
    _, lowest = max(placed, key=lambda one: one[0])
    lowest.scroll_into_view_if_needed()
    box = lowest.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hover(page, x, y)
    expect(page.locator(".hoverlayer")).to_contain_text("inv-0034")
    open_mark(page, lambda: hover(page, x, y))
    expect_address(page, "record=inv-0034", "a=Prompt+A", "b=Prompt+B", "change=worse")


def test_a_link_shows_the_same_view_in_another_browser_whose_table_offers_no_formulas_to_a_spreadsheet(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("compare?a=Prompt+A&b=Prompt+B")
    for choice in (re.compile("^All variants$"), re.compile("^Detectably worse")):
        page.get_by_text(choice).first.click()
        settle(page)
    expect_address(page, "part=variants", "show=worse")
    other = open_page(page.url.split("/", 3)[3], theme="dark", width=1024)
    expect(other.get_by_role("heading", name="Better and worse by field")).to_be_visible()
    expect(other.locator(".ytick")).to_have_count(2)
    expect(other.locator(".ytick").first).to_have_text("line_items[].unit")
    expect_address(other, "part=variants", "show=worse")
    table = other.locator("[data-testid=stDataFrame]").first
    table.scroll_into_view_if_needed()
    table.hover()
    tools = other.locator("[data-testid=stElementToolbar]").filter(visible=True)
    expect(tools.get_by_role("button", name="Search")).to_be_visible()
    expect(tools.get_by_role("button", name="Download")).to_have_count(0)
