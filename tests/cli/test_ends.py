"""How the process ends where stdout, stderr or the disk fails: with 0, 1 or 2, and 1 is a failed gate."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from tests.cli.conftest import Write

if os.name != "posix":
    pytest.skip("pipes, /dev/full and limits of a process are those of POSIX", allow_module_level=True)

import resource

ROOT = Path(__file__).parents[2]
SCORE = ("score", "gold.jsonl", "extracted.jsonl", "-s", "schema.json")
FULL = "/dev/full"


def end(
    *arguments: str,
    out: str | IO[bytes] | None = None,
    err: str | None = None,
    before: Callable[[], None] | None = None,
) -> tuple[int, str]:
    """Run a command; return its exit code, and what it printed on stderr where that is not `err`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}
    with open(out if isinstance(out, str) else os.devnull, "wb") as stdout, open(err or os.devnull, "wb") as stderr:
        done = subprocess.run(
            [sys.executable, "-m", "evaljson", *arguments], check=False, env=environment, preexec_fn=before,
            stdout=stdout if out is None or isinstance(out, str) else out,
            stderr=stderr if err is not None else subprocess.PIPE,
        )  # fmt: skip
    return done.returncode, (done.stderr or b"").decode()


@pytest.fixture
def no_reader() -> IO[bytes]:
    """The end of a pipe to write to, whose reader has gone away."""
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "wb")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((*SCORE, "--csv", "-"), 0),
        ((*SCORE, "--fail-under", "f1=1"), 1),
        (("score", "--help"), 0),
    ],
    ids=["a file", "tables and a failed gate", "help"],
)
@pytest.mark.usefixtures("write")
def test_a_reader_that_goes_away_changes_no_exit_code(
    no_reader: IO[bytes], arguments: tuple[str, ...], code: int
) -> None:
    with no_reader:
        ended, said = end(*arguments, out=no_reader)
    assert (ended, "Traceback" in said, "Error" in said) == (code, False, False)


@pytest.mark.parametrize("arguments", [SCORE, ("--help",)])
@pytest.mark.usefixtures("write")
def test_a_full_disk_behind_stdout_is_said_once(arguments: tuple[str, ...]) -> None:
    code, said = end(*arguments, out=FULL)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("Error: ")
    assert "No space left on device" in said


@pytest.mark.usefixtures("write")
def test_messages_that_cannot_be_printed_change_no_exit_code() -> None:
    assert end(*SCORE, "--fail-under", "f1=1", err=FULL) == (1, "")
    assert end("score", "nope", err=FULL) == (2, "")


@pytest.mark.usefixtures("write")
def test_a_closed_stdout_is_said() -> None:
    code, said = end(*SCORE, before=lambda: os.close(1))
    assert (code, said) == (
        2,
        "Error: stdout is closed, so there is nowhere to write to; name a file for the output.\n",
    )


def test_a_file_that_outgrows_what_is_allowed_leaves_what_was_there(write: Write) -> None:
    write("gold.jsonl", [{"id": str(number), "name": "x" * 50} for number in range(300)])
    Path("out.csv").write_text("before")
    code, said = end(
        "score", "gold.jsonl", "gold.jsonl", "--csv", "out.csv",
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
    )  # fmt: skip
    assert code == 2
    assert "Error: out.csv cannot be written: File too large." in said
    assert Path("out.csv").read_text() == "before"
    assert not [name for name in os.listdir() if name.endswith(".partial")]
