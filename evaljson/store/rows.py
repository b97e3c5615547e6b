"""Binds rows of the tables to dataclasses by the names of columns and fields, never by position."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import ColumnElement, Connection, RowMapping
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Built = TypeVar("Built", bound=DataclassInstance)


Values = Mapping[str, Any] | RowMapping


@cache
def _field_names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def columns_for(
    kind: type[DataclassInstance], table: type, *, without: Collection[str] = (), prefix: str = ""
) -> list[ColumnElement[Any]]:
    """List the columns of a table that have the names of a dataclass's fields, each labelled with the prefix.

    `without` names the fields that come from elsewhere. Raises AttributeError for another field without a column.
    """
    return [*_columns(kind, table, frozenset(without), prefix)]


@cache
def _columns(
    kind: type[DataclassInstance], table: type, without: frozenset[str], prefix: str
) -> tuple[ColumnElement[Any], ...]:
    """Made once: statements never change the columns that they name."""
    names = [name for name in _field_names(kind) if name not in without]
    return tuple(getattr(table, name).label(prefix + name) for name in names)


def build(kind: type[Built], values: Values) -> Built:
    """Build a dataclass from values by field name. Raises TypeError for a missing or an extra name."""
    names, columns = set(_field_names(kind)), set(map(str, values))
    if names != columns:
        missing, extra = sorted(names - columns), sorted(columns - names)
        raise TypeError(f"{kind.__name__} cannot be built from this row: missing {missing}, extra {extra}")
    return kind(**{str(name): value for name, value in values.items()})


def split(row: RowMapping, prefix: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a joined row into the columns without the prefix, and those with it under their names without it."""
    values = {str(name): value for name, value in row.items()}
    joined = {name.removeprefix(prefix): value for name, value in values.items() if name.startswith(prefix)}
    return {name: value for name, value in values.items() if not name.startswith(prefix)}, joined


def insert_missing(connection: Connection, table: type) -> postgresql.Insert | sqlite.Insert:
    """Return an insert that leaves existing rows unchanged, whoever stored them and when."""
    return insert_missing_of(connection.dialect.name, table)


@cache
def insert_missing_of(dialect: str, table: type) -> postgresql.Insert | sqlite.Insert:
    """Return that insert for a dialect by its name."""
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()
