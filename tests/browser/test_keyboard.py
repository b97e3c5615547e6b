"""The whole path with keys only: upload, score, verdict, fields, a record; what has the focus is seen to have it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import expect_address, settle
from tests.browser.test_data import GOLD, MAIN, drop

MOST = 60
"""Stops that one goes through at most to what is wanted."""
LEAST = 3.0
"""The contrast that WCAG 2 asks of what shows the focus."""

# The contrast of the outline of what has the focus, or of the label around it; 0 without an outline.
OUTLINE = """() => {
  const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : Math.pow((v / 255 + 0.055) / 1.055, 2.4));
  const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  let inner = document.activeElement;
  while (inner.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
  const back = light(getComputedStyle(document.querySelector("[data-testid=stApp]")).backgroundColor);
  const drawn = [inner, inner.closest("label")].filter(Boolean).map((one) => getComputedStyle(one))
    .filter((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1)
    .map((style) => { const line = light(style.outlineColor);
      return (Math.max(line, back) + 0.05) / (Math.min(line, back) + 0.05); });
  return {name: (inner.getAttribute("aria-label") || inner.textContent || "").trim(), tag: inner.tagName,
    outline: Math.max(0, ...drawn)};
}"""


def go_to(page: Page, name: str) -> None:
    """Press Tab until what begins with this name has the focus: each stop on the way shows that it has it."""
    stops = []
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop = page.evaluate(OUTLINE)
        stops.append(stop)
        if stop["tag"] not in ("BODY", "MAIN", "DIV", "TD"):  # the page, frames, and cells that a grid draws itself
            assert stop["outline"] >= LEAST, stop
        if stop["name"].startswith(name) and stop["tag"] not in ("MAIN", "DIV"):
            return
    raise AssertionError(f"no stop begins with {name!r}: {[stop['name'][:30] for stop in stops]}")


def press(page: Page, name: str) -> None:
    go_to(page, name)
    page.keyboard.press("Enter")


def test_from_files_to_a_record_with_keys_only(open_page: Callable[..., Page]) -> None:
    page = open_page("data")
    press(page, "Use my data")
    page.get_by_text("Drop the gold records").wait_for()
    settle(page)
    drop(page, "gold.json", GOLD)
    expect(page.locator(MAIN).get_by_text("6 records read")).to_have_count(1)
    settle(page)
    drop(page, "prompt.json", [{**record, "city": "elsewhere"} for record in GOLD])
    expect(page.locator(MAIN).get_by_text("6 records read")).to_have_count(2)
    settle(page)
    press(page, "Score")
    expect(page.get_by_text("over 6 records")).to_be_visible()
    settle(page)
    press(page, "Overview")
    expect(page).to_have_title("Overview · evaljson")
    expect(page.locator(MAIN)).to_contain_text("F1")
    settle(page)
    press(page, "Fields")
    expect(page).to_have_title("Fields · evaljson")
    settle(page)
    press(page, "Records")
    expect(page).to_have_title("Records · evaljson")
    settle(page)
    press(page, "Next")
    expect_address(page, "record=r1")
