"""`evaljson ui` as a process: it is protected as `streamlit run app.py` is, warns, and opens a tab."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serve.handshake import get, shake
from tests.server import ROOT, free_port

PATIENCE = 180.0


@contextmanager
def started(folder: Path, *options: str) -> Iterator[tuple[str, Path, subprocess.Popen[bytes]]]:
    """Run the command in another folder; yields its address, the file with what it writes on the terminal, and it."""
    port, log = free_port(), folder / "log.txt"
    opener = folder / "bin" / "xdg-open"  # what opens a browser on Linux
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\necho "$@" >> {folder}/opened\n')
    opener.chmod(0o755)
    environment = {
        **os.environ, "EVALJSON_DATA_DIR": str(folder), "PYTHONPATH": str(ROOT), "STREAMLIT_SERVER_HEADLESS": "false",
        "PATH": f"{opener.parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    with log.open("wb") as out:
        command = [sys.executable, "-m", "evaljson", "ui", "--port", str(port), *options]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment, cwd=folder)
    try:
        wait_until(lambda: "URL:" in log.read_text() and answers(f"http://127.0.0.1:{port}"))
        yield f"http://127.0.0.1:{port}", log, process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def wait_until(is_so: object) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():  # type: ignore[operator]
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.1)


def answers(url: str) -> bool:
    try:
        return get(url, "/_stcore/health", "localhost")[0] == 200
    except OSError:
        return False


def test_on_all_addresses_it_warns_and_still_refuses_names_that_it_does_not_know(tmp_path: Path) -> None:
    options = ["--host", "0.0.0.0", "--open", "--no-browser", "--allowed-host", "eval.example.org"]
    with started(tmp_path, *options) as (url, log, _):
        assert get(url, "/", "rebound.example")[0] == 400
        assert shake(url, "rebound.example", "http://rebound.example")[0] == 400
        assert get(url, "/_stcore/health", "192.168.1.5:8501")[0] == 200
        assert get(url, "/_stcore/health", "eval.example.org")[0] == 200
        warning = (
            "Warning: evaljson listens on all addresses of this computer and answers for eval.example.org, without "
            "sign-in. Everyone who reaches it can change all evaluations and use the server's judge."
        )
        assert log.read_text().count(warning) == 1
        assert not (tmp_path / "opened").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere another command opens a browser")
def test_alone_it_warns_of_nothing_opens_a_tab_and_stops_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as (url, log, process):
        wait_until((tmp_path / "opened").exists)
        assert (tmp_path / "opened").read_text() == f"{url}\n"
        assert "Warning" not in log.read_text()
        assert "frame-ancestors 'none'" in get(url, "/", "localhost")[2]["Content-Security-Policy"]
    assert process.returncode == 0
    assert "Traceback" not in log.read_text()


def test_without_sign_in_streamlit_does_not_let_others_in_either_unless_that_is_said(tmp_path: Path) -> None:
    """As for `evaljson ui`, which tests/deploy holds for the command of the container."""
    environment = {**os.environ, "EVALJSON_DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = ["-m", "streamlit", "run", ROOT / "app.py", "--server.address", "0.0.0.0", "--server.headless", "true"]
    done = subprocess.run(
        [sys.executable, *command], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "everyone who reaches 0.0.0.0 could read and delete everything: set up sign-in" in done.stderr
