"""Caches verdicts, so that none is paid for twice."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from evaljson.judge.prompt import PROMPT_VERSION


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """A language model's verdict on one pair of values."""

    score: float
    """0..1: the score of the step of the scale that it chose."""
    reason: str
    """Short, in the model's words. Untrusted text: escape it where it is shown."""
    model: str
    """The name of the model in the request."""
    tokens_in: int = 0
    """This pair's share of the request's tokens; the shares of a request add up to its total."""
    tokens_out: int = 0
    prompt: str = PROMPT_VERSION
    """The version of the prompt that it answers."""


class Cache(Protocol):
    """Stores verdicts. A key is the sha256, in hex, of everything a verdict depends on.

    Called from one thread at a time. `write` is called as each response arrives; if the cache outlives the process, it
    is durable when it returns. Failures are never written. An existing key keeps its verdict.
    """

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Return the stored verdicts of these keys, by key."""

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Store verdicts by key."""


class MemoryCache:
    """Stores verdicts as long as the process lives; may be shared by judges and threads."""

    def __init__(self) -> None:
        self._verdicts: dict[str, JudgeVerdict] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._verdicts)

    def read(self, keys: Sequence[str]) -> dict[str, JudgeVerdict]:
        """Return the stored verdicts of these keys, by key."""
        with self._lock:
            return {key: self._verdicts[key] for key in keys if key in self._verdicts}

    def write(self, verdicts: Mapping[str, JudgeVerdict]) -> None:
        """Store verdicts by key; an existing key keeps its verdict."""
        with self._lock:
            for key, verdict in verdicts.items():
                self._verdicts.setdefault(key, verdict)

    def clear(self) -> None:
        """Remove all verdicts."""
        with self._lock:
            self._verdicts.clear()
