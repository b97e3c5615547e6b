"""Names worker processes so that other processes can see whether one is still alive.

A name is `place:process id:random part`. The place is the host, this start of it, and the container: process ids mean
the same to all who share it. Containers often share a host name, and a host that starts again has other processes under
the old ids; neither is then taken for the same place, and nobody's work for that of a dead process.
"""

from __future__ import annotations

import os
import socket
import sys
import uuid
from functools import cache
from pathlib import Path
from typing import Final

import psutil

from evaljson.store.names import new_id

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc/self/ns/pid")


def new_owner(process: int | None = None) -> str:
    """Name a process of this place (by default this one); the random part is shared with no later process."""
    return f"{place()}:{os.getpid() if process is None else process}:{new_id()[:6]}"


@cache
def place() -> str:
    """Name the place of this process; a name of its own where it cannot be found out."""
    host = socket.gethostname().replace(":", "-")
    if sys.platform != "linux":
        return f"{host}/{uuid.getnode():x}"
    try:
        # pid:[4026531836] names the container, or the host where there is none.
        container = _PROCESSES.readlink().name.strip("pid:[]")
        return f"{host}/{_BOOT.read_text(encoding='ascii').strip()}/{container}"
    except OSError:
        return f"{host}/{new_id()}"


def process_of(owner: str) -> int | None:
    """Return the process id in an owner's name; None if it is of another place, where that id means nothing."""
    if owner.count(":") < 2:
        return None
    where, process, _ = owner.rsplit(":", 2)
    return int(process) if where == place() and process.isdecimal() else None


def is_gone(owner: str) -> bool:
    """Check whether a process of this place has ended; of other places it is unknown: False."""
    process = process_of(owner)
    if process is None:
        return False
    try:
        # If the first process of the machine does not reap orphans, a killed worker stays listed as a zombie.
        return bool(psutil.Process(process).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD))
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:  # it exists and belongs to another user
        return False
