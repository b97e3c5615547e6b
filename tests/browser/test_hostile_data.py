"""Extracted text is untrusted: it is shown as it is, runs nothing and breaks no layout."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from evaljson.load import read_records
from evaljson.schema import infer_schema
from evaljson.store import open_store
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import STORE, settle
from tests.browser.looks import overflow
from tests.browser.own_files import bring

EVIL = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
GOLD = {
    "id": "r<b>1</b>",
    EVIL: "plain",
    "**bold** $x^2$ :red[red]": "text",
    'it\'s "quoted".[a]': "v",
    "F1": "a field named like a figure",
    "Record": "and one like a column",
    "long": "x" * 10_000,
    "rtl": "שלום עולם",
    "a_turned": "abc\u202edef",
    "null": None,
    "empty": "",
    "many": [{"n": i} for i in range(600)],
}
EXTRACTED = {
    **GOLD,
    EVIL: EVIL,
    "**bold** $x^2$ :red[red]": "**bold** $x^2$ :red[red]",
    "long": "y" * 10_000,
    "rtl": "עולם שלום",
    "a_turned": "abcfed",
    "empty": None,
    "many": [{"n": -i} for i in range(600)],
    EVIL + "2": EVIL,
}


@pytest.fixture
def hostile(open_page: Callable[..., Page]) -> Page:
    page = open_page(width=1024)
    # Dialogs would hang the page; there may be none.
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    bring(page, [GOLD], {"<i>A</i>.json": [EXTRACTED], "B *b* $x$.json": [GOLD]})
    return page


def test_hostile_data_is_shown_as_text_on_every_page(hostile: Page) -> None:
    page = hostile
    for name in ("Overview", "Data", "Schema", "Fields", "Compare", "Records"):
        page.get_by_role("link", name=name, exact=True).click()
        settle(page)
        main = page.locator("[data-testid=stMainBlockContainer]")
        assert overflow(page) <= 1, name
        assert main.locator("img[src=x], script, .katex").count() == 0, name
        assert page.locator("[data-testid=stException]").count() == 0, name
        assert page.get_by_text("could not be shown").count() == 0, name
        assert "owned" not in page.title(), name
    table = page.locator("table.ej")
    expect(table).to_contain_text(EVIL)
    expect(table).to_contain_text("[U+202E]")
    expect(table).to_contain_text("10,000 characters")
    expect(table.locator("details").first).not_to_have_attribute("open", "")


NAME = "E -> www.evil.example :smile:"
VARIANTS = ("A -> http://evil.example $x$", "B :red[b] :material/home: <= 1")
FIELD = "f :streamlit: ann@evil.example --"
RECORD = "r :smile: -> **1** https://evil.example"
MANGLED = (
    "a[href^='http://evil'], a[href^='https://evil'], a[href*='//www.evil'], a[href^=mailto], .katex, "
    ".stMarkdownColoredText, [data-testid=stMarkdownContainer] :is(img, em, del)"
)


@pytest.fixture
def named(app_folder: Path) -> str:
    """An evaluation in which every name is one that Streamlit would change; returns its id."""
    sides = {kind: [{"id": RECORD, FIELD: kind}, {"id": "2", FIELD: kind}] for kind in ("gold", "extracted")}
    gold, *right_and_wrong = (
        read_records(json.dumps(sides[side]).encode(), name="x.json", kind=kind, id_field="id")  # type: ignore[arg-type]
        for side, kind in (("gold", "gold"), ("gold", "extracted"), ("extracted", "extracted"))
    )
    schema = infer_schema(sides["gold"]) | {"x-eval-id": "id"}
    with open_store(folder=app_folder / STORE) as store:
        made = store.evaluations.create(
            NAME,
            by=":smile: -> *ann*",
            gold=gold,
            variants=dict(zip(VARIANTS, right_and_wrong, strict=True)),
            schema=schema,
        )
        score_due(store, made.id, by="test", tell=lambda share, message: None)
    return made.id


def test_names_are_shown_exactly_as_they_are_on_every_page(open_page: Callable[..., Page], named: str) -> None:
    page = open_page(f"?eval={named}")
    shown = {
        "Overview": (NAME, *VARIANTS, FIELD, RECORD), "Data": (NAME, *VARIANTS), "Schema": (NAME, FIELD),
        "Judge": (NAME,), "Fields": (NAME, FIELD),
        "Compare": (NAME, *VARIANTS, FIELD), "Records": (NAME, *VARIANTS, FIELD),
    }  # fmt: skip
    for name, texts in shown.items():
        page.get_by_role("link", name=name, exact=True).click()
        settle(page)
        main = page.locator("[data-testid=stMainBlockContainer]")
        assert main.locator(MANGLED).count() == 0, name
        assert main.locator("[data-testid=stIconMaterial]", has_text="home").count() == 0, name
        for one in texts:
            expect(main, name).to_contain_text(one)  # figures are drawn a moment after their page
        text = main.text_content() or ""
        assert not [mark for mark in ("😄", "E → www", "A → http", "≤ 1") if mark in text], name
