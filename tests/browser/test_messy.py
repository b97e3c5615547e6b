"""The first screen over messy data: the ranking, its ties, and the decision that changes the highest F1."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from evaljson.load.variant_names import without_beginning
from evaljson.store import Store
from tests.browser.conftest import SIZE, expect_address, settle
from tests.browser.looks import contrasts, follow, overflow
from tests.messy import BEST, Messy, messy, messy_evaluation
from tests.session import Session

CAPTION = "[data-testid=stCaptionContainer]"
SENT = 300_000
"""Bytes that a rerun may send to the browser."""


@pytest.fixture(scope="module")
def messy_id(store: Store) -> str:
    return messy_evaluation(store, messy())


def test_the_first_screen_names_the_ranking_the_ties_and_what_changes_first_place_two_clicks_from_the_records(
    open_page: Callable[..., Page], messy_id: str
) -> None:
    page = open_page(f"?eval={messy_id}", theme="dark")
    main = page.locator("[data-testid=stMainBlockContainer]")
    sentence = main.get_by_text("cannot be told apart (F1")
    expect(sentence).to_contain_text("No variant is best")
    rows = main.locator("table.ej-board tbody tr")
    expect(rows).to_have_count(12)
    expect(main.locator("table.ej-board tr.ej-tie")).to_have_count(2)
    decision = main.get_by_text("Highest F1 changes")
    expect(main, "a word that all names begin with is not shown").not_to_contain_text("extracted_model")
    expect(decision).to_contain_text(without_beginning(BEST))
    for theme, width in (("dark", 1440), ("dark", 1024), ("light", 1024), ("light", 1440)):
        follow(page, theme)
        page.set_viewport_size({"width": width, "height": SIZE["height"]})
        settle(page)
        for shown in (sentence, rows.last, decision):
            expect(shown, f"{theme}, {width} wide").to_be_in_viewport(ratio=1)  # once the page follows its new width
        assert (theme, width, overflow(page)) == (theme, width, 0)
        least = min(contrasts(page, f"table.ej-board :is(td, a, th), {CAPTION}"))
        assert (theme, least) >= (theme, 4.5)

    page.locator("table.ej-board tbody tr").nth(2).locator(".ej-worst a").first.click()
    page.wait_for_url("**/records?**", wait_until="commit")
    settle(page)
    expect_address(page, "status=fault", "field=part_00")
    expect(page.locator("[data-testid=stAlertContentError]")).to_have_count(0)


def test_a_pattern_leads_to_its_records(open_page: Callable[..., Page], messy_id: str) -> None:
    page = open_page(f"?eval={messy_id}&b=extracted_model_04")
    page.get_by_text("more patterns,").click()
    expect(page.get_by_text("29 values in 1 record")).to_be_visible()


def test_a_field_under_another_key_comes_first_is_never_to_be_ignored_and_data_has_the_same_verdict(
    open_page: Callable[..., Page], store: Store
) -> None:
    page = open_page(f"?eval={messy_evaluation(store, renamed(), 'Renamed')}")
    main = page.locator("[data-testid=stMainBlockContainer]")
    decisions = main.locator(".st-key-ej-decide [data-testid=stMarkdownContainer] p")
    expect(decisions.nth(1)).to_contain_text("part_00.name is called title in model_01")
    page.get_by_role("button", name="How to fix it").click()
    expect(page.get_by_text('Use exactly these keys: "name" (not "title") in "part_00".')).to_be_visible()
    page.keyboard.press("Escape")
    verdict = main.locator("[data-testid=stHtml]", has_text="F1").first.inner_text()
    page.get_by_role("link", name="Data", exact=True).click()
    page.wait_for_url("**/data?**", wait_until="commit")
    settle(page)
    expect(main.get_by_text(verdict)).to_be_visible()
    expect(main.get_by_text("is called title")).to_be_visible()
    expect(main.get_by_text("holds part_00.name")).to_be_attached()


def renamed() -> Messy:
    """Two variants of few parts, the second of which calls a field of each record otherwise."""
    data = messy(12, 2)
    for record in data.extracted["extracted_model_01"]:
        if "name" in record["part_00"]:
            record["part_00"]["title"] = record["part_00"].pop("name")
    return data


@pytest.mark.parametrize("page", ["", "data", "schema", "fields", "compare", "records", "review", "judge"])
def test_no_page_sends_more_than_the_budget(app_url: str, messy_id: str, page: str) -> None:
    with Session(app_url) as session:
        opened = session.open(page, f"eval={messy_id}")
        again = session.open(page, f"eval={messy_id}")
    assert not opened.errors
    assert max(opened.sent, again.sent) <= SENT
