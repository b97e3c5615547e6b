"""Many keys in few queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

_AT_ONCE: Final = 1_000
"""Keys per query: SQLite allows 32,766 values in one."""


def chunks(keys: Iterable[str], size: int = _AT_ONCE) -> Iterator[list[str]]:
    """The distinct keys, `size` at a time."""
    rest = iter(dict.fromkeys(keys))
    while some := list(islice(rest, size)):
        yield some
