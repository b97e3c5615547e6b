"""The command as a process of its own, as CI runs it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

import evaljson

ROOT = Path(__file__).parents[2]
INVOICES = ROOT / "sample_data" / "invoices"


def call(folder: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "evaljson", *map(str, arguments)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
    )


def test_the_sample_is_scored_from_any_folder_and_gated(tmp_path: Path) -> None:
    files = [INVOICES / "gold.jsonl", INVOICES / "prompt_a.jsonl", "--schema", INVOICES / "eval_schema.json"]
    done = call(tmp_path, "score", *files, "--json", "--fail-under", "f1=0.99")
    assert done.returncode == 1
    assert json.loads(done.stdout)["total_records"] == 120
    assert "Failed: f1 is 0.8" in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert not os.listdir(tmp_path)


def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    assert call(tmp_path, "--version").stdout == f"evaljson, version {evaljson.__version__}\n"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent in another way elsewhere")
def test_the_app_starts_from_any_folder_and_stops_cleanly_on_ctrl_c(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "evaljson", "ui", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            until = time.monotonic() + 60
            while not healthy(port):
                assert process.poll() is None
                assert time.monotonic() < until, "the app did not start within a minute"
                time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "Traceback" not in said
