"""Finds the store's database: a URL, or a file in a folder. Passwords never appear in messages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from evaljson.store.errors import StoreError

URL_VARIABLE: Final = "EVALJSON_DATABASE_URL"
PASSWORD_VARIABLE: Final = "EVALJSON_DATABASE_PASSWORD_FILE"
FOLDER_VARIABLE: Final = "EVALJSON_DATA_DIR"
FILE: Final = "evaljson.db"
_HIDDEN: Final = "***"
_SECRETS: Final = frozenset({"password", "passfile", "sslpassword", "sslkey", "service", "servicefile"})


def locate(url: str | None = None, folder: str | os.PathLike[str] | None = None) -> URL:
    """Return the first of: `url`, `folder`, $EVALJSON_DATABASE_URL, $EVALJSON_DATA_DIR, the user's data folder.

    A URL of PostgreSQL without a password gets the one in the file that $EVALJSON_DATABASE_PASSWORD_FILE names. Raises
    StoreError for the URL of another kind of database, an empty name of a folder, and a password that cannot be read.
    """
    if folder is not None and not os.fspath(folder):
        raise StoreError("the name of the workspace folder is empty; name one, or leave it out for the usual one.")
    if url is None and folder is None:
        url = os.environ.get(URL_VARIABLE) or None
    if url is not None:
        return _parsed(url)
    chosen = folder or os.environ.get(FOLDER_VARIABLE) or platformdirs.user_data_dir("evaljson", appauthor=False)
    return URL.create("sqlite+pysqlite", database=str(Path(chosen).expanduser().absolute() / FILE))


def _parsed(text: str) -> URL:
    advice = "write postgresql://USER:PASSWORD@HOST/DATABASE, or sqlite:///FILE."
    try:
        url = make_url(text)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError) as error:
        # The text itself may hold a password.
        raise StoreError(f"the URL of the database cannot be read; {advice}") from error
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg", password=url.password or _password())
    if backend == "sqlite" and url.database and url.database != ":memory:":
        return url.set(drivername="sqlite+pysqlite", database=str(Path(url.database).absolute()))
    raise StoreError(f"the store cannot use {masked(url)}; {advice}")


def _password() -> str | None:
    """Return what the file with the password holds, without spaces around it; None where no file is named."""
    file = os.environ.get(PASSWORD_VARIABLE, "").strip()
    if not file:
        return None
    try:
        text = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise StoreError(f"{PASSWORD_VARIABLE}: {file} cannot be read: {why}.") from None
    if not text:
        raise StoreError(f"{PASSWORD_VARIABLE}: {file} is empty; write the password of the database in it.")
    return text


def masked(url: URL) -> str:
    """Write the URL without passwords, for messages."""
    shown = url.set(query={key: _HIDDEN if key in _SECRETS else value for key, value in url.query.items()})
    if url.get_backend_name() == "sqlite":
        return str(url.database or "memory")
    return shown.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def scrubbed(text: str, url: URL) -> str:
    """Remove the secrets of the URL from a driver's message."""
    for secret in filter(None, (url.password, *(url.query.get(key) for key in _SECRETS))):
        text = text.replace(str(secret), _HIDDEN)
    return text
