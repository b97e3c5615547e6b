"""List the files below a folder, and all that is not looked into: nothing below it is left out unseen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from evaljson.load.formats.file_entry import FileEntry, no_bytes


def folder_entries(folder: Path) -> Iterator[FileEntry]:
    """List the files below a folder, then the folders that cannot be listed.

    Links to files are followed only to files inside the folder, links to folders never. Hidden folders are listed, but
    not their files.
    """
    top = folder.resolve()
    unlisted: list[OSError] = []
    for here, below, names in os.walk(top, onerror=unlisted.append):
        place = Path(here).relative_to(top)
        for name in sorted(below):
            if os.path.islink(os.path.join(here, name)):
                yield _not_entered(place / name, "a link to a folder, and links are not followed")
            elif name.startswith("."):
                yield _not_entered(place / name, "")
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in names:
            yield _file(Path(here, name), top)
    for error in unlisted:
        yield _not_entered(Path(error.filename).relative_to(top), _why(error))


def _not_entered(path: Path, why: str) -> FileEntry:
    return FileEntry(f"{path.as_posix()}/", no_bytes, refused=why, is_folder=True)


def _file(path: Path, top: Path) -> FileEntry:
    name = path.relative_to(top).as_posix()
    try:
        target = path.resolve()
        if not target.is_relative_to(top):
            return FileEntry(name, no_bytes, refused="a link that leads out of the folder")
        if not target.is_file():
            return FileEntry(name, no_bytes, refused="not a regular file")
        return FileEntry(name, _reader(target), target.stat().st_size)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links that lead to each other
        return FileEntry(name, no_bytes, refused=_why(error))


def _reader(path: Path) -> Callable[[int], bytes]:
    def read(most: int) -> bytes:
        with path.open("rb") as stream:
            return stream.read(most)

    return read


def _why(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
