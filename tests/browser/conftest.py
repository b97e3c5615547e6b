"""The app on a free port, and a browser that reaches nothing but it."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from evaljson.store import Store, open_store
from evaljson.workspace.samples import FIRST, sample_evaluation
from tests.browser.motion import NO_MOTION
from tests.browser.people import USERS
from tests.deploy.proxies import SITE
from tests.serve.provider import provider
from tests.server import Server

SETTLED = "[data-testid='stApp'][data-test-script-state='notRunning']"
# One process for all pages of a context: scripts that one page has compiled need not be compiled for the next, if they
# are not compiled while they still arrive. And no compilers that optimise: what a page does in its few seconds is not
# worth them, a tenth of its CPU time.
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--process-per-site",
    "--js-flags=--no-maglev --no-turbofan --no-script-streaming",
    f"--host-resolver-rules=MAP {SITE} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip
PATIENCE = 90_000
"""Milliseconds that a page may take on a machine with much else to do; what comes at once is not waited for."""
STORE = "data"
SIZE = {"width": 1440, "height": 900}
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def app_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the app for all browser tests of this worker writes."""
    return tmp_path_factory.mktemp("app")


@pytest.fixture(scope="session")
def sample_id(app_folder: Path) -> str:
    """The evaluation that tests look at which name no other: without one, the app opens what was changed last."""
    (app_folder / STORE).mkdir()
    with open_store(folder=app_folder / STORE) as store:
        return sample_evaluation(store, FIRST)


@pytest.fixture(scope="session")
def store(app_folder: Path, sample_id: str) -> Iterator[Store]:
    """The store of the app for all browser tests of this worker; what is put there, its pages show."""
    with open_store(folder=app_folder / STORE) as opened:
        yield opened


@pytest.fixture(scope="session")
def app_url(app_folder: Path, sample_id: str, chromium: str) -> Iterator[str]:
    """An app for all browser tests of this worker; `chromium` first, so that none starts in vain."""
    with Server(app_folder / STORE) as server:
        yield server.url


@pytest.fixture(scope="session")
def provider_url() -> Iterator[str]:
    """Where people sign in, for all tests of this worker: starting it takes a second of a processor."""
    with provider(USERS) as url:
        yield url


VIOLATIONS: list[str] = []
"""What pages tried against the Content-Security-Policy of the app, in the test that runs now."""


def heed_violations(context: BrowserContext) -> None:
    """Collect what the browser says about the Content-Security-Policy."""

    def heed(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            VIOLATIONS.append(message.text)

    context.on("console", heed)


@pytest.fixture(autouse=True)
def keeps_to_the_policy() -> Iterator[None]:
    """Whatever a test does, no page may try what the app's headers forbid: it would be missing for its reader."""
    VIOLATIONS.clear()
    yield
    assert not VIOLATIONS


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@contextmanager
def kept_warm(browser: Browser, url: str) -> Iterator[BrowserContext]:
    """A context with a page of the app that stays open, so that its process and its scripts stay too.

    It takes any certificate: those of the proxies are made by the tests.
    """
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce", ignore_https_errors=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NO_MOTION)
    heed_violations(context)
    context.new_page().goto(f"{url}/_stcore/health")
    yield context
    context.close()


def as_of_a_new_person(context: BrowserContext) -> None:
    """Close all pages of a warm context but the one that stays, and forget what they stored and were allowed."""
    stays, *others = context.pages
    for page in others:
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    stays.evaluate("localStorage.clear()")


@pytest.fixture(scope="session")
def warm(browser: Browser, app_url: str) -> Iterator[BrowserContext]:
    """Of the app for all browser tests of this worker."""
    with kept_warm(browser, app_url) as context:
        yield context


@pytest.fixture
def one_person(warm: BrowserContext) -> Iterator[BrowserContext]:
    """The warm context, whose pages end with the test: one that stayed open would go on asking the server."""
    yield warm
    as_of_a_new_person(warm)


@pytest.fixture(scope="session")
def warm_others(browser: Browser) -> Iterator[Callable[[str, int], BrowserContext]]:
    """Warm contexts of other people, made when first asked for: the second for this app is warm_others(url, 1)."""
    with ExitStack() as until_closed:

        @cache
        def of(url: str, number: int) -> BrowserContext:
            return until_closed.enter_context(kept_warm(browser, url))

        yield of


@pytest.fixture
def another_person(warm_others: Callable[[str, int], BrowserContext]) -> Iterator[Callable[[str], BrowserContext]]:
    """Gives the browser of another person, who has not been at the app of this address: another_person(app_url).

    Each call gives another one. It is as good as `new_context()`, for a third of the time from the second test on.
    """
    given: list[BrowserContext] = []

    def next_one(url: str) -> BrowserContext:
        given.append(warm_others(url, len(given)))
        return given[-1]

    yield next_one
    for context in given:
        as_of_a_new_person(context)


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Opens a browser that is like no other: new_context(java_script_enabled=False). It has compiled nothing yet."""
    contexts = []

    def open_one(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": SIZE, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_MOTION)
        heed_violations(context)
        contexts.append(context)
        return context

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(
    one_person: BrowserContext, another_person: Callable[[str], BrowserContext], app_url: str, sample_id: str
) -> Open:
    """Opens a page of the app in a session of its own: open_page("fields", theme="dark", width=1024).

    The first page of a test is in the warm context, each later one in the browser of another person.
    """
    pages: list[Page] = []

    def open_one(path: str = "", theme: str = "light", width: int = SIZE["width"]) -> Page:
        page = (another_person(app_url) if pages else one_person).new_page()
        pages.append(page)
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": SIZE["height"]})
        named = path if "eval=" in path else f"{path}{'&' if '?' in path else '?'}eval={sample_id}"
        page.goto(f"{app_url}/{named}")
        settle(page)
        return page

    return open_one


def expect_address(page: Page, *parts: str) -> None:
    """The address is written at the end of a script run, after what it shows: it is waited for, never read at once."""
    for part in parts:
        expect(page).to_have_url(re.compile(re.escape(part)))


CALLS = itertools.count()
STILL = """([call, quiet, frames]) => {
  const app = document.querySelector("[data-testid=stApp]"), main = document.querySelector("[data-testid=stMain]");
  const ready = app?.dataset.testScriptState === "notRunning" && main
    && document.querySelector("[data-testid=stHeading]") && !document.querySelector("[data-testid=stSkeleton]");
  const drawn = ready && [main.scrollWidth, main.scrollHeight, document.getElementsByTagName("*").length].join();
  const now = performance.now();
  if (!ready || window.ejSeen?.call !== call || window.ejSeen.drawn !== drawn) {
    window.ejSeen = {call, drawn, since: now, frames: 0};
    return false;
  }
  const seen = window.ejSeen;
  requestAnimationFrame(() => { seen.frames += 1; });
  return seen.frames >= frames && now - seen.since >= quiet;
}"""
"""Whether the page has looked the same for so many milliseconds, in which so many frames were drawn; each wait is a
call with a number of its own."""
LOOKS = 100
"""Milliseconds between two looks at a page that is waited for: looks at each frame have it draw 60 of them a second."""


def still() -> list[int]:
    """Return the argument of STILL for another wait."""
    return [next(CALLS), 200, 2]


def settle(page: Page) -> None:
    """Wait until the script of the page has run and all of it has been drawn."""
    page.wait_for_function(STILL, arg=still(), timeout=PATIENCE, polling=LOOKS)
