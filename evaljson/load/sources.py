"""Read any source as UTF-8 bytes: path, bytes or upload; unpack gzip, recode UTF-16 and UTF-32."""

from __future__ import annotations

import codecs
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.load.bounded_read import read_file, read_stream
from evaljson.load.byte_limit import ByteLimit
from evaljson.load.formats.gzipped import GZIP, unpack

MAX_BYTES = DEFAULTS.source_bytes
"""Limit for the unpacked bytes of a source outside of the app, unless it is set."""

ZIP = b"PK\x03\x04"
PARQUET = b"PAR1"

_FOREIGN = {
    ZIP: "a zip archive or a spreadsheet",
    PARQUET: "a Parquet file",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"%PDF": "a PDF",
    b"\x89PNG": "an image",
    GZIP: "gzip inside gzip",
}
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = {
    codecs.BOM_UTF8: "UTF-8",
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


@runtime_checkable
class Readable(Protocol):
    """A file-like object, such as an upload."""

    def read(self) -> bytes | str: ...


Source = str | os.PathLike[str] | bytes | bytearray | memoryview | Readable


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of a source, ready to be parsed."""

    data: bytes
    """UTF-8 without a byte order mark, except for stray bytes that are not UTF-8."""
    name: str
    sha256: str
    """Of the unpacked bytes, before recoding."""
    skipped: int
    """Bytes of the byte order mark before `data`."""
    packing: str
    """" in gzip, UTF-16", or ""."""
    broken: str | None
    """What is wrong with the end of the packed data, if it could be read up to there."""


@dataclass(frozen=True, slots=True)
class Raw:
    """The bytes of a source as they are, with gzip unpacked."""

    data: bytes
    name: str
    packing: tuple[str, ...]
    broken: str | None


def read_content(source: Source, name: str | None, limit: ByteLimit) -> Content:
    """Read, unpack and recode. Raises LoadError if there is nothing to parse."""
    return content_of(read_raw(source, name, limit))


def read_raw(source: Source, name: str | None, limit: ByteLimit) -> Raw:
    """Read, and unpack gzip. Raises LoadError if there is nothing to read, or too much."""
    raw, own_name = _read(source, limit)
    name = name or own_name
    limit.check(len(raw), name)
    if not raw.startswith(GZIP) and raw != GZIP[:1]:  # a file that breaks off may have one byte of its mark
        return Raw(raw, name, (), None)
    unpacked, broken = unpack(raw, name, limit)
    return Raw(unpacked, name, ("gzip",), broken)


def content_of(source: Raw) -> Content:
    """Recode to UTF-8. Raises LoadError if it is not text."""
    raw, name, packing = source.data, source.name, list(source.packing)
    for magic, what in _FOREIGN.items():
        if raw.startswith(magic):
            raise LoadError(f"{name}: this is {what}, not JSON; unpack or convert it first.")
    sha256 = hashlib.sha256(raw).hexdigest()
    data, mark = _recode(raw, name)
    if mark:
        packing.append(_MARKS[mark])
    skipped = len(mark) if mark == codecs.BOM_UTF8 else 0
    return Content(data, name, sha256, skipped, " in " + ", ".join(packing) if packing else "", source.broken)


def _read(source: Source, limit: ByteLimit) -> tuple[bytes, str]:
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source), "bytes"
    if isinstance(source, Readable):
        return _read_stream(source, limit)
    if not isinstance(source, str | os.PathLike):
        raise LoadError(f"a source is a path, bytes or a file-like object, not {type(source).__qualname__}.")
    path = Path(source)
    shown = path.name or str(path)
    try:
        with path.open("rb") as stream:
            limit.check(os.fstat(stream.fileno()).st_size, shown)
            return read_file(stream, limit.most), shown
    except LoadError:
        raise
    except FileNotFoundError as error:
        raise LoadError(f"{shown}: no such file; a string is taken as a path, so pass JSON text as bytes.") from error
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise LoadError(f"{shown[:80]!r} cannot be read: {why}.") from error


def _read_stream(stream: Any, limit: ByteLimit) -> tuple[bytes, str]:
    """Read from the beginning if the stream can seek: an upload is often read more than once."""
    name = getattr(stream, "name", None)
    shown = os.path.basename(name) if isinstance(name, str) else "upload"
    try:
        if hasattr(stream, "seekable") and stream.seekable():
            stream.seek(0)
        content = read_stream(stream, limit.most)
    except (OSError, ValueError) as error:  # ValueError: a closed stream, or text that its own encoding refuses
        raise LoadError(f"{shown} cannot be read: {error}.") from error
    if isinstance(content, bytes | bytearray | memoryview):
        return bytes(content), shown
    raise LoadError(f"{shown}: read() returned {type(content).__qualname__}, not bytes or text.")


def _recode(raw: bytes, name: str) -> tuple[bytes, bytes]:
    """Return the text as UTF-8 without a byte order mark, and the mark it had."""
    mark = next((mark for mark in _MARKS if raw.startswith(mark)), b"")
    if not mark:
        if b"\0" in raw[:4]:
            raise LoadError(f"{name}: UTF-16 or UTF-32 without a byte order mark, or not text; save it as UTF-8.")
        return raw, mark
    if mark == codecs.BOM_UTF8:
        return raw[len(mark) :], mark
    try:
        return raw.decode(_MARKS[mark]).encode(), mark
    except UnicodeDecodeError as error:
        what = f"byte {error.start:,} is not {_MARKS[mark]}, though the byte order mark says so"
        raise LoadError(f"{name}: {what}; save the file as UTF-8.") from error
