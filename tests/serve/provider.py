"""A provider of OpenID Connect on this computer, at which one click signs in."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.server import end, free_port

_PATIENCE = 60


@contextmanager
def provider(users: Sequence[dict[str, object]]) -> Iterator[str]:
    """Run it as long as the block, and give its address. Of each of `users`: its claims, `sub` at least.

    In a process of its own: importing it warns of what it uses.
    """
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)]
    for user in users:
        command += ["--user-claims", json.dumps(user)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{url}/.well-known/openid-configuration", process)
        yield url
    finally:
        end(process)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the provider did not start")
