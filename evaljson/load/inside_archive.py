"""A path that goes on inside a zip archive, such as all.zip/gold: one folder or file of it is named."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from evaljson.base.errors import LoadError, did_you_mean
from evaljson.base.limits import LimitValues
from evaljson.load.byte_limit import ByteLimit, source_limit
from evaljson.load.formats.file_entry import FileEntry
from evaljson.load.formats.record_files import is_hidden
from evaljson.load.formats.zip_archive import DAMAGED, zip_entries
from evaljson.load.sources import ZIP, Source, read_raw


def place_in_archive(source: Source) -> tuple[Path, str] | None:
    """Return the archive, and the path inside it; None for a source that is there, or that leads into no archive."""
    if not isinstance(source, str | os.PathLike):
        return None
    path = Path(source)
    try:
        if os.path.lexists(path):
            return None
        archive = next((above for above in path.parents if above.is_file()), None)
        if archive is None or not begins_as_zip(archive):
            return None
    except (OSError, ValueError):  # a NUL in it; whoever reads it says so
        return None
    return archive, path.relative_to(archive).as_posix()


def begins_as_zip(file: Path) -> bool:
    """Check whether a file is a zip archive, by its first bytes."""
    with file.open("rb") as stream:
        return stream.read(len(ZIP)) == ZIP


def entries_at(archive: Path, place: str, limits: LimitValues) -> list[FileEntry]:
    """List the one file at a path inside an archive, or the files below it. Raises LoadError if there is none.

    Folders that all files share may be left out.
    """
    data = read_raw(archive, None, source_limit(limits)).data
    entries = [entry for entry in zip_entries(data, archive.name, limits) if entry.name]
    seen = [PurePosixPath(entry.name) for entry in entries if not is_hidden(entry.name)]
    folders = [path.parent for path in seen]
    shared = os.path.commonpath(folders) if folders else ""
    for start in dict.fromkeys((place, f"{shared}/{place}")):
        found = [entry for entry in entries if entry.name == start or entry.name.startswith(f"{start}/")]
        if found:
            return found
    below = {path.relative_to(shared).parts[0] for path in seen}
    raise LoadError(f"{archive.name} has no folder or file {place!r}.{did_you_mean(place, below)}")


def bytes_of(entry: FileEntry, limit: ByteLimit) -> bytes:
    """Unpack one file of an archive. Raises LoadError if it must not or cannot be read, or has more than the limit."""
    if entry.refused:
        raise LoadError(f"{entry.name} cannot be read: {entry.refused}.")
    try:
        data = entry.read(limit.most + 1)
    except DAMAGED as error:
        raise LoadError(f"{entry.name} cannot be read: {error}; pack or transfer the archive again.") from error
    limit.check(len(data), entry.name)
    return data
