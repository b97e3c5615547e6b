"""A copied link goes on showing the figures that it was copied with after the schema was changed, until one leaves."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from evaljson.load import read_records
from evaljson.schema import annotate_xeval, infer_schema
from evaljson.store import Store, open_store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import STORE, expect_address, settle

GOLD: list[Any] = [{"id": f"r{i}", "name": f"Ada {i}", "city": "London"} for i in range(4)]
LOUD = [{**record, "name": record["name"].upper()} for record in GOLD]
THEN = "The last results under version 1 of the schema (by Ann"


def put(store: Store) -> str:
    """An evaluation in which one variant writes names in capitals: half of its fields are wrong."""
    files = {
        name: read_records(json.dumps(records).encode(), name=f"{name}.json", kind="extracted")
        for name, records in {"exact": GOLD, "loud": LOUD}.items()
    }
    gold = read_records(json.dumps(GOLD).encode(), name="gold.json", kind="gold")
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
    made = store.evaluations.create("Linked", by="Ann", gold=gold, variants=files, schema=schema)
    score(store, made.id)
    return made.id


def change(store: Store, identity: str) -> None:
    """Capitals do not count any more."""
    now = store.evaluations.get(identity)
    schema: Mapping[str, Any] = store.schemas.get(identity, 1).schema
    schema["properties"]["name"]["x-eval-transform"] = ["lowercase"]
    store.schemas.add(identity, now.revision, schema, by="Ben", message="capitals mean nothing")
    score(store, identity)


def score(store: Store, identity: str) -> None:
    score_due(store, identity, by="Ann", tell=lambda share, message: None)


def expect_f1(page: Page, figure: str) -> None:
    expect(page.locator("[data-testid=stMetricValue]").first).to_have_text(figure)


def go(page: Page, title: str) -> None:
    """By the bar, which leads to an address that says nothing."""
    page.get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    settle(page)


def test_a_copied_link_shows_the_figures_of_then_from_page_to_page_until_one_leaves(
    one_person: BrowserContext, another_person: Callable[[str], BrowserContext], app_url: str, app_folder: Path
) -> None:
    with open_store(folder=app_folder / STORE) as store:
        identity = put(store)
        page = one_person.new_page()
        one_person.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"{app_url}/fields?a=loud&eval={identity}")
        settle(page)
        expect_f1(page, "50.0")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        change(store, identity)

    other = another_person(app_url).new_page()
    other.goto(copied)
    settle(other)
    banner = other.get_by_text(THEN)
    expect(banner).to_be_visible()
    expect(other.get_by_text("Current: version 2.")).to_be_visible()
    expect_f1(other, "50.0")
    other.get_by_text("What changed from version 1 to 2").click()
    expect(other.get_by_text("transform")).to_be_visible()
    go(other, "Schema")
    expect(other.get_by_text("This page shows and changes version 2, the current one")).to_be_visible()
    go(other, "Records")
    expect(banner).to_be_visible()
    expect_address(other, "version=1", f"eval={identity}")
    other.go_back()
    expect(other.get_by_role("heading", name="Schema", exact=True)).to_be_visible()
    other.go_back()
    expect_f1(other, "50.0")
    settle(other)
    other.get_by_role("button", name="Show current results").click()
    expect_f1(other, "100.0")
    expect(banner).to_have_count(0)
    expect(other).not_to_have_url(re.compile("version="))
    go(other, "Compare")
    expect(banner).to_have_count(0)
    expect(other).not_to_have_url(re.compile("version="))
