"""Finding and clicking the cells of a heatmap."""

from playwright.sync_api import Page

_POSITION = """([x, y]) => {
  const plot = document.querySelector('.js-plotly-plot'), layout = plot._fullLayout, box = plot.getBoundingClientRect();
  return [box.left + layout._size.l + layout.xaxis.d2p(x), box.top + layout._size.t + layout.yaxis.d2p(y)];
}"""


def click_cell(page: Page, column: int, row: int) -> None:
    """Click the middle of a cell of the only heatmap on the page."""
    page.wait_for_selector(".js-plotly-plot .heatmaplayer image, .js-plotly-plot .heatmaplayer .hm", state="attached")
    page.wait_for_timeout(500)
    page.locator(".js-plotly-plot").scroll_into_view_if_needed()
    x, y = page.evaluate(_POSITION, [column, row])
    page.mouse.move(x - 3, y - 3, steps=5)
    page.mouse.move(x, y, steps=3)
    page.mouse.down()
    page.wait_for_timeout(80)
    page.mouse.up()
