"""Long names and messages, made short where a table, a label or a sentence has little room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

OF_MESSAGE: Final = 80
"""Characters of the message of a version of the schema that sentences and lists have at most."""
_END_OF_WORD: Final = re.compile(r"[_\- /]+")


def shortened(name: str, most: int) -> str:
    """Shorten a long name in the middle: names with the same start stay distinct."""
    line = " ".join(name.split())
    if len(line) <= most:
        return line
    end = (most - 1) // 2
    return f"{line[: most - 1 - end]}…{line[len(line) - end :]}"


def is_long(text: str, most: int) -> bool:
    """Check whether `begun` leaves something out."""
    return len(" ".join(text.split())) > most


def begun(text: str, most: int) -> str:
    """Return the beginning of a long text in one line, to the end of a word: what people write begins with the point.

    A word that takes up half of it is cut.
    """
    line = " ".join(text.split())
    if not is_long(line, most):
        return line
    end = line.rfind(" ", most // 2, most)
    return f"{line[: end if end >= 0 else most - 1].rstrip(' ,;:.')}…"


def shortened_path(path: str, most: int) -> str:
    """Shorten a long path so that more of its end is left: fields beside each other differ there."""
    if len(path) <= most:
        return path
    start = (most - 1) // 3
    return f"{path[:start]}…{path[len(path) - (most - 1 - start) :]}"


def told_apart(names: Sequence[str], most: int) -> list[str]:
    """Shorten names that are read together, first by words that all begin with; if two would read alike, not at all."""
    lines = [" ".join(name.split()) for name in names]
    longest = max(map(len, lines), default=0)
    if longest <= most:
        return lines
    ends = _ends_of_words(lines)
    begin = next((end for end in ends if 1 + longest - end <= most), ends[-1] if ends else 0)
    short = [shortened(f"…{line[begin:]}" if begin > 1 else line, most) for line in lines]
    return short if len(set(short)) == len(set(names)) else list(names)


def _ends_of_words(names: Sequence[str]) -> list[int]:
    """Return where each of the whole words ends that all of several names begin with."""
    least, most = min(names), max(names)  # all others begin with what these two do
    if least == most:
        return []
    same = next((at for at, pair in enumerate(zip(least, most, strict=False)) if pair[0] != pair[1]), len(least))
    return [found.end() for found in _END_OF_WORD.finditer(least[:same])]
