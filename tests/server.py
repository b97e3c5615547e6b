"""A server of the app as a process of its own, with a data folder of its own; stopped, killed, started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from evaljson.store.location import FOLDER_VARIABLE, URL_VARIABLE
from tests.forked import popen

ROOT = Path(__file__).parents[1]
START_SECONDS = float(os.environ.get("EVALJSON_TEST_START_SECONDS", "60"))
"""How long a server may take to answer; more on a machine with much else to do."""
FORKING = popen(("tests.app_imports",), ("streamlit",)) if sys.platform == "linux" else subprocess.Popen
"""Starts a server as a fork of a process that has imported what all servers need."""


class Server:
    """Used as a context it runs as long as the block; the address stays the same over a restart."""

    def __init__(self, folder: Path, root: Path = ROOT, **environment: str) -> None:
        """`folder` holds the store and the log; `environment` may be changed until it starts."""
        self.folder, self.log = folder, folder / "log.txt"
        self._root, self.environment = root, environment
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    @property
    def pid(self) -> int:
        """Of the running server."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Gives back once it answers. Raises RuntimeError with the end of the log where it does not."""
        with self.log.open("ab") as out:
            self._process = FORKING(
                self.command(), cwd=self._root, stdout=out, stderr=subprocess.STDOUT, env=self._variables()
            )
        self._wait(self._process)

    def command(self) -> list[str]:
        """What starts it."""
        return [
            sys.executable, "-m", "streamlit", "run", str(self._root / "app.py"), "--server.port", str(self._port),
            "--server.address", "127.0.0.1", "--server.headless", "true", "--server.fileWatcherType", "none",
        ]  # fmt: skip

    def _variables(self) -> Mapping[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name != URL_VARIABLE}
        return {**inherited, "PYTHONPATH": str(self._root), FOLDER_VARIABLE: str(self.folder), **self.environment}

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the app did not start: {self.said()[-2000:]}")

    def said(self) -> str:
        """All that it and its workers wrote on the terminal so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """As Ctrl-C does it."""
        if self._process is not None:
            end(self._process)
            self._process = None

    def kill(self) -> None:
        """With SIGKILL: nothing in it gets to know."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask it to end, and kill it if it goes on: Caddy waits for connections that stay open, as long as they do."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
