"""Splits many keys into chunks that fit into one query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

_KEYS_PER_QUERY: Final = 1_000
"""SQLite allows 32,766 values in one query."""


def key_chunks(keys: Iterable[str], size: int = _KEYS_PER_QUERY) -> Iterator[list[str]]:
    """Yield the distinct keys, at most `size` at a time."""
    distinct = iter(dict.fromkeys(keys))
    while chunk := list(islice(distinct, size)):
        yield chunk
