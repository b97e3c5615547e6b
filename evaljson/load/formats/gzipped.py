"""Unpack gzip piece by piece, so that a zip bomb hits the limit before it fills the memory."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator

from evaljson.base.errors import LoadError
from evaljson.load.byte_limit import ByteLimit

GZIP = b"\x1f\x8b"

_GZIP_WINDOW = 31  # zlib's number for "expect a gzip header and check the sum at the end"
_SLICE = 1 << 16
_PIECE = 1 << 20


def unpack(packed: bytes, name: str, limit: ByteLimit) -> tuple[bytes, str | None]:
    """Return the unpacked bytes, and what is wrong with the end of the packed data if everything before it is intact.

    Raises LoadError beyond the limit, and if the data is damaged.
    """
    out = io.BytesIO()
    try:
        for piece in _pieces(packed):
            out.write(piece)
            limit.check(out.tell(), name)
    except EOFError as error:
        return out.getvalue(), str(error)
    except zlib.error as error:
        raise LoadError(f"{name}: the gzip data is damaged ({error}); pack or transfer it again.") from error
    return out.getvalue(), None


def _pieces(packed: bytes) -> Iterator[bytes]:
    """Unpack all gzip members in pieces of bounded size. Raises EOFError for a wrong end of the data."""
    unpacker, at = zlib.decompressobj(wbits=_GZIP_WINDOW), 0
    while True:
        fed = packed[at : at + _SLICE]
        piece = unpacker.decompress(fed, _PIECE)
        at += len(fed) - len(unpacker.unconsumed_tail) - len(unpacker.unused_data)
        yield piece
        if unpacker.eof:
            while packed.startswith(b"\0", at):  # padding between members
                at += 1
            if at == len(packed):
                return
            if not packed.startswith(GZIP, at):
                raise EOFError(f"{len(packed) - at:,} bytes after the end of the gzip data are not read.")
            unpacker = zlib.decompressobj(wbits=_GZIP_WINDOW)
        elif not fed and not piece:
            raise EOFError("the gzip data breaks off, so the end of the file is missing; transfer it again.")
