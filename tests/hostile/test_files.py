"""Nothing that somebody uploads fills the memory: a child with little of it reads each hostile file, or refuses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaljson.base.limits import LIMITS
from tests.hostile.files import FILES, Hostile
from tests.profiles import is_deep

IN_FULL = is_deep()
"""With files up to the default limits, which takes minutes and a gigabyte; otherwise both are small."""
SMALL = {
    "source_bytes": 5 << 20, "record_bytes": 1 << 20, "records": 20_000, "values": 100_000, "columns": 200,
    "files": 500, "problems": 1_000, "guesses": 10_000,
}  # fmt: skip
MEGABYTES = 1200 if IN_FULL else 60
"""What a file may fill."""
RESERVED = 4000 if IN_FULL else MEGABYTES
"""What a process may reserve: room for the largest text is asked for, and not filled."""
SECONDS = 120 if IN_FULL else 30
"""Of the processor, for each file: several times what the slowest one takes, and less than quadratic work would."""
AT_ONCE = 6 if IN_FULL else 12
NAMES = list(FILES)
GROUPS = [NAMES[i : i + AT_ONCE] for i in range(0, len(NAMES), AT_ONCE)]


def read_in_child(paths: list[Path]) -> list[dict[str, Any]]:
    """What a child made of the files; fewer than there are files if it died."""
    settings = {} if IN_FULL else {str(LIMITS[name].setting): str(most) for name, most in SMALL.items()}
    command = [sys.executable, "-m", "tests.hostile.child", str(RESERVED), str(SECONDS), *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | settings)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(hostile: Hostile, outcome: dict[str, Any]) -> None:
    assert outcome["megabytes"] <= MEGABYTES
    sentence = outcome.get("refused", "")
    assert hostile.says in sentence
    assert bool(hostile.says) is bool(sentence), sentence
    for text in (sentence, *outcome.get("messages", ())):
        assert "alloc" not in text
        assert "Memory" not in text
    if not sentence:
        assert outcome["read"] + outcome["unread"] >= outcome["records"]


@pytest.mark.examples
@pytest.mark.parametrize("names", GROUPS, ids=" and ".join)
def test_a_hostile_file_is_read_or_refused_with_little_memory(names: list[str], tmp_path: Path) -> None:
    paths = []
    for name in names:
        folder = tmp_path / name
        folder.mkdir()
        path = folder / FILES[name].file
        FILES[name].build(path, FILES[name].sizes[IN_FULL])
        paths.append(path)
    for name, outcome in zip(names, read_in_child(paths), strict=True):
        try:
            check(FILES[name], outcome)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}: {outcome}") from error
