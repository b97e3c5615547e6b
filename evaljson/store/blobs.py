"""Stores bytes under the hash of their unpacked content: packed before a transaction, put and fetched inside one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, select

from evaljson.store.errors import StoreDamaged, StoreError
from evaljson.store.record_codec import sha256
from evaljson.store.rows import build, columns_for, insert_missing
from evaljson.store.tables import BlobRow

MAX_PACKED: Final = 900 * 2**20
"""Bytes; one value of either database can hold a little more."""
MAX_UNPACKED: Final = 2 * 2**30
"""Bytes of content: readers hold all of it in memory."""
_CHUNK: Final = 2**20


@dataclass(frozen=True, slots=True)
class Packed:
    """Compressed bytes, ready to be stored."""

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
            f"in one file ({MAX_UNPACKED:,} and {MAX_PACKED:,}); split the file."
        )
    return Packed(sha256(content), codec, len(content), data)


def unpacked(packed: Packed) -> Iterator[bytes]:
    """Yield the content in pieces, never more than its size. Raises StoreDamaged if size or hash are wrong."""
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
    """Store the bytes unless they exist, and return their hash. Two writers at once end with one blob."""
    values = {"sha256": packed.sha256, "codec": packed.codec, "size": packed.size, "data": packed.data}
    # Without this query, the bytes would travel to the server to be thrown away there.
    if connection.execute(_hash_query(), {"of_blob": packed.sha256}).first() is None:
        connection.execute(insert_missing(connection, BlobRow), values)
    return packed.sha256


def fetch(connection: Connection, digest: str) -> Packed:
    """Read stored bytes, still packed. Raises StoreDamaged if there are none."""
    row = connection.execute(_query(), {"of_blob": digest}).mappings().first()
    if row is None:
        raise StoreDamaged(f"blob {digest[:12]} is missing; `evaljson workspace check` says what it belongs to.")
    return build(Packed, {**row, "data": bytes(row["data"])})


def content_of(packed: Packed) -> bytes:
    """Return all of the content, verified. Raises StoreDamaged."""
    return b"".join(unpacked(packed))


@cache
def _query() -> Select[Any]:
    """Built once, as the next one: that takes longer than reading a small blob."""
    return select(*columns_for(Packed, BlobRow)).where(BlobRow.sha256 == bindparam("of_blob"))


@cache
def _hash_query() -> Select[Any]:
    return select(BlobRow.sha256).where(BlobRow.sha256 == bindparam("of_blob"))
