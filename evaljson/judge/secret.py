"""A key in memory, which finds no way out: not into a repr, an error, a pickle or what an endpoint echoes."""

from __future__ import annotations

from typing import Any, NoReturn
from urllib.parse import quote

HIDDEN = "[key]"
_SHORTEST = 6
"""Characters from which on it is looked for in texts: endpoints that want no key are given any word for one."""


class Secret:
    """A key. Only `reveal` gives it away."""

    __slots__ = ("_key",)

    def __init__(self, key: str) -> None:
        self._key = key

    def reveal(self) -> str:
        """The key itself, for the client that sends it."""
        return self._key

    def redacted(self, text: str) -> str:
        """The text without the key, however an endpoint may have written it."""
        if len(self._key) < _SHORTEST:
            return text
        for form in {self._key, quote(self._key, safe=""), repr(self._key)[1:-1]}:
            text = text.replace(form, HIDDEN)
        return text

    def __repr__(self) -> str:
        return HIDDEN

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key is never written anywhere: make the judge in the process that asks it")

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Secret:
        return self
