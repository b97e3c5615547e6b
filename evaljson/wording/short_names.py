"""Long names, made short where a table or a label has little room."""

from __future__ import annotations

from collections.abc import Sequence


def shortened(name: str, most: int) -> str:
    """Shorten a long name in the middle: names with the same start stay distinct."""
    line = " ".join(name.split())
    if len(line) <= most:
        return line
    end = (most - 1) // 2
    return f"{line[: most - 1 - end]}…{line[len(line) - end :]}"


def told_apart(names: Sequence[str], most: int) -> list[str]:
    """Shorten names that are read together; as they are if two would then read alike."""
    short = [shortened(name, most) for name in names]
    return short if len(set(short)) == len(set(names)) else list(names)
