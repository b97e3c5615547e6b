"""The Schema page as an analyst uses it: edit, see what it would do, apply, undo; a refused parameter; two at once."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from evaljson import annotate_xeval, infer_schema
from evaljson.load import read_records
from evaljson.store import Store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import PATIENCE, SIZE, expect_address, settle

GOLD = [{"id": f"r{i}", "name": f"Ada {i}", "city": "London"} for i in range(4)]
LOUD = [{**record, "name": str(record["name"]).upper()} for record in GOLD]


@pytest.fixture
def own(store: Store) -> str:
    """The address of the Schema page of a new evaluation, in which one variant writes names in capitals."""
    gold = read_records(json.dumps(GOLD).encode(), name="gold.json", kind="gold")
    variants = {
        name: read_records(json.dumps(records).encode(), name=f"{name}.json", kind="extracted")
        for name, records in {"exact": GOLD, "loud": LOUD}.items()
    }
    schema = {**annotate_xeval(infer_schema(GOLD)), "x-eval-id": "id"}
    made = store.evaluations.create("Names", by="Ada", gold=gold, variants=variants, schema=schema)
    score_due(store, made.id, by="Ada", tell=lambda share, message: None)
    return f"schema?eval={made.id}"


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a box. A page that is drawn again at that moment closes its list: then open it once more."""
    box = page.get_by_role("combobox", name=label, exact=True)
    listed = page.get_by_role("option", name=option, exact=True)
    for last in (False, False, True):
        box.scroll_into_view_if_needed()
        box.click()
        page.keyboard.type(option)
        try:
            listed.click(timeout=PATIENCE if last else PATIENCE / 6)
            break
        except TimeoutError:
            if last:
                raise
            settle(page)
    settle(page)


def main(page: Page) -> Locator:
    return page.locator("[data-testid=stMainBlockContainer]")


def test_an_edit_and_a_suggestion_are_seen_applied_and_undone(open_page: Callable[..., Page], own: str) -> None:
    page = open_page(own)
    choose(page, "Examples and records from", "loud")
    choose(page, "Field", "name")
    choose(page, "Comparator", "normalized")
    expect(main(page)).to_contain_text("1 change not applied yet")
    expect(main(page)).to_contain_text("loud 50.0 → 100.0 (+50.0)")
    expect(main(page)).to_contain_text("This only makes scoring more lenient")
    expect(main(page)).to_contain_text("4 records up in loud")
    expect(page.locator("[data-testid=stPageLink] a").filter(has_text="r0")).to_be_visible()
    page.get_by_placeholder("What is this change for?").fill("capitals mean nothing")
    page.keyboard.press("Enter")
    settle(page)
    page.get_by_role("button", name="Apply and score again").first.click()
    expect(page.get_by_text("Scored again under the changed schema")).to_be_visible()
    expect(main(page)).to_contain_text("Version 2 is the current version")
    expect(main(page)).to_contain_text("capitals mean nothing")
    expect(main(page)).to_contain_text("who are you?")
    grid = page.locator(".st-key-schema-grid").bounding_box()
    assert grid is not None
    assert grid["y"] < SIZE["height"] * 0.75, "what is worked at is still in sight"
    page.get_by_role("button", name="↶ Undo version").click()
    expect(main(page)).to_contain_text("Version 3 is the current version")
    page.get_by_role("tab", name="Versions", exact=True).click()
    expect(main(page)).to_contain_text("name: comparator normalized → exact")
    page.get_by_role("tab", name="Suggestions", exact=True).click()
    expect(main(page)).to_contain_text("In name, 4 of 4 mismatches differ only in case")
    expect_address(page, "tab=Suggestions")
    page.get_by_text("low risk · 4 more values right over all variants").click()
    page.get_by_role("button", name="Try", exact=True).first.click()
    expect(main(page)).to_contain_text("loud 50.0 → 100.0 (+50.0)")
    expect(main(page)).to_contain_text("1 change not applied yet")
    page.get_by_role("button", name="Apply", exact=True).first.click()
    expect(main(page)).to_contain_text("Version 4 is the current version")
    expect(main(page)).to_contain_text("Nothing to suggest")
    expect(main(page)).not_to_contain_text("not applied yet")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(main(page)).to_contain_text("Version 5 is the current version")
    expect(main(page)).to_contain_text("In name, 4 of 4 mismatches differ only in case")


def test_a_click_on_a_field_of_the_grid_opens_its_form(open_page: Callable[..., Page], own: str) -> None:
    page = open_page(f"{own}&field=name", width=1024)
    grid = page.locator("[data-testid=stDataFrame]").first
    rows = grid.locator("table[role=grid] tbody tr")
    expect(rows.filter(has_text="city")).to_have_count(1)  # the grid is drawn a moment after its page
    fields = rows.evaluate_all("(rows) => rows.map((row) => row.innerText)")
    box = grid.bounding_box()
    assert box is not None
    at = next(number for number, row in enumerate(fields) if "city" in row)
    opened = page.get_by_role("heading", name="▸ city")
    for last in (False, False, True):  # a click right after a grid was drawn may be lost
        page.mouse.move(box["x"] + 40, box["y"] + 36 * (at + 1.5), steps=5)
        page.mouse.click(box["x"] + 40, box["y"] + 36 * (at + 1.5), delay=80)
        try:
            opened.wait_for(timeout=PATIENCE if last else PATIENCE / 6)
            break
        except TimeoutError:
            if last:
                raise
            page.mouse.move(0, 0)
            settle(page)
    expect_address(page, "field=city")
    expect(main(page)).not_to_contain_text("not applied yet")


_MARKED = """() => {
  const mark = document.querySelector(".ej-row"), grid = document.querySelector(".st-key-schema-grid .stDataFrame");
  if (!mark || mark.style.display === "none") { return null; }
  const scroller = grid.querySelector(".dvn-scroller"), height = mark.getBoundingClientRect().height;
  const head = grid.querySelectorAll("canvas")[1].clientHeight;
  const row = Math.round((parseFloat(mark.style.top) + scroller.scrollTop - head) / height);
  return grid.querySelector(`[id="glide-cell-0-${row}"]`)?.textContent;
}"""
"""The field of the row that has the mark."""


def test_the_row_of_the_chosen_field_is_brought_into_sight_and_marked_also_after_an_edit(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("schema?field=id")
    cells = page.locator(".st-key-schema-grid table[role=grid] td[aria-colindex='1']")
    expect(cells.filter(has_text="document_type")).to_have_count(1)
    expect(cells.filter(has_text="line_items[].unit_price")).to_have_count(0)
    choose(page, "Field", "line_items[].unit_price")
    expect(cells.filter(has_text="line_items[].unit_price")).to_have_count(1)
    page.wait_for_function(f"() => ({_MARKED})() === 'line_items[].unit_price'")
    choose(page, "Comparator", "exact")  # the grid is drawn again
    expect(main(page)).to_contain_text("1 change not applied yet")
    expect(cells.filter(has_text="line_items[].unit_price")).to_have_count(1)
    page.wait_for_function(f"() => ({_MARKED})() === 'line_items[].unit_price'")
    page.get_by_role("button", name="Discard changes").click()
    expect(main(page)).not_to_contain_text("not applied yet")
    settle(page)
    page.wait_for_function(f"() => ({_MARKED})() === 'line_items[].unit_price'")
    box = page.locator(".st-key-schema-grid").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 230, box["y"] + 18, steps=5)
    page.mouse.click(box["x"] + 230, box["y"] + 18, delay=80)  # sorts the rows by their comparators
    expect(cells.filter(has_text="document_type")).to_have_count(0)
    page.wait_for_function(f"() => [null, 'line_items[].unit_price'].includes(({_MARKED})())")


def test_a_wrong_parameter_is_refused_with_the_reason_and_a_record_of_the_what_if_opens(
    open_page: Callable[..., Page], own: str
) -> None:
    page = open_page(f"{own}&a=loud&field=name")
    choose(page, "Comparator", "regex")
    pattern = page.get_by_label(re.compile("^Pattern"))
    pattern.fill("(")
    pattern.press("Enter")
    expect(main(page)).to_contain_text(re.compile("'pattern' of comparator 'regex'.*"))
    expect(page.get_by_role("button", name="Apply and score again").first).to_be_disabled()
    pattern.fill("Ada.*")
    pattern.press("Enter")
    expect(main(page)).to_contain_text("1 change not applied yet")
    settle(page)

    choose(page, "Comparator", "normalized")
    page.locator("[data-testid=stPageLink] a").filter(has_text="r1").click()
    page.wait_for_url("**/records?**", wait_until="commit")
    settle(page)
    expect_address(page, "record=r1")
    expect(page.locator("table.ej")).to_contain_text("ADA 1")
    page.go_back()
    settle(page)
    expect(main(page)).to_contain_text("1 change not applied yet")


def test_two_people_who_change_the_same_setting_are_asked(open_page: Callable[..., Page], own: str) -> None:
    mine, theirs = open_page(f"{own}&field=name"), open_page(f"{own}&field=name")
    for page, comparator in ((mine, "fuzzy"), (theirs, "normalized")):
        choose(page, "Comparator", comparator)
        expect(main(page)).to_contain_text("1 change not applied yet")
    theirs.get_by_role("button", name="Apply and score again").first.click()
    expect(theirs.get_by_text("Scored again under the changed schema")).to_be_visible()
    mine.get_by_role("button", name="Apply and score again").first.click()
    expect(main(mine)).to_contain_text("changed the same settings")
    mine.get_by_text("Mine: fuzzy").click()
    settle(mine)
    mine.get_by_role("button", name="Continue with these").click()
    expect(main(mine)).to_contain_text("name: comparator normalized → fuzzy")
    mine.get_by_role("button", name="Apply and score again").first.click()
    expect(main(mine)).to_contain_text("Version 3 is the current version")


def test_edits_outlive_a_reload_and_are_no_step_of_back(open_page: Callable[..., Page], own: str, app_url: str) -> None:
    page = open_page(f"{own}&field=name")
    steps = page.evaluate("history.length")
    choose(page, "Comparator", "normalized")
    expect_address(page, "edits=")
    begun = page.url.rsplit("/", 1)[1]
    page.get_by_placeholder("What is this change for?").fill("capitals mean nothing")
    page.keyboard.press("Enter")
    settle(page)
    assert page.evaluate("history.length") == steps, "the id of the edits is not a step of its own"
    page.reload()
    settle(page)
    expect(main(page)).to_contain_text("1 change not applied yet")
    expect(main(page)).to_contain_text("name: comparator exact → normalized")
    expect(page.get_by_placeholder("What is this change for?")).to_have_value("capitals mean nothing")
    expect(main(page)).not_to_contain_text("These edits are by")
    other = open_page(begun)
    expect(main(other)).to_contain_text("These edits are by")
    choose(other, "Comparator", "fuzzy")
    expect(main(other)).to_contain_text("name: comparator exact → fuzzy")
    expect(other).not_to_have_url(re.compile(re.escape(begun)))
    page.get_by_role("button", name="Apply and score again").first.click()
    expect(main(page)).to_contain_text("Version 2 is the current version")
    expect(page).not_to_have_url(re.compile("edits="))
    other.goto(f"{app_url}/{begun}")
    settle(other)
    expect(main(other)).to_contain_text("The edits in this link no longer exist")


def test_the_buttons_of_the_grid_cover_no_arrow_of_the_boxes_above_it(open_page: Callable[..., Page], own: str) -> None:
    page = open_page(own)
    page.locator(".st-key-schema-grid [data-testid=stDataFrame]").hover()
    buttons = page.locator(".st-key-schema-grid [data-testid=stElementToolbar]")
    expect(buttons).to_be_visible()
    above = page.locator("[data-testid=stSelectbox]", has_text="Examples and records from").bounding_box()
    there = buttons.bounding_box()
    assert above is not None
    assert there is not None
    assert there["y"] >= above["y"] + above["height"]


def test_a_number_that_is_set_can_be_taken_away_beside_its_box(open_page: Callable[..., Page], own: str) -> None:
    page = open_page(own)
    choose(page, "Field", "name")
    threshold = main(page).get_by_label("Threshold", exact=True)
    threshold.fill("0.8")
    threshold.press("Enter")
    expect(main(page).get_by_text("1 change not applied yet")).to_be_visible()
    settle(page)
    main(page).get_by_role("button", name="✕").click()
    expect(main(page).get_by_text("not applied yet")).to_have_count(0)
    expect(threshold).to_have_value("")
