"""Bringing files of one's own, as a person does it."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import settle


def bring(page: Page, gold: list[Any], variants: dict[str, list[Any]]) -> None:
    """Drop gold and variants on the Data page, one after the other, and score them: that leads to Overview."""
    page.get_by_role("button", name="Use my data").click()
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    for name, records in {"gold.json": gold, **variants}.items():
        read = page.locator("[data-testid=stMainBlockContainer]").get_by_text(re.compile("records? read"))
        before = read.count()
        # The first drop zone is that of gold until gold is there, then that of the variants.
        file = {"name": name, "mimeType": "application/json", "buffer": json.dumps(records).encode()}
        page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files([file])
        expect(read).to_have_count(before + 1)
        settle(page)
    page.get_by_role("button", name="Score", exact=True).click()
    expect(page).to_have_title("Overview · evaljson")
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    settle(page)
