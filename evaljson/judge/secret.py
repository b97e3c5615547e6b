"""Keeps a key in memory and out of every repr, error, pickle and echo of an endpoint."""

from __future__ import annotations

from typing import Any, NoReturn
from urllib.parse import quote

HIDDEN = "[key]"
_SHORTEST = 6
"""Shorter keys are not removed from texts: they are any word, for endpoints that need no key."""


class Secret:
    """A key. Only `reveal` returns it."""

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key

    def reveal(self) -> str:
        """Return the key itself, for the client that sends it."""
        return self._key

    def redacted(self, text: str) -> str:
        """Remove the key from a text, however an endpoint may have written it."""
        if len(self._key) < _SHORTEST:
            return text
        for form in {self._key, quote(self._key, safe=""), repr(self._key)[1:-1]}:
            text = text.replace(form, HIDDEN)
        return text

    def __repr__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is never written anywhere: create the judge in the process that asks it")

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Secret:
        return self
