"""Settings: JSON values under scope and key, for what no figure depends on. No place for passwords or API keys."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, insert, select, update

from evaljson.store.column_types import now
from evaljson.store.engine import Database
from evaljson.store.names import checked_name
from evaljson.store.tables import SettingRow

EDITS: Final = "edits:"
"""How the scopes begin of what somebody has begun and not finished: `gc` clears it away by its age."""


class StoredSettings:
    """A scope is "workspace", "user:ann", or whatever else its users agree upon; one that ends in `:` and the id of an
    evaluation goes with it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, scope: str, key: str, default: Any = None) -> Any:
        """The value; `default` where none was set. null is a value."""
        query = select(SettingRow.value).where(SettingRow.scope == scope, SettingRow.key == key)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return default if row is None else row.value["value"]

    def all(self, scope: str) -> dict[str, Any]:
        """Key -> value, sorted by key."""
        query = select(SettingRow.key, SettingRow.value).where(SettingRow.scope == scope)
        with self._database.reading() as connection:
            return {row.key: row.value["value"] for row in sorted(connection.execute(query))}

    def set(self, scope: str, key: str, value: Any, *, by: str) -> None:
        """Put a value in place of what there was; of two at once, the later one stays."""
        checked_name(scope, "a scope")
        checked_name(key, "a setting")
        held = {"value": {"value": value}, "updated": now(), "updated_by": by}
        with self._database.writing() as connection:
            this = (SettingRow.scope == scope, SettingRow.key == key)
            if connection.execute(update(SettingRow).where(*this).values(**held)).rowcount == 0:
                connection.execute(insert(SettingRow), {"scope": scope, "key": key, **held})

    def delete(self, scope: str, key: str) -> None:
        """As if it had never been set."""
        with self._database.writing() as connection:
            connection.execute(delete(SettingRow).where(SettingRow.scope == scope, SettingRow.key == key))
