"""The site of docs/ is built without a warning: every page is in its menu, every link and anchor leads somewhere."""

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site; any warning of MkDocs fails it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Documentation built" in done.stderr  # with --quiet, warnings would neither be printed nor counted
    return folder


@pytest.mark.parametrize("page", ["", "glossary", "tutorials/03-customizing", "project/contributing"])
def test_the_site_has_a_page(site: Path, page: str) -> None:
    assert "<h1" in (site / page / "index.html").read_text(encoding="utf-8")


def test_tables_that_a_tutorial_shows_are_tables_in_the_site(site: Path) -> None:
    assert "<table>\n  <thead>" in (site / "tutorials/03-customizing/index.html").read_text("utf-8")


def test_the_site_asks_no_other_host_for_anything(site: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html")]
    asked = {
        unescape(url)
        for page in pages
        for url in re.findall(r'<(?:script|img|link rel="stylesheet")[^>]* (?:src|href)="(https?:[^"]+)', page)
    }
    assert not asked
