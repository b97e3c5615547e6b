"""The Data page as people use it: files dropped, a refresh amid it, links passed on, names given."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.own_files import bring

GOLD = [{"id": f"r{i}", "city": f"c{i}"} for i in range(6)]
TALKS = [{**record, "reasoning": "<b>*because*</b>"} for record in GOLD]
TWICE = [{**record, "number": f"A-{at}"} for at, record in enumerate([*GOLD, GOLD[0]])]
"""One id comes twice; the other key is in order."""
MAIN = "[data-testid=stMainBlockContainer]"


def drop(page: Page, name: str, records: object, zone: int = 0) -> None:
    file = FilePayload(name=name, mimeType="application/json", buffer=json.dumps(records).encode())
    page.locator("[data-testid=stFileUploader] input[type=file]").nth(zone).set_input_files([file])


def test_a_draft_outlives_a_refresh_and_another_browser_goes_on_with_it(
    open_page: Callable[..., Page], app_url: str, another_person: Callable[[str], BrowserContext]
) -> None:
    page = open_page("data")
    page.get_by_role("button", name="Use my data").click()
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    drop(page, "gold.json", GOLD)
    read = re.compile("6 records read")
    expect(page.locator(MAIN).get_by_text(read)).to_have_count(1)
    page.reload()
    settle(page)
    expect(page.locator(MAIN).get_by_text(read)).to_have_count(1)

    other = another_person(app_url).new_page()
    other.goto(page.url)
    settle(other)
    drop(other, "prompt.json", GOLD)
    expect(other.locator(MAIN).get_by_text(read)).to_have_count(2)
    other.get_by_role("button", name="Score", exact=True).click()
    expect(other.get_by_text("F1 100.0 over 6 records")).to_be_visible()

    page.reload()
    settle(page)
    expect(page.get_by_text("F1 100.0 over 6 records")).to_be_visible()


def test_an_id_that_comes_twice_is_named_and_asked_about_before_anything_is_scored(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("data")
    page.get_by_role("button", name="Use my data").click()
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    main = page.locator(MAIN)
    drop(page, "gold.json", TWICE)
    expect(main.get_by_text(re.compile("7 records read"))).to_have_count(1)
    settle(page)
    drop(page, "prompt.json", [{**record, "city": "Rome"} for record in TWICE])
    question = main.locator("p", has_text="Which records belong together?")
    expect(question).to_contain_text("'id' cannot pair them")
    preview = main.locator("table[role=grid]").filter(has_text="no longer scored")
    expect(preview).to_contain_text("7 of 7 gold records")
    expect(preview).to_contain_text("a field, no longer scored")
    expect(main.get_by_role("button", name="Score", exact=True)).to_be_disabled()
    main.get_by_role("button", name="Pair by number").click()
    settle(page)
    expect(main.get_by_text("As the key it is not scored")).to_be_visible()
    expect(main.get_by_role("button", name="Score", exact=True)).to_be_enabled()


def test_a_folder_is_dropped_as_it_is_with_the_names_of_its_files_as_ids(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    below = tmp_path / "prompt_a" / "2026"
    below.mkdir(parents=True)
    for record in GOLD:
        (below / f"{record['id']}.json").write_text(json.dumps({"city": record["city"]}))
    (below / "notes.txt").write_text("left where it is")
    page = open_page("data")
    page.get_by_role("button", name="Use my data").click()
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    drop(page, "gold.json", GOLD)
    expect(page.locator(MAIN).get_by_text(re.compile("6 records read"))).to_have_count(1)
    settle(page)
    page.get_by_role("button", name="Use a folder").click()
    page.locator("input[type=file][webkitdirectory]").set_input_files(tmp_path / "prompt_a")
    expect(page.get_by_text("prompt_a: 6 of 6 records paired by id; none left over")).to_be_visible()
    expect(page.get_by_text("folder with a JSON file for each record")).to_be_visible()


def test_a_key_is_ignored_a_variant_added_and_the_history_says_by_whom_all_on_one_page(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("data")
    page.get_by_role("button", name="Your name").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.press("Escape")
    bring(page, GOLD, {"talks.json": TALKS})
    page.get_by_role("link", name="Data", exact=True).click()
    page.get_by_text("Extracted records have 1 key that the eval schema lacks").click()
    expect(page.get_by_text('"<b>*because*</b>"')).to_be_visible()
    page.get_by_role("button", name="Ignore this key").click()
    expect(page.get_by_text("talks scores F1 100.0 over 6 records")).to_be_visible()
    settle(page)
    page.get_by_text("Add variants").click()
    settle(page)
    drop(page, "second.json", GOLD[:3])
    expect(page.get_by_text("No detectable difference between second and talks")).to_be_visible()
    settle(page)
    page.get_by_text("History", exact=True).click()
    settle(page)
    expect(page.locator("table[role=grid]", has_text="changed the eval schema").last).to_contain_text("Ann")


def test_a_refresh_and_the_link_that_is_copied_show_the_same_the_link_in_a_fresh_browser(
    open_page: Callable[..., Page], app_url: str, another_person: Callable[[str], BrowserContext]
) -> None:
    page = open_page("records?a=Prompt+B&b=Prompt+A&status=mismatch&record=inv-0004")
    page.get_by_role("button", name="Next →").click()
    expect(page).not_to_have_url(re.compile("record=inv-0004"))
    expect_address(page, "record=", "status=mismatch")
    settle(page)
    shown, link = page.locator("table.ej").all_inner_texts(), page.url
    assert shown
    page.reload()
    settle(page)
    expect(page.locator("table.ej").first).to_be_visible()
    assert (page.locator("table.ej").all_inner_texts(), page.url) == (shown, link)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{page.url}&version=1", "as it is on the page, and under which version"

    other = another_person(app_url).new_page()
    other.goto(copied)
    settle(other)
    expect(other.locator("table.ej").first).to_be_visible()
    assert other.locator("table.ej").all_inner_texts() == shown
