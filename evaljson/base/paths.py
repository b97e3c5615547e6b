"""Field paths: `items[3].price`, `items[].price`, `map.*`, `['odd.key']`.

The root is "". A key that holds `.`, `[`, `]` or a quote, that is empty, or that is `*`, is written in brackets and
quotes, so that no key can be mistaken for a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_ODD = re.compile(r"[.\[\]'\"]|^\*?$")
_STEP = re.compile(r"\['((?:[^'\\]|\\.)*)'\]|\[(-?\d*)\]|\.?([^.\[\]'\"]+)", re.DOTALL)


def key_step(key: str) -> str:
    """Write a key as a path step: bare, or `['odd.key']`."""
    if _ODD.search(key):
        escaped = key.replace("\\", "\\\\").replace("'", "\\'")
        return f"['{escaped}']"
    return key


def child(parent: str, key: str) -> str:
    """Return the path of `key` inside the object at `parent`."""
    return _append(parent, key_step(key))


def element(parent: str, index: int) -> str:
    """Return the path of an array element; unmatched extracted elements have negative indices."""
    return f"{parent}[{index}]"


def elements(parent: str) -> str:
    """Return the schema path of the elements of the array at `parent`."""
    return f"{parent}[]"


def entries(parent: str) -> str:
    """Return the schema path of the entries of the map at `parent`."""
    return _append(parent, "*")


def inside(parent: str, path: str) -> str:
    """Return the path, from the root on, of what is at `path` inside the value at `parent`."""
    return _append(parent, path) if path else parent


def is_below(path: str, above: str) -> bool:
    """Check whether a schema path is `above` or below it."""
    return above == "" or path == above or path.startswith((f"{above}.", f"{above}["))


def above(path: str) -> list[str]:
    """Return the path and all paths around it, the root first. Raises ValueError if the text is not a path."""
    ends, position = [""], 0
    while position < len(path):
        match = _STEP.match(path, position)
        if not match:
            raise ValueError(f"{path!r} is not a field path: cannot read {path[position:]!r}")
        position = match.end()
        ends.append(path[:position])
    return ends


def _append(parent: str, step: str) -> str:
    return f"{parent}.{step}" if parent and not step.startswith("[") else parent + step


def split(path: str) -> list[str | int | None]:
    """Split a path into steps: keys as str, indices as int, `[]` as None (a map's `*` stays the key "*").

    Raises ValueError if the text is not a path.
    """
    steps: list[str | int | None] = []
    for match in _matches(path):
        quoted, index, bare = match.groups()
        if quoted is not None:
            steps.append(re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL))
        elif index is not None:
            steps.append(int(index) if index else None)
        else:
            steps.append(bare)
    return steps


@lru_cache(maxsize=16_384)
def elements_above(path: str) -> tuple[str, ...]:
    """List the elements that a schema path or instance path leads through, the outermost first.

    `a[].b[].c` leads through `a[]` and `a[].b[]`. Raises ValueError if the text is not a path.
    """
    if "[" not in path:
        return ()
    return tuple(path[: match.end()] for match in _matches(path) if match.group(2) is not None)


def _matches(path: str) -> Iterator[re.Match[str]]:
    position = 0
    while position < len(path):
        match = _STEP.match(path, position)
        if not match:
            raise ValueError(f"{path!r} is not a field path: cannot read {path[position:]!r}")
        yield match
        position = match.end()
