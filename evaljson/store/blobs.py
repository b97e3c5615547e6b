"""Bytes under the hash of their unpacked content: packed outside of a transaction, put and fetched inside of one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from evaljson.store.errors import StoreDamaged, StoreError
from evaljson.store.record_codec import sha256
from evaljson.store.tables import BlobRow

MAX_PACKED: Final = 900 * 2**20
"""Bytes that one value of either database can hold, with room to spare."""
MAX_UNPACKED: Final = 2 * 2**30
"""Bytes of content: whoever reads it holds all of it in memory."""
_CHUNK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Packed:
    """Bytes, ready to be stored."""

    sha256: str
    """Of the bytes before packing."""
    codec: str
    """"zstd" or "raw"."""
    size: int
    """Bytes before packing."""
    data: bytes


def pack(content: bytes) -> Packed:
    """Hash and compress. Raises StoreError for more than a database can hold in one value."""
    import pyarrow

    packed: bytes = pyarrow.compress(content, codec="zstd", asbytes=True) if content else b""
    codec, data = ("zstd", packed) if len(packed) < len(content) else ("raw", content)
    if len(data) > MAX_PACKED or len(content) > MAX_UNPACKED:
        raise StoreError(
            f"{len(content):,} bytes of records, {len(data):,} when compressed, are more than the store can hold "
            f"at once ({MAX_UNPACKED:,} and {MAX_PACKED:,}); split the file."
        )
    return Packed(sha256(content), codec, len(content), data)


def unpacked(packed: Packed) -> Iterator[bytes]:
    """The content in pieces, never more than it says. Raises StoreDamaged where it is not what it says it is."""
    digest, left = hashlib.sha256(), packed.size
    for piece in _pieces(packed):
        left -= len(piece)
        if left < 0:
            raise _damaged(packed, "is longer than it says")
        digest.update(piece)
        yield piece
    if left:
        raise _damaged(packed, "is shorter than it says")
    if digest.hexdigest() != packed.sha256:
        raise _damaged(packed, "has another hash than its name")


def _pieces(packed: Packed) -> Iterator[bytes]:
    if packed.codec == "raw":
        yield packed.data
        return
    if packed.codec != "zstd":
        raise StoreDamaged(f"blob {packed.sha256[:12]} is packed by {packed.codec!r}, which this version cannot read.")
    import pyarrow

    try:
        with pyarrow.CompressedInputStream(pyarrow.BufferReader(packed.data), "zstd") as stream:
            while piece := stream.read(_CHUNK):
                yield piece
    except OSError as error:
        raise _damaged(packed, f"cannot be unpacked ({error})") from error


def _damaged(packed: Packed, what: str) -> StoreDamaged:
    return StoreDamaged(f"blob {packed.sha256[:12]} {what}; `evaljson workspace check` says what it belongs to.")


def put(connection: Connection, packed: Packed) -> str:
    """Store the bytes unless they are there; gives their hash. Two writers at once end with one blob."""
    values = {"sha256": packed.sha256, "codec": packed.codec, "size": packed.size, "data": packed.data}
    # Without this look, the bytes would travel to the server to be thrown away there.
    if connection.execute(select(BlobRow.sha256).where(BlobRow.sha256 == packed.sha256)).first() is None:
        connection.execute(insert_missing(connection, BlobRow), values)
    return packed.sha256


def insert_missing(connection: Connection, model: type) -> postgresql.Insert | sqlite.Insert:
    """An insert that leaves rows alone that are there already, whoever put them there and when."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(model).on_conflict_do_nothing()
    return sqlite.insert(model).on_conflict_do_nothing()


def fetch(connection: Connection, digest: str) -> Packed:
    """The stored bytes, still packed. Raises StoreDamaged where there are none."""
    columns = (BlobRow.sha256, BlobRow.codec, BlobRow.size, BlobRow.data)
    row = connection.execute(select(*columns).where(BlobRow.sha256 == digest)).first()
    if row is None:
        raise StoreDamaged(f"blob {digest[:12]} is missing; `evaljson workspace check` says what it belongs to.")
    return Packed(row.sha256, row.codec, row.size, bytes(row.data))


def content_of(packed: Packed) -> bytes:
    """All of the content, verified. Raises StoreDamaged."""
    return b"".join(unpacked(packed))
