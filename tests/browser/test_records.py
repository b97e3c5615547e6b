"""The Records page under the hands of a person: keys, filters, and files that arrive."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, SIZE, expect_address, settle

RECORD = re.compile(r"Record ([\d,]+) of")


def place(page: Page) -> int:
    """Which of the records that pass the filters is open."""
    found = RECORD.search(page.get_by_text(RECORD).first.inner_text())
    assert found
    return int(found[1].replace(",", ""))


@pytest.fixture
def records(open_page: Callable[..., Page]) -> Page:
    return open_page("records?a=Prompt+A&record=inv-0025")


def press(page: Page, key: str, place: int) -> None:
    """Once more where the first key after loading was lost."""
    there = page.get_by_text(f"Record {place} of")
    page.keyboard.press(key)
    try:
        expect(there).to_be_visible(timeout=PATIENCE / 2)
    except AssertionError:
        page.keyboard.press(key)
        expect(there).to_be_visible()


def test_a_pair_is_told_above_its_rows_on_any_screen_and_a_wrong_value_leads_to_its_rule(records: Page) -> None:
    table = records.locator("table.ej")
    expect(table.locator("tr.ej-head").first).to_contain_text("paired by content")
    expect(table.locator("tr.ej-fold").first).to_contain_text("all right")
    assert table.locator("ins, del").count() >= 2
    lines = "e => getComputedStyle(e).textDecorationLine"
    marked = [table.locator(tag).first.evaluate(lines) for tag in ("del", "ins")]
    assert marked == ["line-through", "underline"], "a difference is marked by more than its colour"

    records.set_viewport_size({"width": 390, "height": 844})
    settle(records)
    widths = "e => [...e.querySelectorAll('thead th')].map(one => one.offsetWidth)"
    assert min(table.evaluate(widths)) > 90, "on a narrow screen no column is squeezed"
    assert records.locator(".ej-wrap").evaluate("e => e.scrollWidth > e.clientWidth"), "the table scrolls"
    records.set_viewport_size(SIZE)  # type: ignore[arg-type]
    settle(records)

    records.evaluate("window.stays = true")
    row = records.locator("tr.ej-row").filter(has=records.locator("a.ej-rule")).first
    row.locator("summary").click()
    row.locator("a.ej-rule").click()
    expect_address(records, "/schema?", "field=line_items%5B%5D.description")
    expect(records.get_by_role("heading", name="Schema", exact=True)).to_be_visible()
    assert records.evaluate("window.stays === true"), "the app was loaded again"


def test_j_and_k_go_through_the_records_also_after_a_switch_or_a_filter_and_not_in_the_search(records: Page) -> None:
    begin = place(records)
    press(records, "j", begin + 1)
    press(records, "k", begin)
    expect_address(records, "record=inv-0025")
    records.get_by_role("button", name="Filters").click()
    search = records.get_by_role("textbox", name="Search")
    search.click()
    search.press_sequentially("jk inv")
    expect_address(records, "record=inv-0025")
    search.fill("inv-0025")
    search.press("Enter")
    expect(records.get_by_text("Record 1 of 1")).to_be_visible()
    expect_address(records, "q=inv-0025")
    search.fill("")
    search.press("Enter")
    expect(records.get_by_text(f"Record {begin} of")).to_be_visible()
    records.keyboard.press("Escape")
    expect(search).to_be_hidden()

    records.get_by_text("Values as compared").click()
    expect(records.get_by_role("switch", name="Values as compared")).to_be_checked()
    press(records, "j", begin + 1)
    records.get_by_role("combobox", name="With result").click()
    records.get_by_role("option", name="any fault").click()
    expect_address(records, "status=fault")
    press(records, "k", begin)


def fetched(page: Page, button: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def test_every_export_arrives_with_every_record_and_the_report_can_be_read_without_the_app(
    records: Page, new_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    records.get_by_text("Export", exact=True).click()
    settle(records)
    table = pd.read_csv(io.BytesIO(fetched(records, "CSV")))
    assert table["record_id"].nunique() == 120
    assert len(pd.read_parquet(io.BytesIO(fetched(records, "Parquet")))) == len(table)
    document = json.loads(fetched(records, "JSON"))
    assert sum(len(record["results"]) for record in document["records"]) == len(table)

    report = tmp_path / "report.html"
    report.write_bytes(fetched(records, "HTML report"))
    context = new_context(java_script_enabled=False, offline=True, viewport={"width": 1024, "height": 900})
    page, asked = context.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    expect(page.get_by_role("heading", name="Sample: invoices")).to_be_visible()
    expect(page.locator("section.record")).to_have_count(10)
    assert asked == [report.as_uri()]


def test_the_next_record_is_shown_from_its_top_and_its_head_stays_in_sight(open_page: Callable[..., Page]) -> None:
    page = open_page("records?a=Prompt+A&b=Prompt+B&record=inv-0004")
    expect(page.locator("table.ej")).to_contain_text("Art. ALQ-MODULO2M")
    begin = place(page)
    page.get_by_text("Only differences").click()
    settle(page)
    page.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, 900)")
    top = page.locator("table.ej thead th").first.bounding_box()
    assert top is not None
    assert 50 <= top["y"] <= 70, "the head stays below the bar"
    press(page, "j", begin + 1)
    settle(page)
    box = page.get_by_text(RECORD).first.bounding_box()
    assert box is not None
    assert 50 <= box["y"] <= 200
    page.get_by_text("JSON", exact=True).click()
    expect(page.locator(".ej-jsonhead")).to_have_text(["Gold", "Prompt A", "Prompt B"])
    assert page.locator(".ej-jsons .ej-marked").count() >= 1
    page.get_by_role("button", name="Next →").click()
    expect(page.get_by_text(f"Record {begin + 2} of")).to_be_visible()
    expect(page).not_to_have_url(re.compile("record=inv-0004"))
