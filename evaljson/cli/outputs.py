"""Writes what a command makes to a file, or to stdout for `-`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from evaljson.errors import InputError

STDOUT = "-"


def check_target(file: str, inputs: Sequence[str]) -> None:
    """Refuse a target before the work is done for it: no such folder, a folder, or one of the inputs."""
    if file == STDOUT:
        return
    path = Path(file)
    if path.is_dir():
        raise InputError(f"{file}: this is a folder; name a file in it.")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{file}: there is no folder {str(path.parent)!r}; create it first.")
    for given in inputs:
        if path.exists() and Path(given).exists() and path.samefile(given):
            raise InputError(f"{file}: this is an input, and would be lost; write to another file.")


def write(file: str, data: bytes) -> None:
    """Write all of it, or, where that fails, leave what was there. Raises InputError."""
    if file == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    path = Path(file)
    if path.exists() and not path.is_file():  # /dev/null and pipes are written to, never replaced
        path.write_bytes(data)
        return
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"{file} cannot be written: {error.strerror or error}.") from error
