"""A cache with a limit in bytes: what was not used for longest is dropped first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import islice
from threading import Lock
from typing import Any, TypeVar

V = TypeVar("V")
_SAMPLE = 25


class Bounded:
    """Values by key, each built once for all callers; shared by threads."""

    def __init__(self, limit: int, on_full: Callable[[], object] = bool) -> None:
        """`limit` in bytes. What was asked for last is held even where it alone is larger.

        `on_full` is called when the limit is reached for the first time, by the thread that does.
        """
        self._limit, self._on_full = limit, on_full
        self._held: dict[Hashable, tuple[Any, int]] = {}
        self._total = 0
        self._building: dict[Hashable, Lock] = {}
        self._lock = Lock()
        self._was_full = False

    @property
    def size(self) -> int:
        """Bytes held, as those who put them in said."""
        with self._lock:
            return self._total

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._held

    def get(self, key: Hashable, build: Callable[[], V], size: Callable[[V], int]) -> V:
        """Return the value under the key, else build it; it takes `size` bytes. Raises what `build` raises."""
        with self._lock:
            if key in self._held:
                return self._asked(key)  # type: ignore[no-any-return]
            mine = self._building.setdefault(key, Lock())
        with mine:
            with self._lock:
                if key in self._held:
                    return self._asked(key)  # type: ignore[no-any-return]
            try:
                built = build()
                with self._lock:
                    self._hold(key, built, size(built))
                return built
            finally:
                with self._lock:
                    self._building.pop(key, None)

    def touch(self, key: Hashable) -> None:
        """Count as used now, if it is in the cache."""
        with self._lock, suppress(KeyError):
            self._asked(key)

    def _asked(self, key: Hashable) -> Any:
        self._held[key] = self._held.pop(key)
        return self._held[key][0]

    def _hold(self, key: Hashable, value: Any, size: int) -> None:
        # After a build that failed, two threads may build the value at once: the second takes the place of the first.
        self._total += size - self._held.pop(key, (None, 0))[1]
        self._held[key] = value, size
        if self._total > self._limit and not self._was_full:
            self._was_full = True
            self._on_full()
        while self._total > self._limit and len(self._held) > 1:
            self._total -= self._held.pop(next(iter(self._held)))[1]


def size_of_records(records: Sequence[Any]) -> int:
    """Estimate the bytes of JSON records in memory from some of them."""
    if not records:
        return 0
    some = records[:: max(1, len(records) // _SAMPLE)]
    return sum(map(_size, some)) * len(records) // len(some)


def size_of(value: Any, depth: int = 4) -> int:
    """Estimate the bytes of any value in memory, from some of what it holds; what others hold too counts again."""
    held = getattr(value, "nbytes", None)
    if isinstance(held, int):
        return held
    if isinstance(value, dict):
        parts = (_of_some([*islice(part, _SAMPLE)], len(value), depth) for part in (value.keys(), value.values()))
        return sys.getsizeof(value) + sum(parts)
    if isinstance(value, list | tuple):
        return sys.getsizeof(value) + _of_some(value[:: max(1, len(value) // _SAMPLE)], len(value), depth)
    if isinstance(value, set | frozenset):
        return sys.getsizeof(value) + _of_some([*islice(value, _SAMPLE)], len(value), depth)
    if is_dataclass(value):
        held_in = [getattr(value, one.name, None) for one in fields(value)]
        return sys.getsizeof(value) + (sum(size_of(one, depth - 1) for one in held_in) if depth else 0)
    return sys.getsizeof(value)


def _of_some(some: Sequence[Any], count: int, depth: int) -> int:
    """Return the bytes of `count` values like some of them."""
    if not depth or not some:
        return 0
    return sum(size_of(one, depth - 1) for one in some) * count // len(some)


def _size(value: Any) -> int:
    """Return the bytes of one record with all its values; texts that others share count for each."""
    total, left = 0, [value]
    while left:
        item = left.pop()
        total += sys.getsizeof(item)
        if isinstance(item, dict):
            left.extend(item.values())  # keys are shared by all records
        elif isinstance(item, list):
            left.extend(item)
    return total
