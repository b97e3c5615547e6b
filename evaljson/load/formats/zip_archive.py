"""List the files of a zip archive. Nothing is unpacked to disk, and no file beyond what may be read of it."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Final

from evaljson.base.errors import LoadError
from evaljson.base.limits import LimitValues
from evaljson.load.formats.file_entry import FileEntry, no_bytes

DAMAGED: Final = (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError)
"""What reading a file of a damaged archive raises."""
_LISTED: Final = b"PK\x01\x02"
"""Begins each file in the list at the end of an archive."""
_UNLISTED: Final = "{:,} bytes before the first file that the archive lists are not read; is it two archives in one?"
_LONGEST_NAME: Final = 1000
_BOUNDED: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Ways of packing of which a part can be unpacked; of the others, a few hundred bytes may become any number."""


def zip_entries(data: bytes, name: str, limits: LimitValues) -> Iterator[FileEntry]:
    """List the files of an archive. Raises LoadError if it is damaged, or lists too many files."""
    if data.count(_LISTED) > limits.files:  # before each of them takes half a kilobyte
        raise LoadError(f"{name}: {limits.says('files')}")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, struct.error) as error:
        raise LoadError(f"{name}: the zip archive is damaged ({error}); pack or transfer it again.") from error
    files = archive.infolist()
    unlisted = min((info.header_offset for info in files), default=0)
    if unlisted:
        yield FileEntry("", no_bytes, refused=_UNLISTED.format(unlisted), is_folder=True)
    for info in files:
        if not info.is_dir():
            yield _entry(archive, info)


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> FileEntry:
    if len(info.filename) > _LONGEST_NAME:
        shown = f"{info.filename[:_LONGEST_NAME].rsplit('/', 1)[0]}/….json"
        return FileEntry(shown, no_bytes, refused=f"a name of more than {_LONGEST_NAME:,} characters")
    path, why = PurePosixPath(info.filename.replace("\\", "/")), ""
    if path.is_absolute() or ".." in path.parts or ":" in info.filename.split("/")[0]:
        why = "a path that leads out of the archive"
    elif stat.S_ISLNK(info.external_attr >> 16):
        why = "a link"
    elif info.flag_bits & 1:
        why = "encrypted"
    elif info.compress_type not in _BOUNDED:
        why = "packed in another way than deflate; pack it again"
    return FileEntry(str(path), _reader(archive, info), info.file_size, why)


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    def read(most: int) -> bytes:
        with archive.open(info) as stream:
            return stream.read(most)

    return read
