"""Turns errors of the database into errors of the store that say what to do next."""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError, StatementError, TimeoutError

from evaljson.store.errors import Conflict, StoreDamaged, StoreError, StoreUnavailable
from evaljson.store.location import masked, scrubbed

_Kind = type[StoreError]

_KNOWN: Final[tuple[tuple[str, _Kind, str], ...]] = (
    (r"database is locked|LockNotAvailable|lock timeout", StoreUnavailable,
     "another process keeps it busy; try again, and close that process if this does not help."),
    (r"disk is full|No space left|DiskFull", StoreUnavailable, "the disk is full; make room and try again."),
    (r"readonly database|read-only|permission denied|unable to open database file", StoreUnavailable,
     "it cannot be written; check the permissions of its folder, or name another in EVALJSON_DATA_DIR."),
    (r"malformed|not a database|disk image|invalid page|file is encrypted|Could not decode", StoreDamaged,
     "the database is damaged; move the file away and import the last export (evaljson workspace import FILE)."),
    (r"disk I/O error", StoreUnavailable, "the disk failed; check it, then run evaljson workspace check."),
    (r"password authentication|no password supplied|role .* does not exist", StoreUnavailable,
     "it refuses this user; check user and password in EVALJSON_DATABASE_URL."),
    (r"database .* does not exist", StoreUnavailable, "there is no such database on that server; create it first."),
    (r"immutable", StoreError, "runs, schema versions, answers and stored content never change; store a new one."),
)  # fmt: skip
_LOST: Final = "the connection was lost or refused; check that the server runs, then try again."


def explained(error: SQLAlchemyError, url: URL) -> StoreError:
    """Return the error to raise instead; nothing of the change was stored."""
    where = masked(url)
    message = scrubbed(_first_line(error), url)
    if isinstance(error, StatementError) and not isinstance(error, DBAPIError):
        return StoreError(f"this cannot be stored as JSON: {message}")  # a value never reached the database
    for pattern, kind, advice in _KNOWN:
        if re.search(pattern, message) or re.search(pattern, type(getattr(error, "orig", None)).__name__):
            return kind(f"{where}: {message}: {advice}")
    if isinstance(error, IntegrityError):
        return Conflict(
            f"{where}: another change of the same thing came at the same time; reload and try again. ({message})"
        )
    if isinstance(error, TimeoutError):
        return StoreUnavailable(f"{where}: all of this process's connections are in use; try again.")
    if isinstance(error, DBAPIError) and url.get_backend_name() != "sqlite" and _is_lost(error):
        return StoreUnavailable(f"{where}: {message}: {_LOST}")
    return StoreError(f"{where}: {message}")


def _is_lost(error: DBAPIError) -> bool:
    return error.connection_invalidated or type(error.orig).__name__ in ("OperationalError", "AdminShutdown")


def _first_line(error: SQLAlchemyError) -> str:
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
