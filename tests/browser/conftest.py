"""The app on a free port, and a browser that reaches nothing but it."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from evaljson.store import open_store
from evaljson.store.location import FOLDER_VARIABLE, URL_VARIABLE
from evaljson.workspace.samples import FIRST, sample_evaluation

SETTLED = "[data-testid='stApp'][data-test-script-state='notRunning']"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]  # fmt: skip
START_SECONDS = 60
PATIENCE = 90_000
"""Milliseconds that a page may take on a machine with much else to do; what comes at once is not waited for."""
STORE = "data"
expect.set_options(timeout=PATIENCE)


@contextmanager
def running_app(root: Path, log: Path) -> Iterator[str]:
    """The address of an app that runs as long as the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "streamlit", "run", str(root / "app.py"), "--server.port", str(port),
        "--server.address", "127.0.0.1", "--server.headless", "true", "--server.fileWatcherType", "none",
    ]  # fmt: skip
    with log.open("wb") as out:
        store = {FOLDER_VARIABLE: str(log.parent / STORE)}
        others = {name: value for name, value in os.environ.items() if name != URL_VARIABLE}
        environment = {**others, "PYTHONPATH": str(root), **store}
        app = subprocess.Popen(command, cwd=root, stdout=out, stderr=subprocess.STDOUT, env=environment)
        try:
            _wait(app, f"http://127.0.0.1:{port}/_stcore/health", log)
            yield f"http://127.0.0.1:{port}"
        finally:
            app.terminate()
            app.wait(timeout=10)


@pytest.fixture(scope="session")
def app_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the app for all browser tests writes."""
    return tmp_path_factory.mktemp("app")


@pytest.fixture(scope="session")
def sample_id(app_folder: Path) -> str:
    """The evaluation that tests look at which name no other: without one, the app opens what was changed last."""
    (app_folder / STORE).mkdir()
    with open_store(folder=app_folder / STORE) as store:
        return sample_evaluation(store, FIRST)


@pytest.fixture(scope="session")
def app_url(project_root: Path, app_folder: Path, sample_id: str, chromium: str) -> Iterator[str]:
    """An app for all browser tests; `chromium` first, so that none starts in vain."""
    with running_app(project_root, app_folder / "log.txt") as url:
        yield url


@pytest.fixture
def fresh_app_url(project_root: Path, tmp_path: Path, chromium: str) -> Iterator[str]:
    """An app that nobody has opened yet."""
    with running_app(project_root, tmp_path / "log.txt") as url:
        yield url


def _wait(app: subprocess.Popen[bytes], health: str, log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and app.poll() is None:
        try:
            with urllib.request.urlopen(health, timeout=1):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the app did not start: {log.read_text(encoding='utf-8', errors='replace')[-2000:]}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser, app_url: str, sample_id: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the app in a session of its own: open_page("fields", theme="dark", width=1024)."""
    contexts = []

    def open_one(path: str = "", theme: str = "light", width: int = 1440) -> Page:
        scheme = "dark" if theme == "dark" else "light"
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        named = path if "eval=" in path else f"{path}{'&' if '?' in path else '?'}eval={sample_id}"
        page.goto(f"{app_url}/{named}")
        settle(page)
        return page

    yield open_one
    for context in contexts:
        context.close()


def expect_address(page: Page, *parts: str) -> None:
    """The address is written at the end of a script run, after what it shows: it is waited for, never read at once."""
    for part in parts:
        expect(page).to_have_url(re.compile(re.escape(part)))


def settle(page: Page) -> None:
    """Wait until the script of the page has run and has been drawn."""
    page.wait_for_selector(SETTLED, timeout=PATIENCE)
    page.wait_for_selector("[data-testid=stHeading]", timeout=PATIENCE)
    page.wait_for_timeout(300)
    page.wait_for_selector(SETTLED, timeout=PATIENCE)
