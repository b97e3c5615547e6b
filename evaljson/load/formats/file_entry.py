"""One file of a folder or archive, before it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file, or a folder that is not looked into."""

    name: str
    """The path from the top, with slashes; that of a folder ends with one. Empty for what has no name."""
    read: Callable[[int], bytes]
    """Reads at most so many bytes. Raises what reading raises."""
    size: int = 0
    """Bytes that it says it has; it may have more."""
    refused: str = ""
    """Why it must not or cannot be read; empty if it may be."""
    is_folder: bool = False
    """Whether it is a folder, so that nobody knows how many records are in it."""


def no_bytes(_: int) -> bytes:
    """Read nothing: for what is refused."""
    return b""
