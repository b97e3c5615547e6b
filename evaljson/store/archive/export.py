"""Exports a workspace to one file, as it is at one moment; writers go on meanwhile."""

from __future__ import annotations

import hashlib
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, Table, select

from evaljson._version import __version__
from evaljson.base.replaced_file import replacing
from evaljson.store import tables
from evaljson.store.actor import Actor
from evaljson.store.archive.layout import (
    FORMAT,
    MANIFEST,
    TABLES,
    VERSION,
    WORKSPACE,
    blob_name,
    exported,
    rows_name,
    to_archive,
)
from evaljson.store.audit_log import note
from evaljson.store.blobs import fetch
from evaljson.store.engine import Database
from evaljson.store.errors import StoreError
from evaljson.store.migrate import HEAD
from evaljson.store.record_codec import sha256, to_bytes

_FIXED_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every entry, so that the same workspace gives the same file."""


@dataclass(frozen=True, slots=True)
class Exported:
    """How much the file holds."""

    evaluations: int
    datasets: int
    runs: int
    blobs: int
    bytes: int
    """Of the file."""


def export(database: Database, file: str | os.PathLike[str], by: Actor) -> Exported:
    """Write the file, and note for the audit who took it; if that fails, an existing file stays unchanged.

    Raises StoreError.
    """
    target = Path(file)
    try:
        with replacing(target, private=True) as part:  # other users of the machine must not read the records
            rows, blobs = _write(database, part)
            with database.writing() as connection:  # no file without its entry
                note(connection, by.name, "exported", None, {"what": WORKSPACE}, proof=by.proof)
        size = target.stat().st_size
    except OSError as error:
        raise StoreError(f"{target} cannot be written ({error.strerror}); nothing was exported.") from error
    return Exported(
        evaluations=rows["evaluations"]["rows"],
        datasets=rows["datasets"]["rows"],
        runs=rows["runs"]["rows"],
        blobs=len(blobs),
        bytes=size,
    )


def _write(database: Database, part: IO[bytes]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write the archive as of one moment; return what its manifest says of rows and of blobs."""
    with zipfile.ZipFile(part, "w") as archive, database.reading() as connection:
        rows = {table.name: _write_rows(archive, connection, table) for table in TABLES}
        digests = connection.execute(select(tables.BlobRow.sha256).order_by(tables.BlobRow.sha256)).scalars().all()
        blobs = {digest: _write_blob(archive, connection, digest) for digest in digests}
        versions = {"format": FORMAT, "version": VERSION, "layout": HEAD, "evaljson": __version__}
        manifest = {**versions, "rows": rows, "blobs": blobs}
        archive.writestr(_entry(MANIFEST, zipfile.ZIP_DEFLATED), to_bytes(manifest))
    return rows, blobs


def _entry(name: str, packing: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.compress_type = packing
    info.create_system = 3
    info.external_attr = 0o600 << 16
    return info


def _write_rows(archive: zipfile.ZipFile, connection: Connection, table: Table) -> dict[str, Any]:
    digest, size, count = hashlib.sha256(), 0, 0
    query = exported(table).execution_options(yield_per=500)
    with archive.open(_entry(rows_name(table.name), zipfile.ZIP_DEFLATED), "w", force_zip64=True) as stream:
        for row in connection.execute(query).mappings():
            line = to_bytes(to_archive(dict(row))) + b"\n"
            stream.write(line)
            digest.update(line)
            size, count = size + len(line), count + 1
    return {"rows": count, "size": size, "sha256": digest.hexdigest()}


def _write_blob(archive: zipfile.ZipFile, connection: Connection, digest: str) -> dict[str, Any]:
    packed = fetch(connection, digest)
    archive.writestr(_entry(blob_name(digest), zipfile.ZIP_STORED), packed.data)
    return {"codec": packed.codec, "size": packed.size, "packed": len(packed.data), "sha256": sha256(packed.data)}
