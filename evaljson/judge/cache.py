"""Verdicts that were paid for, so that nobody pays for them again."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """What a language model said about one pair of values, once."""

    score: float
    """0..1: the score of the step of the scale that it chose."""
    reason: str
    """Short, in the model's words. Foreign text: escape it where it is shown."""
    model: str
    """The model that was asked, by the name it was asked for."""
    tokens_in: int = 0
    """This pair's share of the request's tokens; the shares of a request add up to what it used."""
    tokens_out: int = 0


class Cache(Protocol):
    """Where verdicts are kept. A key is the sha256, in hex, of all that a verdict depends on.

    Called from one thread at a time. `write` is called as each response arrives, and is durable when it returns where
    the cache outlives the process. Failures are never written. A key that is there already keeps its verdict.
    """

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Those of the keys that are known, with their verdicts."""

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Keep verdicts by key."""


class MemoryCache:
    """Keeps verdicts as long as the process lives; may be shared by judges and threads."""

    def __init__(self) -> None:
        self._verdicts: dict[str, JudgeVerdict] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._verdicts)

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Those of the keys that are known, with their verdicts."""
        with self._lock:
            return {key: self._verdicts[key] for key in keys if key in self._verdicts}

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Keep verdicts by key; a key that is there already keeps its verdict."""
        with self._lock:
            for key, verdict in verdicts.items():
                self._verdicts.setdefault(key, verdict)

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._verdicts.clear()
