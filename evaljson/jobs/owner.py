"""Names of worker processes, by which others see whether one is still alive."""

from __future__ import annotations

import os
import socket

import psutil

from evaljson.store.names import new_id


def new_owner(process: int | None = None) -> str:
    """A name for a process, this one by default: host, process id, and something that tells it from a later one."""
    return f"{socket.gethostname()}:{os.getpid() if process is None else process}:{new_id()[:6]}"


def is_gone(owner: str) -> bool:
    """Whether a process of this host has ended. Of other hosts nobody here knows: False."""
    if owner.count(":") < 2:
        return False
    host, process, _ = owner.rsplit(":", 2)
    if host != socket.gethostname() or not process.isdigit():
        return False
    try:
        # Where the first process of the machine does not look after orphans, a killed worker stays listed as a zombie.
        return bool(psutil.Process(int(process)).status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD))
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:  # it is there, and somebody else's
        return False
