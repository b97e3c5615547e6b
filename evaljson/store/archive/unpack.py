"""Reads the file of a workspace, and trusts nothing in it."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Table, insert

from evaljson.base import limits
from evaljson.base.limits import LimitValues
from evaljson.load.allowance import most_values
from evaljson.store import tables
from evaljson.store.archive.layout import (
    MANIFEST,
    TABLES,
    blob_name,
    checked_manifest,
    from_archive,
    refuse_beyond,
    rows_name,
)
from evaljson.store.errors import ArchiveError, StoreDamaged
from evaljson.store.migrate import HEAD
from evaljson.store.record_codec import from_bytes, sha256

_BATCH: Final = 500
"""Most rows that are inserted at once; fewer where they are long."""
_BATCH_BYTES: Final = 2**22
_ENCRYPTED: Final = 0x1


class Archive:
    """An open file whose entries are exactly those of its manifest."""

    def __init__(self, archive: zipfile.ZipFile, size: int) -> None:
        self._zip = archive
        self._limits: LimitValues = limits.current()
        if sum(info.compress_size for info in archive.infolist()) > size:
            raise ArchiveError("its parts overlap, which none that evaljson exported do.")
        self.manifest = self._manifest()
        names = [info.filename for info in archive.infolist()]
        wanted = {MANIFEST, *map(rows_name, self.manifest["rows"]), *map(blob_name, self.manifest["blobs"])}
        if len(names) != len(wanted) or set(names) != wanted:
            odd = sorted(set(names) ^ wanted)[:1] or ["a name that appears twice"]
            raise ArchiveError(f"the file does not hold what its manifest lists ({odd[0]!r:.80}).")

    def store_in(self, connection: Connection) -> None:
        """Insert everything into empty tables, and verify every hash. Raises ArchiveError."""
        for digest, entry in self.manifest["blobs"].items():
            data = self._read(blob_name(digest), entry["packed"])
            if sha256(data) != entry["sha256"]:
                raise ArchiveError(f"{blob_name(digest)} has another hash than the manifest says; export it again.")
            values = {"sha256": digest, "codec": entry["codec"], "size": entry["size"], "data": data}
            connection.execute(insert(tables.BlobRow), values)
        for table in TABLES:
            for batch in self._batches(table):
                connection.execute(insert(table), batch)

    def _batches(self, table: Table) -> Iterator[list[dict[str, Any]]]:
        entry, name = self.manifest["rows"][table.name], rows_name(table.name)
        digest, left, batch, count = hashlib.sha256(), entry["size"], list[dict[str, Any]](), 0
        longest, held = self._limits.archive_row, 0
        with self._open(name, entry["size"]) as stream:
            while line := stream.readline(min(left, longest) + 1):
                left -= len(line)
                if left < 0:
                    raise ArchiveError(f"{name} is longer than the manifest says.")
                if len(line) > longest:
                    raise ArchiveError(f"{name}: {self._limits.says('archive_row')}")
                digest.update(line)
                batch.append(from_archive(table, _json(line, name)))
                count, held = count + 1, held + len(line)
                if len(batch) == _BATCH or held > _BATCH_BYTES:
                    yield batch
                    batch, held = [], 0
        if (digest.hexdigest(), left, count) != (entry["sha256"], 0, entry["rows"]):
            raise ArchiveError(f"{name} has another hash or length than the manifest says; export it again.")
        if batch:
            yield batch

    def _manifest(self) -> dict[str, Any]:
        try:
            size = self._zip.getinfo(MANIFEST).file_size
        except KeyError as error:
            raise ArchiveError("this is not an export of an evaljson workspace: it has no manifest.json.") from error
        refuse_beyond("archive_manifest", size)
        return checked_manifest(_json(self._read(MANIFEST, size), MANIFEST), HEAD)

    def _read(self, name: str, size: int) -> bytes:
        with self._open(name, size) as stream:
            data: bytes = stream.read(size + 1)
        if len(data) != size:
            raise ArchiveError(f"{name} has another length than the manifest says.")
        return data

    @contextmanager
    def _open(self, name: str, size: int) -> Iterator[Any]:
        info = self._zip.getinfo(name)
        known = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        if info.file_size != size or info.flag_bits & _ENCRYPTED or info.compress_type not in known:
            raise ArchiveError(f"{name} is packed in a way that evaljson does not use.")
        if info.compress_type == zipfile.ZIP_STORED and info.compress_size != size:
            raise ArchiveError(f"{name} is packed in a way that evaljson does not use.")
        with self._zip.open(info) as stream:
            yield stream


@contextmanager
def opened(file: str | os.PathLike[str]) -> Iterator[Archive]:
    """Open the file. Raises ArchiveError for anything but an intact zip with a valid manifest."""
    try:
        about = os.stat(file)
        if not stat.S_ISREG(about.st_mode):  # a device may never end
            raise ArchiveError(f"{os.fspath(file)} is not a regular file; name the file that was exported.")
        with _DirectoryGuard(io.FileIO(file)) as stream, zipfile.ZipFile(stream) as archive:
            stream.is_open = True
            yield Archive(archive, about.st_size)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError) as error:
        message = f"{os.fspath(file)} is not a zip file, or a damaged one ({error}); export it again."
        raise ArchiveError(message) from error
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArchiveError(f"{os.fspath(file)} cannot be read ({why}).") from error


class _DirectoryGuard(io.BufferedReader):
    """A file whose list of files is bounded: the library reads all of it at once, before anyone can look."""

    is_open = False
    """Whether the list has been read."""

    def read(self, size: int | None = -1) -> bytes:
        """Read as usual. Raises ArchiveError for a list beyond its limit."""
        if not self.is_open and size is not None and size >= 0:
            refuse_beyond("archive_directory", size)
        return super().read(size)


def _json(data: bytes, name: str) -> Any:
    most = limits.current().archive_values
    if len(data) > most:  # a value takes a byte
        refuse_beyond("archive_values", most_values(data, most))
    try:
        return from_bytes(data)
    except StoreDamaged as error:
        raise ArchiveError(f"{name} holds something that is not JSON.") from error
