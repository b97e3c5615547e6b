"""Where a walk through a value is: links from each level to the one above, written as a path only where it is needed.

A path at every level would take memory that grows with depth times length: a reply of 240 KB took 6 GB.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from evaljson.base.paths import child, element

LONGEST: Final = 1000
"""Characters of a path that are shown."""
Trail: TypeAlias = "tuple[Trail, str | int] | None"
"""The trail of the container and the step inside it; None where the walk began."""


def path_of(trail: Trail, start: str = "") -> str:
    """Write a trail as a path below `start`, for people: a key of a megabyte is shortened."""
    steps: list[str | int] = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return path_along(reversed(steps), start)


def path_along(steps: Iterable[str | int], start: str = "") -> str:
    """Write keys and indices as a path below `start`."""
    path = start
    for step in steps:
        path = element(path, step) if isinstance(step, int) else child(path, step)
    return path if len(path) <= LONGEST else f"{path[: LONGEST // 2]}…{path[-LONGEST // 2 :]}"
