"""Names worker processes so that other processes can see whether one is still alive."""

from __future__ import annotations

import os
import socket

import psutil

from evaljson.store.names import new_id


def new_owner(process: int | None = None) -> str:
    """Name a process (by default this one): host, process id, and a random part that no later process shares."""
    return f"{socket.gethostname()}:{os.getpid() if process is None else process}:{new_id()[:6]}"


def is_gone(owner: str) -> bool:
    """Check whether a process of this host has ended; of other hosts it is unknown: False."""
    if owner.count(":") < 2:
        return False
    host, process, _ = owner.rsplit(":", 2)
    if host != socket.gethostname() or not process.isdigit():
        return False
    try:
        # If the first process of the machine does not reap orphans, a killed worker stays listed as a zombie.
        return bool(psutil.Process(int(process)).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD))
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:  # it exists and belongs to another user
        return False
