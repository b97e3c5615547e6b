"""What all tests share: where the project is, and whether a browser is there."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parents[1]
BROWSER_TESTS = ROOT / "tests" / "browser"
WITH_OWN_SERVERS = ("tests/browser/test_soak.py", "tests/browser/test_work.py")
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all of tests/browser as browser tests."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)


class ByFile(LoadScopeScheduling):
    """Tests of one file run on one worker, and all browser tests too that share one running app and one browser.

    Not by the marks that xdist has for this: version 3.8 does not see them under pytest 9.2, and says nothing.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        is_shared = file.startswith("tests/browser/") and file not in WITH_OWN_SERVERS
        return "tests/browser" if is_shared else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    """Called where there are several workers."""
    return ByFile(config, log)


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
