"""Limits the memory of a process that works for the app, so that what one person asks for leaves the others theirs."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Final

from evaljson.base.limits import current

_STATUS: Final = Path("/proc/self/status")
_DATA: Final = re.compile(r"^VmData:\s*(\d+) kB", re.MULTILINE)


def bound_memory() -> None:
    """Let this process take no more than the limit beyond what it has now; it gets a MemoryError instead.

    Does nothing where the system has no such limit, or does not keep to it (macOS, Windows). Raises SettingError.
    """
    most = current().process_bytes
    try:
        import resource
    except ImportError:  # Windows
        return
    # Not the whole address space, of which libraries reserve many times what they use.
    with contextlib.suppress(OSError, ValueError):  # a lower limit of whoever started the process stays
        resource.setrlimit(resource.RLIMIT_DATA, (_data_in_use() + most,) * 2)


def _data_in_use() -> int:
    """Return the bytes that the limit counts and that the process has now; 0 where the system does not say."""
    line = _DATA.search(_STATUS.read_text()) if _STATUS.exists() else None
    return int(line.group(1)) * 1024 if line else 0
