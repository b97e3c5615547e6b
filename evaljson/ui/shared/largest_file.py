"""How large a dropped file may be, said alike by each drop zone."""

from __future__ import annotations

from evaljson.base import limits


def largest_file() -> int:
    """Return the megabytes that a dropped file may have: none that is larger would be read."""
    return max(1, -(-limits.current().source_bytes // 1_000_000))
