"""How large a dropped file may be, said alike by each drop zone."""

from __future__ import annotations

from evaljson.base import limits


def largest_file() -> int:
    """Return the megabytes that a dropped file may have, which the zone shows as they are: 128 for 128 MiB, as the docs
    have it. A browser that takes a megabyte for a million bytes refuses a little less than what would be read."""
    return max(1, limits.current().source_bytes >> 20)
