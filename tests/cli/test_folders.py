"""Folders with what cannot be read, or must not be: each file or folder is named and counted, and no command breaks."""

import ctypes
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaljson.cli import main

if sys.platform != "linux":
    pytest.skip("links, FIFOs, /proc and what root may do are those of Linux", allow_module_level=True)

SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}, "a": {"type": "integer"}}, "x-eval-id": "id"}
_VERSION, _OVERRIDE, _SEARCH = 0x20080522, 1, 2
"""_LINUX_CAPABILITY_VERSION_3, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of Linux."""


@contextmanager
def obeying_permissions() -> Iterator[None]:
    """Lay down what sets this thread apart from others, who may not read everything, if it is one of root."""
    system = ctypes.CDLL(None, use_errno=True)
    header, held, fewer = (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)(), (ctypes.c_uint32 * 6)()
    assert system.capget(header, held) == 0
    fewer[:] = held[:]
    fewer[0] &= ~(1 << _OVERRIDE | 1 << _SEARCH)  # the first is what takes effect; the others allow to take it up again
    assert system.capset(header, fewer) == 0
    try:
        yield
    finally:
        assert system.capset(header, held) == 0


def end(*arguments: str, **settings: str) -> tuple[int, str, str]:
    """Run a command that obeys permissions; exit code, stdout and stderr."""
    with obeying_permissions():
        done = CliRunner(env=settings).invoke(main, list(arguments), prog_name="evaljson")
    assert isinstance(done.exception, SystemExit | None), done.exception
    assert "Traceback" not in done.stderr
    assert done.exit_code in (0, 1, 2), done.stderr
    return done.exit_code, done.stdout, done.stderr


def test_root_too_is_refused_what_nobody_may_read(tmp_path: Path) -> None:
    (tmp_path / "locked").touch(0)
    with obeying_permissions(), pytest.raises(PermissionError, match="locked"):
        (tmp_path / "locked").read_bytes()


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
    assert f"left out ({len(LEFT_OUT)}): 'notes.txt' (not .json)" in err


def test_they_are_counted_and_fail_a_strict_run(folder: Path, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(SCHEMA))
    code, out, _ = end("score", str(folder), str(folder), "-s", str(schema), "--json")
    counts = json.loads(out)
    assert (code, counts["gold"]["refused"], counts["extracted"]["refused"]) == (0, len(LOST), len(LOST))
    code, _, err = end("score", str(folder), str(folder), "-s", str(schema), "--strict", "-q", "--allow-gold-itself")
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


SETS = {f"all/{side}/{name}.json": f'{{"a": "{side}", "b": 1}}' for side in ("gold", "first") for name in "xy"}


@pytest.mark.parametrize("command", [("score",), ("score", "--strict"), ("score", "--fail-under", "f1=0.9")])
@pytest.mark.parametrize("source", ["all", "all.zip"])
def test_a_gate_cannot_pass_on_gold_and_variants_read_as_one_set(
    command: tuple[str, ...], source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _write_sets()
    code, out, err = end(*command, source, source)
    assert (code, out) == (2, "")
    assert f"{source} holds 2 sets of records beside one another, not one: " in err
    assert f"Name one of them, such as {source}/gold." in err


def test_a_folder_inside_an_archive_is_scored_as_the_same_folder_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _write_sets()
    inside, outside = (end("score", f"{of}/gold", f"{of}/first") for of in ("all.zip", "all"))
    assert inside == outside
    assert inside[0] == 0


def _write_sets() -> None:
    with zipfile.ZipFile("all.zip", "w") as archive:
        for name, content in SETS.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(content)
            archive.writestr(name, content)
