"""Finding and clicking the cells of a heatmap."""

import itertools
import re
from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError

from tests.browser.conftest import LOOKS, PATIENCE, settle

_RECORDS = re.compile(r"/records\?")

_POSITION = """([x, y]) => {
  const plot = document.querySelector('.js-plotly-plot'), layout = plot._fullLayout, box = plot.getBoundingClientRect();
  return [box.left + layout._size.l + layout.xaxis.d2p(x), box.top + layout._size.t + layout.yaxis.d2p(y)];
}"""
_RESTED = """(call) => {
  const under = document.querySelector('.js-plotly-plot')?._hoverdata, seen = window.ejRested;
  if (!under?.length || seen?.call !== call || seen.under !== under) {
    window.ejRested = {call, under, since: performance.now()};
    return false;
  }
  return performance.now() - seen.since >= 150;
}"""
"""Whether the figure knows what is under the pointer, and has known it for a moment."""
_CALLS = itertools.count()
_TRIES, _TRY = 4, 20_000
"""How often a click is made that leads nowhere, as the first one after drawing may, and the milliseconds in between."""


def open_cell(page: Page, column: int, row: int) -> None:
    """Click the middle of a cell of the only heatmap on the page, which leads to its records."""
    open_mark(page, lambda: point_at(page, column, row))


def open_mark(page: Page, pointed: Callable[[], tuple[float, float]]) -> None:
    """Click what `pointed` lets the pointer rest on, until it leads to the Records page."""
    for attempt in range(_TRIES):
        x, y = pointed()
        page.mouse.click(x, y, delay=80)
        try:
            page.wait_for_url(_RECORDS, wait_until="commit", timeout=PATIENCE if attempt == _TRIES - 1 else _TRY)
        except TimeoutError:
            if attempt == _TRIES - 1:
                raise
        else:
            return settle(page)


def point_at(page: Page, column: int, row: int) -> tuple[float, float]:
    """Let the pointer rest on a cell of the only heatmap on the page; where it is."""
    page.wait_for_selector(".js-plotly-plot .heatmaplayer image, .js-plotly-plot .heatmaplayer .hm", state="attached")
    settle(page)
    x, y = page.evaluate(_POSITION, [column, row])
    middle = page.viewport_size["height"] / 2 if page.viewport_size else 400
    page.locator("[data-testid=stMain]").evaluate("(main, by) => main.scrollBy(0, by)", y - middle)
    settle(page)
    x, y = page.evaluate(_POSITION, [column, row])
    return hover(page, x, y)


def hover(page: Page, x: float, y: float) -> tuple[float, float]:
    """Let the pointer rest over a mark of the only figure on the page; where it is."""
    page.mouse.move(x - 3, y - 3, steps=5)
    page.mouse.move(x, y, steps=3)
    page.wait_for_function(_RESTED, arg=next(_CALLS), polling=LOOKS)
    return x, y
