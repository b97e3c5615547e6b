"""What all tests share: where the project is, and whether a browser is there."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BROWSER_TESTS = ROOT / "tests" / "browser"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


# First: xdist reads the groups in the same hook.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of tests/browser as browser tests, and keep them on one worker: they share one running app."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def project_root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def chromium() -> str:
    """The Chromium to drive, named by $CHROMIUM or found; a test that asks for it is skipped where there is none."""
    named = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else CHROMIUM_NAMES)), None)
    if found is None:
        pytest.skip(f"no Chromium ({named or 'chromium, google-chrome'}): install one, or name it in CHROMIUM")
    return found
