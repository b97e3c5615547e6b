"""Column types for any Python text, JSON value and moment, which both databases return exactly as stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator

from evaljson.base.any_text import dumped, escaped, unescaped


class AnyText(TypeDecorator[str]):
    """Text of any characters, such as names from other people's files."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Convert for the database."""
        return None if value is None else escaped(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Convert from the database."""
        return None if value is None else unescaped(value)


class JsonText(TypeDecorator[Any]):
    """Any JSON value as text: a JSON type of a database would reorder keys and change numbers. None is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Convert for the database."""
        return None if value is None else escaped(dumped(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Convert from the database."""
        return None if value is None else json.loads(unescaped(value))


class JsonList(JsonText):
    """A JSON array as text."""

    cache_ok = True


class Moment(TypeDecorator[datetime]):
    """A moment with its time zone, always UTC when read."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; SQLite knows no time zones."""
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert from the database."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """Return the current moment in UTC."""
    return datetime.now(UTC)
