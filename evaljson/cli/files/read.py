"""Files that commands read: a path, or `-` for stdin."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from evaljson.base.errors import LoadError
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.inside_archive import place_in_archive
from evaljson.load.sources import read_content

STDIN = "-"


def open_source(file: str, folders: bool = False) -> Path | BinaryIO:
    """Return the path, or stdin's buffer. Raises LoadError if there is no such file, or it is a folder.

    `folders` accepts folders too, and a folder or file inside a zip archive.
    """
    if file == STDIN:
        if sys.stdin is None:  # <&-
            raise LoadError("stdin is closed, so there is nothing to read; name a file.")
        return sys.stdin.buffer
    path = Path(file)
    try:
        exists, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError) as error:  # a name that is too long, or holds a NUL
        raise LoadError(f"{file[:80]!r} cannot be read: {error}.") from error
    if not exists and folders and place_in_archive(path) is not None:
        return path
    if not exists:
        raise LoadError(f"{file}: no such file; check the name.")
    if is_folder and not folders:
        raise LoadError(f"{file}: this is a folder; name a file in it.")
    return path


def read_file(file: str, limit: ByteLimit) -> tuple[bytes, str]:
    """Return the bytes of a file as UTF-8, unpacked, and its name. Raises LoadError."""
    content = read_content(open_source(file), "stdin" if file == STDIN else None, limit)
    if content.broken:
        raise LoadError(f"{content.name}: {content.broken}")
    return content.data, content.name
