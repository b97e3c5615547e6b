"""What this computer has, for limits that follow it where nobody sets them."""

from __future__ import annotations

import os
from typing import Final

LEAST_BYTES: Final = 512 << 20
"""Bytes that are held on any machine."""
LEAST_JOBS: Final = 2
"""Jobs at a time on any machine, so that one long job does not keep all others waiting."""


def share_of_memory() -> int:
    """Return a quarter of the machine's memory in bytes, but at least LEAST_BYTES."""
    try:
        return max(LEAST_BYTES, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4)
    except (AttributeError, ValueError, OSError):  # not on every system
        return LEAST_BYTES


def spare_processors() -> int:
    """Return one processor fewer than the machine has, but at least LEAST_JOBS."""
    return max(LEAST_JOBS, (os.cpu_count() or LEAST_JOBS) - 1)
