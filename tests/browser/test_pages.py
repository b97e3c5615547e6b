"""Every page in both themes, in two widths and as on a phone.

With `--screenshots`, as `make browser` gives it, pictures of all that are left in build/screenshots, to be looked at.

Opening a page costs more than all that is looked at in it, so each is opened once, and follows the system when it
changes to the dark. No test looks at the pictures.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page

from evaljson.store import Store, open_store
from evaljson.workspace.samples import FIRST, sample_evaluation
from evaljson.workspace.scoring import score_due
from tests.browser.conftest import SIZE as WINDOW
from tests.browser.conftest import heed_violations, settle
from tests.browser.looks import LEAST, contrasts, follow, overflow, words_at_first_sight
from tests.pictures import IMAGES, PAGES, SIZE, fill, opened, reader, stored_text, visible_text
from tests.server import Server

THEMES = ("light", "dark")
WIDTHS = (1440, 1024)
PHONE = 390
"""Of pictures in the light theme alone."""
NARROW = (1024, PHONE)
"""What is looked at beside the width that a page is opened with, where no pictures are taken."""
TALLEST = 2400
PATIENCE = 90
"""Seconds until a page that does not show the stored text is taken for another one."""
LARGEST = 200_000
"""Bytes of a picture."""


MOST_WORDS = {
    "overview": 64, "data": 28, "schema": 42, "fields": 26, "compare": 42, "records": 28, "judge": 22, "review": 75,
    "settle": 42, "outcome": 52,
}  # fmt: skip
"""Words of sentences at first sight; on Overview, where it is half of what it once was, it is a promise."""
CLICKED = {"fields": ("fields-by-record", "By record"), "data": ("use-my-data", "Use my data")}
"""What is looked at once more after a click, and under which name."""
CHOSEN = {
    "overview": "[data-testid=stBaseButton-primary]",
    "fields": "[data-testid=stButtonGroup] button",
    "compare": "[data-testid=stButtonGroup] button",
    "schema": "[role=tab]",
}
"""What is chosen or to be clicked, on a page where it is sure to be."""


@pytest.fixture(scope="module")
def server_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the app of these tests keeps its data."""
    return tmp_path_factory.mktemp("pages")


def few_variants(store: Store, count: int) -> str:
    """Put the first variants of the invoices into an evaluation of their own, scored; its id."""
    sample = store.evaluations.get(sample_evaluation(store, FIRST))
    assert sample.gold is not None
    assert sample.schema_number is not None
    made = store.evaluations.create(
        f"{count} variants", by="test", gold=sample.gold.id,
        schema=store.schemas.get(sample.id, sample.schema_number).schema,
        variants={variant.name: variant.dataset.id for variant in sample.variants[:count]},
    )  # fmt: skip
    score_due(store, made.id, by="test", tell=lambda share, message: None)
    return made.id


@pytest.fixture(scope="module")
def address(server_store: Path, chromium: str) -> Iterator[Callable[[str], str]]:
    """An app with what the pictures show, and nothing else: address("fields?eval={invoices}")."""
    with open_store(folder=server_store) as store:
        evaluations = fill(store)
    with Server(server_store) as server:
        yield lambda path: f"{server.url}/{path.format(**evaluations)}"


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """With a page that stays open: what it has compiled, the others need not, which is a third of their time."""
    with closing(reader(browser)) as opened_once:
        heed_violations(opened_once)
        opened_once.new_page()
        yield opened_once


@pytest.fixture
def open_address(context: BrowserContext, address: Callable[[str], str]) -> Iterator[Callable[..., Page]]:
    """Opens a page: open_address("fields?eval={invoices}")."""
    context.pages[0].goto(address("_stcore/health"))
    with ExitStack() as until_closed:

        def open_one(path: str) -> Page:
            page = opened(context, address(path))
            until_closed.callback(page.close)
            return page

        yield open_one
    context.pages[0].evaluate("localStorage.clear()")


def shows(page: Page, text: str) -> str:
    """Return the text of a page: the expected one as soon as it is there, else the last one."""
    until = time.monotonic() + PATIENCE
    while (now := visible_text(page)) != text and time.monotonic() < until:
        page.wait_for_timeout(200)
    return now


def look(page: Page, name: str, theme: str, folder: Path | None, *, last: bool) -> None:
    """Hold a page in this theme to what is true of all; into a folder, take its pictures.

    Colours change no width, and figures are drawn again for each: pictures aside, only the last theme is seen narrow.
    """
    assert overflow(page) <= 1, f"{name} is wider than its window in {theme}"
    pictures = (*WIDTHS, PHONE) if theme == "light" else WIDTHS
    for width in pictures if folder else NARROW if last else ():
        page.set_viewport_size({"width": width, "height": height(page) if folder else SIZE["height"]})
        settle(page)  # grids and figures are drawn again
        if folder:
            page.screenshot(path=folder / f"{name}-{theme}-{width}.png")
        assert overflow(page) <= 1, f"{name} is wider than {width} pixels"
    if name in CHOSEN:
        ratios = contrasts(page, CHOSEN[name])
        assert ratios
        assert min(ratios) >= LEAST, f"{name}: {ratios}"
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.get_by_text("could not be shown").count() == 0


def height(page: Page) -> int:
    """Return the height of a window in which all of a page is seen: it scrolls inside."""
    content = page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').scrollHeight")
    return min(int(content) + 80, TALLEST)


@pytest.fixture
def folder(project_root: Path, request: pytest.FixtureRequest) -> Path | None:
    """Where the screenshots go; None where nobody asked for them."""
    if not request.config.getoption("--screenshots"):
        return None
    made = project_root / "build" / "screenshots"
    made.mkdir(parents=True, exist_ok=True)
    return made


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_its_picture_shows_and_can_be_read(
    open_address: Callable[..., Page], folder: Path | None, name: str
) -> None:
    page = open_address(PAGES[name])
    for theme in THEMES:
        page.set_viewport_size(SIZE)  # type: ignore[arg-type]
        follow(page, theme)
        expected, now = stored_text(name), shows(page, stored_text(name))
        look(page, name, theme, folder, last=theme == THEMES[-1])
        changed = sorted(set(now.splitlines()) ^ set(expected.splitlines()))
        assert now == expected, f"{name} in {theme} has other text than its picture; run: make pictures\n{changed}"
    said = words_in_window(page)
    assert len(said) <= MOST_WORDS[name], f"{name} says {len(said)} words at first sight: {' '.join(said)}"
    if name in CLICKED:
        label, words = CLICKED[name]
        page.set_viewport_size(SIZE)  # type: ignore[arg-type]
        page.get_by_text(words, exact=True).click()
        settle(page)
        for theme in reversed(THEMES):
            follow(page, theme)
            settle(page)
            look(page, label, theme, folder, last=theme == THEMES[0])


def test_overview_of_two_variants_says_in_few_words_at_first_sight_what_is_needed(
    context: BrowserContext, server_store: Path, address: Callable[[str], str]
) -> None:
    with open_store(folder=server_store) as store:
        evaluation = few_variants(store, 2)
    page = opened(context, address(f"?eval={evaluation}"))
    said = words_in_window(page)
    page.close()
    assert len(said) <= MOST_WORDS["overview"], " ".join(said)


def words_in_window(page: Page) -> list[str]:
    """Return the words that somebody reads in a window of the usual size."""
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    settle(page)
    return words_at_first_sight(page)


def test_a_record_of_one_variant_can_be_read(open_address: Callable[..., Page], folder: Path | None) -> None:
    page = open_address("records?eval={invoices}&a=Prompt+A&record=inv-0025&b=nothing")
    for theme in THEMES:
        follow(page, theme)
        settle(page)
        look(page, "records-one", theme, folder, last=theme == THEMES[-1])


@pytest.mark.parametrize("name", PAGES)
def test_a_picture_is_as_large_as_all_others_and_light(name: str) -> None:
    path = IMAGES / f"{name}.png"
    assert path.stat().st_size < LARGEST
    with Image.open(path) as picture:
        assert picture.size == (SIZE["width"], SIZE["height"])


def test_every_picture_is_of_a_page() -> None:
    drawn_from_figures = {".svg"}
    assert {path.stem for path in IMAGES.iterdir() if path.suffix not in drawn_from_figures} == set(PAGES)
