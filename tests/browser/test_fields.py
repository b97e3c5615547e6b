"""The heatmaps of the Fields page under the hands of a person: a click on a cell opens what is behind it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.grid import open_cell, point_at

CELLS = ".js-plotly-plot .barlayer .bars"
"""Invisible bars, a group for each row, that lie over the cells of a heatmap."""


def test_a_kind_of_fault_opens_the_records_that_have_it_and_back_undoes_just_that(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("fields?a=Prompt+A")
    expect_address(page, "view=status")
    steps = page.evaluate("history.length")
    open_cell(page, row=3, column=2)  # a field without values of a wrong type
    expect_address(page, "status=mismatch")
    expect(page.locator("table.ej").get_by_text("✗ wrong value", exact=True).first).to_be_visible()
    assert page.evaluate("history.length") == steps + 1
    page.go_back()
    expect_address(page, "/fields?")
    settle(page)
    expect(page).not_to_have_url(re.compile("status="))
    page.go_forward()
    settle(page)
    expect_address(page, "/records?", "status=mismatch")


def test_a_variant_opens_beside_the_one_that_was_chosen(open_page: Callable[..., Page]) -> None:
    page = open_page("fields?a=Prompt+A&view=variant")
    open_cell(page, row=0, column=1)
    expect_address(page, "a=Prompt+B", "b=Prompt+A")


def test_every_narrow_cell_opens_its_own_record(open_page: Callable[..., Page], app_url: str, sample_id: str) -> None:
    page = open_page("fields?a=Prompt+A&view=record&size=200", width=1024)
    expect(page.locator(CELLS).first.locator(".point")).to_have_count(120)
    point_at(page, row=0, column=57)
    shown = page.locator(".hoverlayer").text_content() or ""
    assert shown.startswith("inv-"), "a column without a name above it says its record under the pointer"
    named = f"record={shown[:8]}"
    open_cell(page, row=0, column=57)  # what a click opens is what the pointer rests on
    expect_address(page, named)
    page.goto(f"{app_url}/fields?a=Prompt+A&view=record&size=50&at=50&eval={sample_id}")
    settle(page)
    open_cell(page, row=0, column=7)
    expect_address(page, named)


def test_a_refresh_shows_the_same_view_and_fields_and_a_cell_of_the_grid_of_records_opens_exactly_that_record(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("fields?a=Prompt+B")
    page.get_by_text("By variant", exact=True).click()
    settle(page)
    search = page.get_by_role("textbox", name="Fields with")
    search.fill("line_items")
    search.press("Enter")
    expect(page.locator(".ytick")).to_have_count(6)
    settle(page)
    page.reload()
    settle(page)
    expect(page.locator(".ytick")).to_have_count(6)
    expect_address(page, "view=variant", "find=line_items")
    search.fill("")
    search.press("Enter")
    expect(page).not_to_have_url(re.compile("find="))
    settle(page)
    page.get_by_text("By record", exact=True).click()
    settle(page)
    open_cell(page, column=1, row=0)
    expect_address(page, "record=inv-0061")
    expect(page.locator("table.ej")).to_contain_text("line_items")


def test_the_name_of_a_field_leads_to_its_rule_without_loading_the_app_anew(open_page: Callable[..., Page]) -> None:
    page = open_page("fields?a=Prompt+A")
    name = page.locator(".ytick a").nth(3)
    expect(name).to_contain_text("line_items[].sku")
    page.evaluate("window.stays = true")
    name.scroll_into_view_if_needed()
    box = name.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 2)
    expect_address(page, "/schema?", "field=line_items%5B%5D.sku")
    expect(page.get_by_role("heading", name="Schema", exact=True)).to_be_visible()
    assert page.evaluate("window.stays === true")


_OF_MANY = """() => {
  const figure = [...document.querySelectorAll("[data-testid=stMetricValue] p")].at(-1)
  figure.firstChild.data = "656 of 1,000"
  const words = document.createRange()
  words.selectNodeContents(figure)
  return [words.getBoundingClientRect().right, figure.parentElement.getBoundingClientRect().right]
}"""


def test_the_count_of_fully_right_records_is_never_cut(open_page: Callable[..., Page]) -> None:
    page = open_page("fields?a=Prompt+A", width=1024)
    words_end, figure_ends = page.evaluate(_OF_MANY)
    assert words_end <= figure_ends + 1
