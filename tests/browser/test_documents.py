"""Documents as text files: dropped together with gold and the variants, kept after one click, and read in a review."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlparse

from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from evaljson.review.plan import ReviewPlan
from evaljson.store import Actor, Store
from evaljson.workspace.make_review import ReviewScope, ReviewTerms, make_review, runs_to_review
from tests.browser.conftest import settle
from tests.browser.test_data import MAIN
from tests.browser.test_review import visit

GOLD: list[dict[str, Any]] = [{"id": f"PO-{at}", "vendor": f"Vendor {at}", "total": at + 0.5} for at in range(6)]
WRONG = [{**record, "vendor": "Nobody"} for record in GOLD]
LETTER = "PURCHASE ORDER {id}\n<b>From</b>: {vendor}\nTotal: {total} EUR"


def test_documents_dropped_with_everything_else_are_read_beside_a_card(
    open_page: Callable[..., Page], one_person: BrowserContext, app_url: str, store: Store
) -> None:
    files = {"gold.json": json.dumps(GOLD), "first.json": json.dumps(GOLD), "second.json": json.dumps(WRONG)}
    files |= {f"{record['id']}.txt": LETTER.format(**record) for record in GOLD} | {"notes.md": "*", "empty.txt": ""}
    page = open_page("data")
    main = page.locator(MAIN)
    page.get_by_role("button", name="Use my data", exact=True).click()
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    page.locator("[data-testid=stFileUploader] input[type=file]").first.set_input_files(
        [FilePayload(name=name, mimeType="text/plain", buffer=text.encode()) for name, text in files.items()]
    )
    expect(main.get_by_text("6 of 8 text files are named as records of gold: their documents?")).to_be_in_viewport()
    expect(main.get_by_text("gold has no such id (2): notes.md, empty.txt")).to_be_visible()
    expect(main.get_by_role("button", name="Score", exact=True)).to_be_disabled()
    settle(page)
    main.get_by_role("button", name="Keep beside gold").click()
    expect(main.get_by_text("6 documents will be kept beside gold once you score.")).to_be_visible()
    settle(page)
    main.get_by_role("button", name="Score", exact=True).click()
    expect(page).to_have_title("Overview · evaljson")
    expect(page.get_by_role("heading", name="History")).to_be_visible()

    [identity] = parse_qs(urlparse(page.url).query)["eval"]
    shown = store.evaluations.get(identity)
    terms, plan = ReviewTerms("Vendors"), ReviewPlan(opinions=1, audit=0, most=30)
    review = make_review(store, shown, runs_to_review(store, shown), plan, ReviewScope(), terms, by=Actor("Ada"))
    card = visit(one_person, app_url, review, "Bob")
    expect(card.get_by_text("PURCHASE ORDER PO-0 <b>From</b>:")).to_be_visible()
