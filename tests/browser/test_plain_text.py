"""Text from files and people is read back from the page exactly as it is, whatever Markdown would make of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import settle
from tests.browser.hostile_texts import ALONE, EVERYWHERE, MADE_UP
from tests.server import ROOT, Server

ELEMENTS = (
    "caption", "button", "checkbox", "toggle", "expander", "popover", "subheader", "info", "progress", "metric",
    "text_input",
)  # fmt: skip
READ = """() => Object.fromEntries([...document.querySelectorAll("[class*='st-key-']")].map(shown => {
  const box = shown.cloneNode(true), name = [...box.classList].find(one => one.startsWith("st-key-")).slice(7);
  box.querySelectorAll("[data-testid=stIconMaterial]").forEach(icon => icon.remove());
  const marked = box.querySelectorAll("a[href*='://'],a[href^=mailto],img,code,em,del,.katex,h1,li,pre");
  return [name, [box.textContent, marked.length]];
}))"""
"""The text of each box, and how much in it is more than text."""


@pytest.fixture(scope="module")
def texts(warm: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("markdown")
    app = Path(__file__).parent / "markdown_app"
    with Server(folder, app, PYTHONPATH=str(ROOT)) as server:
        page = warm.new_page()
        page.goto(server.url)
        expect(page.locator("[data-testid=stException], .st-key-error").first).to_be_visible()
        expect(page.locator("[data-testid=stException]")).to_have_count(0)
        expect(page.locator(".st-key-error [data-testid=stAlert]")).to_have_count(len(EVERYWHERE))
        settle(page)
        yield page
        page.close()


@pytest.fixture(scope="module")
def shown(texts: Page) -> dict[str, tuple[str, int]]:
    read: dict[str, tuple[str, int]] = texts.evaluate(READ)
    return {name: (" ".join(text.split()), marked) for name, (text, marked) in read.items()}


def changed(shown: dict[str, tuple[str, int]], expected: dict[str, str]) -> list[tuple[str, tuple[str, int]]]:
    return [(text, shown[name]) for name, text in expected.items() if shown[name] != (text, 0)]


def test_no_text_is_changed_alone_or_inside_a_sentence(shown: dict[str, tuple[str, int]]) -> None:
    each = list(enumerate((*ALONE, *MADE_UP)))
    assert len(each) > 250
    assert changed(shown, {f"alone-{number}": text for number, text in each}) == []
    assert changed(shown, {f"inside-{number}": f"of {text}, {text}: {text}" for number, text in each}) == []


@pytest.mark.parametrize("name", ELEMENTS)
def test_no_label_changes_a_text(shown: dict[str, tuple[str, int]], name: str) -> None:
    after = "1" if name == "metric" else ""
    boxes = {f"{name}-{number}": text for number, text in enumerate(EVERYWHERE)}
    read = {box: (shown[box][0].removesuffix(after), shown[box][1]) for box in boxes}
    assert changed(read, boxes) == []


@pytest.mark.parametrize(
    ("box", "parts", "after"),
    [
        ("tabs", "[data-testid=stTab]", ""),
        ("radio", "[role=radiogroup] label", ""),
        ("error", "[data-testid=stAlert]", ": wrong"),
    ],
)
def test_no_tab_option_or_message_changes_a_text(texts: Page, box: str, parts: str, after: str) -> None:
    found = [" ".join(text.split()) for text in texts.locator(f".st-key-{box} {parts}").all_text_contents()]
    assert found == [f"{text}{after}" for text in EVERYWHERE]


def test_no_toast_changes_a_text(texts: Page) -> None:
    expect(texts.locator("[data-testid=stToast]")).to_contain_text(EVERYWHERE[0])
    assert texts.title() != "owned"
