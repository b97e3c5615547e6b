"""What a database says, in a sentence with what to do next."""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError, StatementError, TimeoutError

from evaljson.store.errors import Conflict, StoreDamaged, StoreError, StoreUnavailable
from evaljson.store.location import masked, scrubbed

_Kind = type[StoreError]

_SAID: Final[tuple[tuple[str, _Kind, str], ...]] = (
    (r"database is locked|LockNotAvailable|lock timeout", StoreUnavailable,
     "another process keeps it busy; try again, and close what holds it if that does not help."),
    (r"disk is full|No space left|DiskFull", StoreUnavailable, "the disk is full; make room and try again."),
    (r"readonly database|read-only|permission denied|unable to open database file", StoreUnavailable,
     "it cannot be written; check the permissions of its folder, or name another in EVALJSON_DATA_DIR."),
    (r"malformed|not a database|disk image|invalid page|file is encrypted|Could not decode", StoreDamaged,
     "this is no sound database; move the file away and import the last export (evaljson workspace import FILE)."),
    (r"disk I/O error", StoreUnavailable, "the disk failed; look at it, then run evaljson workspace check."),
    (r"password authentication|no password supplied|role .* does not exist", StoreUnavailable,
     "it does not let this user in; check user and password in EVALJSON_DATABASE_URL."),
    (r"database .* does not exist", StoreUnavailable, "there is no such database on that server; create it first."),
    (r"immutable", StoreError, "runs, schema versions and stored content never change; store a new one."),
)  # fmt: skip
_LOST: Final = "the connection was lost or refused; see that the server runs, then try again."


def explained(error: SQLAlchemyError, url: URL) -> StoreError:
    """The error to raise instead; nothing of the change was stored."""
    where = masked(url)
    said = scrubbed(_first_line(error), url)
    if isinstance(error, StatementError) and not isinstance(error, DBAPIError):
        return StoreError(f"this cannot be stored as JSON: {said}")  # a value never got as far as the database
    for pattern, kind, advice in _SAID:
        if re.search(pattern, said) or re.search(pattern, type(getattr(error, "orig", None)).__name__):
            return kind(f"{where}: {said}: {advice}")
    if isinstance(error, IntegrityError):
        return Conflict(
            f"{where}: somebody else changed the same thing at the same time; look again and repeat. ({said})"
        )
    if isinstance(error, TimeoutError):
        return StoreUnavailable(f"{where}: all of this process's connections are in use; try again.")
    if isinstance(error, DBAPIError) and url.get_backend_name() != "sqlite" and _lost(error):
        return StoreUnavailable(f"{where}: {said}: {_LOST}")
    return StoreError(f"{where}: {said}")


def _lost(error: DBAPIError) -> bool:
    return error.connection_invalidated or type(error.orig).__name__ in ("OperationalError", "AdminShutdown")


def _first_line(error: SQLAlchemyError) -> str:
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
