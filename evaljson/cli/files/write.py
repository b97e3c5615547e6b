"""Files that commands write: a path, or `-` for stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from evaljson.base.errors import InputError

STDOUT = "-"


def check_target(file: str, inputs: Sequence[str]) -> None:
    """Raise InputError for a file that cannot be written, before any work is done: no such folder, or an input."""
    if file == STDOUT:
        return
    path = Path(file)
    if path.is_dir():
        raise InputError(f"{file}: this is a folder; name a file in it.")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{file}: there is no folder {str(path.parent)!r}; create it first.")
    for source in inputs:
        if path.exists() and Path(source).exists() and path.samefile(source):
            raise InputError(f"{file}: this is an input and would be overwritten; write to another file.")


def write(file: str, data: bytes) -> None:
    """Write all of the data; if that fails, leave the file as it was. Raises InputError."""
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
