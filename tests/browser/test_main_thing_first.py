"""What each page is for is seen at first sight, at 1440 x 900 and with messy data: 500 fields, 300 arrays."""

import pytest
from playwright.sync_api import Locator, expect

from evaljson.store import Store
from tests.browser.conftest import SIZE, Open, expect_address, settle
from tests.browser.grid import point_at
from tests.browser.looks import LEAST, contrasts, follow, overflow
from tests.messy import messy, messy_evaluation

RECORDS, VARIANTS = 40, 3
ROWS = ".js-plotly-plot .ytick text"


@pytest.fixture(scope="module")
def messy_id(store: Store) -> str:
    return messy_evaluation(store, messy(RECORDS, VARIANTS))


def in_first_view(marks: Locator) -> int:
    """How many of them are seen without scrolling."""
    boxes = [mark.bounding_box() for mark in marks.all()]
    return sum(box is not None and box["y"] + box["height"] <= SIZE["height"] for box in boxes)


def test_fields_begin_with_fifteen_rows_that_open_and_follow_the_theme(open_page: Open, messy_id: str) -> None:
    page = open_page(f"fields?eval={messy_id}", theme="dark")
    for theme in ("dark", "light"):
        follow(page, theme)
        settle(page)
        expect(page.locator(ROWS).first).to_contain_text("fields)")
        assert in_first_view(page.locator(ROWS)) >= 15, theme
        assert overflow(page) <= 1, theme
        assert (theme, min(contrasts(page, "[data-testid=stCaptionContainer] p"))) >= (theme, LEAST)
    row = page.locator(ROWS).first
    colour = "(text) => getComputedStyle(text).fill"
    light = row.evaluate(colour)
    follow(page, "dark")
    assert row.evaluate(colour) != light, "the words of a chart follow the theme of the system"
    of_words = page.locator("[data-testid=stApp]").evaluate("(app) => getComputedStyle(app).color")
    assert row.evaluate(colour) == of_words
    assert page.locator(".js-plotly-plot .ytick a").first.evaluate(colour) == of_words, "also those of links"
    x, y = point_at(page, row=0, column=0)
    page.mouse.click(x, y, delay=80)
    expect_address(page, "under=")
    settle(page)
    expect(page.get_by_role("button", name="All fields")).to_be_visible()


def test_compare_begins_with_the_verdict_and_ten_fields_and_schema_has_a_form_beside_its_grid(
    open_page: Open, messy_id: str
) -> None:
    page = open_page(f"compare?eval={messy_id}")
    expect(page.locator(ROWS).first).to_be_visible()
    assert in_first_view(page.locator(ROWS)) >= 10
    page.set_viewport_size({"width": 1024, "height": SIZE["height"]})
    settle(page)
    assert overflow(page) <= 1

    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.get_by_role("link", name="Schema", exact=True).click()
    expect(page.get_by_role("heading", name="▸").first).to_be_visible()
    settle(page)
    grid, form = (
        page.locator("[data-testid=stDataFrame]").first.bounding_box(),
        page.get_by_role("heading", name="▸").first.bounding_box(),
    )
    assert grid is not None
    assert form is not None
    assert form["x"] >= grid["x"] + grid["width"]
    assert form["y"] < grid["y"] + grid["height"]
