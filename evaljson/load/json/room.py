"""Makes sure that there is memory for what orjson does with large texts: where its memory runs out, Python crashes.

What is asked for here is given back at once and never touched, so it costs no time and no memory.
"""

from __future__ import annotations

from typing import Final

from evaljson.load.allowance import marks

_LARGE: Final = 1 << 23
"""Bytes of a text below which nothing is checked."""
_PER_BYTE: Final = 12
"""What orjson reserves for each byte that it reads."""
_PER_VALUE: Final = 110
"""Bytes of a small object in CPython 3.11; most values take less."""
_MANY: Final = 4_000_000
"""Values that may be written at once: orjson reserves 256 bytes for each element of a list, so a gigabyte."""


def check_room(text: bytes) -> None:
    """Raise MemoryError if there is not enough memory to read a text."""
    if len(text) > _LARGE:
        held = bytes(_PER_BYTE * len(text)), bytes(_PER_VALUE * marks(text))  # a bytearray would be filled
        del held


def holds_too_many(text: bytes) -> bool:
    """Check whether a text may hold too many values to be written at once."""
    return len(text) // 2 > _MANY and marks(text) > _MANY
