"""Settings: JSON values under scope and key that no figure depends on. Not for passwords or API keys."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sqlalchemy import Select, bindparam, delete, insert, select, update

from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.names import checked_name
from evaljson.store.tables import SettingRow

EDITS: Final = "edits:"
"""Prefix of the scopes of unapplied edits, which `gc` removes by age."""


class StoredSettings:
    """Read and write settings.

    A scope is any text, such as "workspace" or "user:ann"; one that ends in `:` and the id of an evaluation is removed
    with that evaluation.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, scope: str, key: str, default: Any = None) -> Any:
        """Return the value, or `default` if none was set; null is a value."""
        with self._database.reading() as connection:
            row = connection.execute(_value_query(), {"of_scope": scope, "of_key": key}).one_or_none()
        return default if row is None else row.value["value"]

    def all(self, scope: str) -> dict[str, Any]:
        """Return all values of a scope by key, sorted by key."""
        query = select(SettingRow.key, SettingRow.value).where(SettingRow.scope == scope)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return {row.key: row.value["value"] for row in sorted(rows, key=lambda row: str(row.key))}

    def set(self, scope: str, key: str, value: Any, *, by: str) -> None:
        """Set a value; of two writers at once, the later one wins."""
        checked_name(scope, "a scope")
        checked_name(key, "a setting")
        values = {"value": {"value": value}, "updated": now(), "updated_by": by}
        with self._database.writing() as connection:
            this = (SettingRow.scope == scope, SettingRow.key == key)
            if connection.execute(update(SettingRow).where(*this).values(**values)).rowcount == 0:
                connection.execute(insert(SettingRow), {"scope": scope, "key": key, **values})

    def delete(self, scope: str, key: str) -> None:
        """Remove a value, if there is one."""
        with self._database.writing() as connection:
            connection.execute(delete(SettingRow).where(SettingRow.scope == scope, SettingRow.key == key))


@cache
def _value_query() -> Select[Any]:
    """Built once: pages read settings often, and building it takes as long as asking the database."""
    return select(SettingRow.value).where(
        SettingRow.scope == bindparam("of_scope"), SettingRow.key == bindparam("of_key")
    )
