"""The pictures of the docs show the app as it is: the text of each page is the one stored beside its picture."""

import time
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.pictures import IMAGES, PAGES, SIZE, pages, stored_text, visible_text

PATIENCE = 30
"""Seconds until a page that does not show the stored text is taken for another one."""
LARGEST = 200_000
"""Bytes of a picture."""


def shows(page: Page, text: str) -> str:
    """Return the text of a page: the expected one as soon as it is there, else the last one."""
    until = time.monotonic() + PATIENCE
    while (now := visible_text(page)) != text and time.monotonic() < until:
        page.wait_for_timeout(200)
    return now


def test_the_pictures_show_the_pages_as_they_are(browser: Browser, tmp_path: Path) -> None:
    stale = {}
    with pages(browser, tmp_path, list(PAGES)) as opened:
        for name, page in opened:
            expected = stored_text(name)
            if (now := shows(page, expected)) != expected:
                stale[name] = sorted(set(now.splitlines()) ^ set(expected.splitlines()))
            page.close()
    assert not stale, "these pages have other text than their pictures; run: make pictures"


@pytest.mark.parametrize("name", PAGES)
def test_a_picture_is_as_large_as_all_others_and_light(name: str) -> None:
    path = IMAGES / f"{name}.png"
    assert path.stat().st_size < LARGEST
    with Image.open(path) as picture:
        assert picture.size == (SIZE["width"], SIZE["height"])


def test_every_picture_is_of_a_page() -> None:
    assert {path.stem for path in IMAGES.iterdir()} == set(PAGES)
