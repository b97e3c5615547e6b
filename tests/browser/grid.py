"""Finding and clicking the cells of a heatmap."""

from playwright.sync_api import Page

_POSITION = """([x, y]) => {
  const plot = document.querySelector('.js-plotly-plot'), layout = plot._fullLayout, box = plot.getBoundingClientRect();
  return [box.left + layout._size.l + layout.xaxis.d2p(x), box.top + layout._size.t + layout.yaxis.d2p(y)];
}"""


def click_cell(page: Page, column: int, row: int) -> None:
    """Click the middle of a cell of the only heatmap on the page."""
    point_at(page, column, row)
    page.mouse.down()
    page.wait_for_timeout(80)
    page.mouse.up()


def point_at(page: Page, column: int, row: int) -> None:
    """Let the pointer rest there."""
    page.wait_for_selector(".js-plotly-plot .heatmaplayer image, .js-plotly-plot .heatmaplayer .hm", state="attached")
    page.wait_for_timeout(500)
    x, y = page.evaluate(_POSITION, [column, row])
    middle = page.viewport_size["height"] / 2 if page.viewport_size else 400
    page.locator("[data-testid=stMain]").evaluate("(main, by) => main.scrollBy(0, by)", y - middle)
    page.wait_for_timeout(300)
    x, y = page.evaluate(_POSITION, [column, row])
    page.mouse.move(x - 3, y - 3, steps=5)
    page.mouse.move(x, y, steps=3)
    page.wait_for_timeout(200)  # the figure looks for what is under the pointer a moment after it came to rest
