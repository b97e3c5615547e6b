"""Unpack gzip piece by piece, so that a zip bomb hits the limit before it fills the memory."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator

from evaljson.base.errors import LoadError
from evaljson.load.byte_limit import ByteLimit

GZIP = b"\x1f\x8b"

_GZIP_WINDOW = 31  # zlib's number for "expect a gzip header and check the sum at the end"
_FIRST_SLICE = 1 << 9
"""Bytes that are fed first: a file may have millions of tiny members."""
_SLICE = 1 << 16
_PIECE = 1 << 20
_ZEROS = re.compile(rb"\0*")


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
    unpacker, at, size = zlib.decompressobj(wbits=_GZIP_WINDOW), 0, _FIRST_SLICE
    while True:
        fed = packed[at : at + size]
        piece = unpacker.decompress(fed, _PIECE)
        at += len(fed) - len(unpacker.unconsumed_tail) - len(unpacker.unused_data)
        yield piece
        if unpacker.eof:
            at = _after_padding(packed, at)
            if at == len(packed):
                return
            if not packed.startswith(GZIP, at):
                raise EOFError(f"{len(packed) - at:,} bytes after the end of the gzip data are not read.")
            unpacker, size = zlib.decompressobj(wbits=_GZIP_WINDOW), _FIRST_SLICE
        elif not fed and not piece:
            raise EOFError("the gzip data breaks off, so the end of the file is missing; transfer it again.")
        else:
            size = min(2 * size, _SLICE)


def _after_padding(packed: bytes, at: int) -> int:
    """Return where the zeros end that may follow a member."""
    match = _ZEROS.match(packed, at)
    assert match is not None  # it matches no bytes too
    return match.end()
