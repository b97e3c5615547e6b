"""A test that hangs: it fails once, by name and with the line it waits at, and those after it run all the same."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCHEDULER = """
from tests.order import ByFile

def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log)
"""
HANGS = "    time.sleep(600)"
TESTS = f"""
import time

def test_before(): pass

def test_hangs():
{HANGS}

def test_after(): pass
"""


def test_a_test_that_hangs_fails_once_and_the_ones_after_it_run(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(SCHEDULER)
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    of_workers = ["-n1", "--dist=loadscope", "--timeout=2", "--timeout-method=thread", "-o", "faulthandler_timeout=1"]
    command = [sys.executable, "-m", "pytest", "-v", *of_workers]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert sorted(re.findall(r"%] (PASSED|FAILED) test_it.py::(\w+)", run.stdout)) == [
        ("FAILED", "test_hangs"),
        ("PASSED", "test_after"),
        ("PASSED", "test_before"),
    ]
    assert f'test_it.py", line {1 + TESTS.splitlines().index(HANGS)} in test_hangs' in run.stderr
