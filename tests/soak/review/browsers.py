"""A Chromium of its own for one person, which can be killed as a whole."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from contextlib import suppress
from typing import IO

from playwright.async_api import Error, Page, Playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.motion import NO_MOTION

_LISTENS = re.compile(rb"DevTools listening on (ws://\S+)")


class OwnBrowser:
    """Started as a process group of its own, so that SIGKILL leaves nothing of it."""

    def __init__(self, playwright: Playwright, chromium: str) -> None:
        self._playwright, self._chromium = playwright, chromium
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self, url: str, name: str) -> Page:
        """A page in it that is not yet anywhere; the browser knows its person by name."""
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [self._chromium, *ARGUMENTS, "--remote-debugging-port=0", f"--user-data-dir={self._folder.name}"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stderr is not None
        browser = await self._playwright.chromium.connect_over_cdp(_address(self._process.stderr))
        context = await browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        await context.add_init_script(NO_MOTION)
        await context.add_cookies([{"name": "evaljson_name", "value": name, "url": url}])
        return await context.new_page()

    def kill(self) -> None:
        """With SIGKILL, all of its processes: no page gets to know."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()

    async def close(self, page: Page) -> None:
        """As somebody closes a window."""
        with suppress(Error):
            await page.close()
        self.kill()


def _address(said: IO[bytes]) -> str:
    for line in said:
        if (found := _LISTENS.search(line)) is not None:
            return found[1].decode()
    raise RuntimeError("this Chromium did not start")
