"""A file to write to whose bytes are taken away in pieces, so that they never lie in memory together."""

from __future__ import annotations

import io


class BytePieces(io.RawIOBase):
    """Keeps what is written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._held = bytearray()
        self._taken = 0

    def writable(self) -> bool:
        """Say yes."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # of what is given, bytes are enough
        """Keep the bytes."""
        self._held += data
        return len(data)

    def tell(self) -> int:
        """Count all bytes so far."""
        return self._taken + len(self._held)

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        data = bytes(self._held)
        self._taken += len(data)
        self._held.clear()
        return data
