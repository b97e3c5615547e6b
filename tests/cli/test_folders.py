"""Folders with what cannot be read, or must not be: each file or folder is named and counted, and no command breaks."""

import ctypes
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("links, FIFOs, /proc and what root may do are those of Linux", allow_module_level=True)

ROOT = Path(__file__).parents[2]
SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}, "a": {"type": "integer"}}, "x-eval-id": "id"}
_DROP, _OVERRIDE, _SEARCH = 24, 1, 2
"""PR_CAPBSET_DROP, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of Linux."""


def obey_permissions() -> None:
    """Take from root, who may read everything, what sets it apart: it takes effect with the next program."""
    if os.geteuid() == 0:
        for right in (_OVERRIDE, _SEARCH):
            assert ctypes.CDLL(None).prctl(_DROP, right, 0, 0, 0) == 0


def end(*arguments: str, **settings: str) -> tuple[int, str, str]:
    """Run a command in a child that obeys permissions; exit code, stdout and stderr."""
    command = [sys.executable, "-m", "evaljson", *arguments]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, preexec_fn=obey_permissions, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **settings},
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2), done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Two records, and of everything else something; `lost` names what is there and cannot be read."""
    top = tmp_path / "records"
    for name in ("below", "locked", ".hidden", "odd.json"):
        (top / name).mkdir(parents=True)
    for name in ("a.json", "below/b.json", "locked/c.json", ".hidden/d.json", ".e.json", "f.json", "notes.txt"):
        (top / name).write_text(json.dumps({"id": Path(name).stem, "a": 1}))
    (tmp_path / "outside.json").write_text('{"id": "x", "a": 1}')
    (top / "out.json").symlink_to(tmp_path / "outside.json")
    (top / "gone.json").symlink_to("nowhere.json")
    (top / "round.json").symlink_to("round.json")
    (top / "linked").symlink_to(tmp_path)
    os.mkfifo(top / "pipe.json")
    for name in ("locked", "f.json"):
        (top / name).chmod(0)
    yield top
    for name in ("locked", "f.json"):
        (top / name).chmod(0o700)


LOST = ("f.json", "out.json", "gone.json", "round.json", "pipe.json", "linked/", "locked/")
LEFT_OUT = ("notes.txt", ".e.json", ".hidden/")


def test_every_file_and_folder_that_is_not_read_is_named(folder: Path) -> None:
    code, out, err = end("infer", str(folder))
    assert (code, set(json.loads(out)["properties"])) == (0, {"id", "a"})
    for name in LOST:
        assert re.search(rf"^Warning: records: {re.escape(name)}: .*(not read|Permission|link)", err, re.MULTILINE), (
            name
        )
    for name in LEFT_OUT:
        assert repr(name) in err
    assert f"{len(LEFT_OUT)} files and folders that are hidden or not .json were not read" in err


def test_they_are_counted_and_fail_a_strict_run(folder: Path, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    code, out, _ = end("score", str(folder), str(folder), "-s", str(schema), "--json")
    counts = json.loads(out)
    assert (code, counts["gold"]["refused"], counts["extracted"]["refused"]) == (0, len(LOST), len(LOST))
    code, _, err = end("score", str(folder), str(folder), "-s", str(schema), "--strict", "-q")
    assert code == 2
    assert f"unreadable gold records: {len(LOST)}, unreadable extracted records: {len(LOST)}" in err


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_nobody_may_read_at_all_is_one_sentence(tmp_path: Path, what: str) -> None:
    path = tmp_path / "locked"
    path.mkdir() if what == "folder" else path.write_text("{}")
    path.chmod(0)
    code, out, err = end("infer", str(path))
    path.chmod(0o700)
    assert (code, out, len(err.splitlines()) <= 2) == (2, "", True)
    assert "Permission denied" in err or "cannot be read" in err


@pytest.mark.parametrize("path", ["/", "/proc/self", "/dev"])
def test_the_folders_of_a_system_end_in_a_sentence(path: str) -> None:
    code, _, err = end("infer", path, EVALJSON_MAX_FILES="3000")
    assert code in (0, 2)
    assert code == 0 or re.search(r"^Error: \S", err, re.MULTILINE)


def test_the_root_has_a_name_in_messages() -> None:
    assert "Error: /: more than 100 files" in end("infer", "/", EVALJSON_MAX_FILES="100")[2]
