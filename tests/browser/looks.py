"""What a browser knows of how a page looks: whether text can be told from its background, and whether all fits."""

from playwright.sync_api import Page, expect

LEAST = 4.5
"""The contrast that WCAG 2 asks of text (level AA)."""

_WHITE = "rgb(255, 255, 255)"

# For every element: the ratio of its text to what lies behind it, translucent layers blended.
_CONTRAST = """(elements) => {
  const parse = (text) => { const [r, g, b, a] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a ?? 1]; };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat([1]);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : Math.pow((v / 255 + 0.055) / 1.055, 2.4));
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const shownBy = (element) => {
    let share = 1;
    for (let at = element; at; at = at.parentElement) share *= Number(getComputedStyle(at).opacity);
    return share;
  };
  const holdsText = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  return elements.map((element) => {
    const text = [element, ...element.querySelectorAll('*')].find(holdsText) ?? element;
    const [red, green, blue, own] = parse(getComputedStyle(text).color), back = behind(text);
    const front = over([red, green, blue, own * shownBy(text)], back);
    const [low, high] = [luminance(back), luminance(front)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  });
}"""


def follow(page: Page, theme: str) -> None:
    """Let the system change to this theme, and the page with it."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    app = expect(page.locator("[data-testid=stApp]"), f"the page does not change to {theme}")
    (app.not_to_have_css if theme == "dark" else app.to_have_css)("background-color", _WHITE)


def contrasts(page: Page, selector: str) -> list[float]:
    """Return the contrast of the text in each element, once no colour is fading any more."""
    page.mouse.move(0, 0)
    # A function, since an expression would be evaluated by the page, whose policy forbids that.
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')", polling=20)
    ratios: list[float] = page.locator(selector).evaluate_all(_CONTRAST)
    return ratios


def overflow(page: Page) -> int:
    """Pixels that the page is wider than its window."""
    return int(
        page.evaluate(
            "(() => {const m = document.querySelector('[data-testid=stMain]'); return m.scrollWidth - m.clientWidth})()"
        )
    )


# Each text that is seen without a click or scrolling, outside what is pressed, filled in, read off or looked up.
_SENTENCES = r"""() => {
  const main = document.querySelector("[data-testid=stMain]"), found = [];
  const apart = "button, label, table, summary, h1, h2, h3, input, textarea, [role=tab], [role=combobox], svg, style, "
    + "script, [data-testid=stDataFrame], [data-testid=stWidgetLabel], [data-testid=stMetric], .js-plotly-plot, "
    + "[data-testid=stIconMaterial], [data-testid=stSelectbox], [data-testid=stMultiSelect]";
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, seen = document.createRange();
    seen.selectNodeContents(walk.currentNode);
    const box = seen.getBoundingClientRect();
    if (element.closest(apart) || element.closest("details:not([open])") || !element.checkVisibility()) continue;
    if (box.width >= 2 && box.height >= 2 && box.top < innerHeight && box.bottom > 0)
      found.push(walk.currentNode.textContent);
  }
  return found;
}"""


def words_at_first_sight(page: Page) -> list[str]:
    """Return the words of sentences in the window, those with a letter: none of buttons, labels, tables or charts."""
    texts: list[str] = page.evaluate(_SENTENCES)
    return [word for text in texts for word in text.split() if any(map(str.isalpha, word))]
