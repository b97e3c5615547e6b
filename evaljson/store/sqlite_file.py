"""SQLite's file: made for its user alone, and looked at before a database is opened in it."""

from __future__ import annotations

import logging
import os
import stat
import time
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from evaljson.base.replaced_file import PRIVATE
from evaljson.store.errors import StoreDamaged, StoreError, StoreUnavailable

_BEGINNING: Final = 60.0
"""Seconds for which an empty file may be one that another process is about to fill."""
_BESIDE: Final = ("", "-wal", "-shm")
_log = logging.getLogger("evaljson.store")


def file_of(url: URL) -> Path | None:
    """Return the file of a database; None on PostgreSQL."""
    return Path(str(url.database)).absolute() if url.get_backend_name() == "sqlite" else None


def make_private(file: Path) -> None:
    """Create the folder and the file if they are not there, so that no other user can read the records.

    What is there keeps its mode: people may share a workspace on purpose. Raises StoreError.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the data folder {file.parent} cannot be created ({error.strerror}); name another in EVALJSON_DATA_DIR."
        ) from error
    try:
        # SQLite gives its -wal and -shm files the mode of this one.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        if _is_empty(file) and time.time() - file.stat().st_mtime > _BEGINNING:
            _log.warning("%s", _empty(file))
    except OSError:
        pass  # SQLite says why it cannot be written


def refuse_nothing(file: Path) -> None:
    """Raise StoreError if there is no database, or an empty file in its place: nothing is there to be read."""
    try:
        missing = not file.exists()
    except OSError as error:
        raise StoreUnavailable(f"{file} cannot be read ({error.strerror}); check the permissions.") from error
    if missing:
        raise StoreUnavailable(
            f"there is no workspace in {file.parent}: it has no {file.name}; check the name of the folder."
        )
    if _is_empty(file):
        raise StoreDamaged(_empty(file))


def readable_by_others(file: Path) -> list[Path]:
    """List the files that other users of the machine can read."""
    if os.name != "posix" or not file.parent.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH):
        return []
    beside = [file.with_name(file.name + end) for end in _BESIDE]
    return [one for one in beside if one.exists() and one.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)]


def _is_empty(file: Path) -> bool:
    return file.is_file() and file.stat().st_size == 0


def _empty(file: Path) -> str:
    return (
        f"{file} is empty (0 bytes): if work was stored in it, something emptied the file; "
        "move it away and import the last export (evaljson workspace import FILE)."
    )
