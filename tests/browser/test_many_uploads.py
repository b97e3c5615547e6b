"""One person alone brings files again and again: no one is ever faster."""

import re
from collections.abc import Callable

from hypothesis import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import settle
from tests.browser.test_data import GOLD, MAIN, drop
from tests.profiles import ALL

MANY, FEW = 50, 2
"""How often with `--hypothesis-profile=deep`, which takes 50 seconds of a processor, and otherwise."""
FIRST = re.compile("first, so your change was not stored|scored meanwhile|has changed since")


def test_one_person_alone_is_never_told_that_someone_was_faster(open_page: Callable[..., Page]) -> None:
    page = open_page("data")
    main = page.locator(MAIN)
    expect(page).to_have_title("Data · evaljson")
    for upload in range(MANY if settings.default.max_examples >= ALL else FEW):
        page.get_by_role("button", name="Use my data", exact=True).click()
        page.get_by_text("Drop the gold records").wait_for()
        settle(page)
        drop(page, f"gold-{upload}.json", GOLD)
        expect(main.get_by_text("6 records read")).to_have_count(1)
        settle(page)
        drop(page, "prompt.json", GOLD)
        expect(main.get_by_text("6 records read")).to_have_count(2)
        settle(page)
        if upload % 2:  # the field loses the focus with the click on Score, so both come at once
            page.get_by_role("textbox", name="Name", exact=True).first.fill(f"upload {upload}")
        page.get_by_role("button", name="Score", exact=True).click()
        expect(page.get_by_text("F1 100.0 over 6 records")).to_be_visible()
        settle(page)
        assert not FIRST.findall(main.inner_text())
        name = f"upload {upload}" if upload % 2 else f"My data: gold-{upload}.json"
        expect(page.get_by_role("heading", name=name)).to_be_in_viewport()
