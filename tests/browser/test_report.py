"""The HTML report in a browser: nothing is cut on a screen, and on paper it is the one page that was promised."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from evaljson.evaluate import evaluate
from evaljson.report.export.html.about import About
from evaljson.report.export.html.page import to_html
from evaljson.schema.parse.parse import parse_eval_schema
from tests.messy import messy

MADE = "Nov 27, 2026, 14:02 UTC"
PATH = "evaluation_of_the_claims_of_november_prompt_with_examples_"
BEYOND = """() => {
  const held = (e, right) => { for (let p = e.parentElement; p; p = p.parentElement) {
      const way = getComputedStyle(p).overflowX
      if (way == 'auto' || way == 'scroll') return p.getBoundingClientRect().right <= right + 1
    } return false }
  const right = document.documentElement.clientWidth
  return [...document.querySelectorAll('td, th, p, li, h1, h2, h3')]
    .filter(e => e.getBoundingClientRect().right > right + 1 && !held(e, right)).map(e => e.textContent) }"""
"""The texts that go over the right edge and are in no box that scrolls."""
HEED_LOOKS = """() => {
  window.looks = []
  const box = document.querySelector('.st-key-report')
  new MutationObserver(() => {
    const button = box.querySelector('button')
    window.looks.push([getComputedStyle(button, '::after').content, button.getBoundingClientRect().height])
  }).observe(box, { subtree: true, childList: true, attributes: true }) }"""
"""Notes what the button looks like whenever it changes."""
CUT = """() => [...document.querySelectorAll('.ej-line, .brief td')]
  .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"""


@cache
def report_of(variants: int) -> bytes:
    """A report of messy data; its variants have long names."""
    data = messy(50, 12)
    records = list(data.extracted.values())[:variants]
    runs = {f"{PATH}{n}": evaluate(data.gold, found, data.schema) for n, found in enumerate(records)}
    return to_html(runs, parse_eval_schema(data.schema), "Claims", about=About(made=MADE))


@contextmanager
def opened(browser: Browser, page: bytes, tmp_path: Path, width: int = 1100, **how: Any) -> Iterator[Page]:
    file = tmp_path / "report.html"
    file.write_bytes(page)
    shown = browser.new_page(viewport={"width": width, "height": 900}, **how)
    shown.goto(file.as_uri())
    yield shown
    shown.close()


@pytest.mark.parametrize("variants", [1, 2, 5, 12])
@pytest.mark.parametrize("width", [1024, 1100, 1440])
def test_nothing_is_cut_on_a_screen(browser: Browser, tmp_path: Path, width: int, variants: int) -> None:
    with opened(browser, report_of(variants), tmp_path, width) as page:
        for _ in range(2):
            assert not page.evaluate(BEYOND)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert not page.evaluate(CUT)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = one.closest('.ej') == null)")


@pytest.mark.parametrize("variants", [1, 2, 5])
@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_it_prints_two_pages_at_most(
    browser: Browser, tmp_path: Path, size: Literal["A4", "Letter"], variants: int
) -> None:
    with opened(browser, report_of(variants), tmp_path) as page:
        assert _pages(page.pdf(format=size)) <= 2
        page.emulate_media(media="print")
        assert page.locator(".paper").is_visible(), "it says when it was made, and what is left out"
        assert (
            page.locator(".paper")
            .inner_text()
            .startswith(f"Report made {MADE}. What is folded in the file is left out")
        )
        assert page.locator(".brief tbody tr").count() == 10
        assert not page.locator("section.record:visible").count()


def test_what_is_open_is_printed(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, report_of(5), tmp_path) as page:
        page.locator(".brief a").nth(1).click()  # leads to the record in full, and opens it
        page.emulate_media(media="print")
        assert page.locator("section.record:visible").count() == 1
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert not page.locator(".paper").is_visible(), "nothing is left out"


def test_the_button_says_that_the_report_is_being_made(open_page: Callable[..., Page]) -> None:
    """It looks so from the click on until the file comes, which can take seconds."""
    page = open_page()
    button = page.locator(".st-key-report button").first
    button.wait_for()
    page.evaluate(HEED_LOOKS)
    with page.expect_download() as waiting:
        button.click()
    assert waiting.value.suggested_filename.endswith(".html")
    page.wait_for_function("() => !document.querySelector('.st-key-report button').disabled")
    looks = page.evaluate("() => window.looks")
    assert any("is being made" in words and height < 50 for words, height in looks[:1])
    assert looks[-1][0] == "none"


def _pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
