"""Read a stream up to a limit: some never end, such as /dev/zero, and their size says nothing."""

from __future__ import annotations

import io
import os
from typing import Any, BinaryIO

_PIECE = 1 << 20


def read_file(stream: BinaryIO, most: int) -> bytes:
    """Return what an open file holds; more than `most` bytes if it holds more. Raises OSError, MemoryError."""
    expected = min(os.fstat(stream.fileno()).st_size, most)
    # In one piece where the size is known, so that no byte is copied; pipes and devices say 0.
    first = stream.read(expected + 1)
    return first if len(first) <= expected else _joined(stream, first, most)


def read_stream(stream: Any, most: int) -> Any:
    """Return what a file-like object holds, as bytes; more than `most` bytes if it holds more.

    Whatever a `read` gives that is neither bytes nor text is returned as it is. Raises what the object raises.
    """
    try:
        first = stream.read(_PIECE)
    except TypeError:  # a read() that takes no size gives all at once
        first = stream.read()
        return first.encode("utf-8", "surrogatepass") if isinstance(first, str) else first
    return _joined(stream, first, most) if isinstance(first, bytes | bytearray | memoryview | str) else first


def _joined(stream: Any, first: Any, most: int) -> bytes:
    """Read on in pieces until the end, or until there is more than `most`."""
    whole, piece = io.BytesIO(), first
    while piece:
        whole.write(piece.encode("utf-8", "surrogatepass") if isinstance(piece, str) else piece)
        if whole.tell() > most:
            break
        piece = stream.read(_PIECE)
    return whole.getvalue()
