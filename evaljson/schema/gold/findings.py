"""What is to be said about gold: findings, one for each schema path and kind."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass
from typing import Any, Literal

from evaljson.base.jsontypes import ABSENT
from evaljson.schema.gold.value_columns import Column

Kind = Literal["missing", "type", "not_listed", "unknown"]

_repr = reprlib.Repr()
_repr.maxstring = _repr.maxother = _repr.maxlong = 60
_repr.maxlevel = 2


@dataclass(frozen=True, slots=True)
class GoldExample:
    """One value that a finding is about."""

    record: int
    """Index in gold."""
    record_id: Any
    """Its id; None where no id field is known or the record has none."""
    path: str
    """Instance path of the value, or of where it is missing."""
    value: str | None
    """The value, shortened for reading; None where it is missing."""

    @property
    def where(self) -> str:
        """The record as a person finds it: `gold[3] (id 'INV-4')`."""
        return f"gold[{self.record}]" + ("" if self.record_id is None else f" (id {excerpt(self.record_id)})")


@dataclass(frozen=True, slots=True)
class GoldFinding:
    """Something about one schema path that gold and schema do not agree on."""

    kind: Kind
    """missing: a declared field is not there. type: another JSON type. not_listed: not among the values that its
    `oneof` accepts. unknown: the schema has no such field."""
    path: str
    """Schema path."""
    count: int
    """Records concerned."""
    n_values: int
    """Values concerned, all elements of arrays counted."""
    example: GoldExample
    """The first of them."""
    message: str
    """The finding in one line, with its path."""


def finding(
    kind: Kind, path: str, column: Column, rows: list[int], id_key: str | None, problem: str, advice: str = ""
) -> GoldFinding:
    """Build the finding about the column's values at `rows`: what is wrong with them, and what to do."""
    first = example(column, rows[0], id_key)
    count = len({column.record(row) for row in rows})
    shown = "" if first.value is None else f": {first.value}"
    total = len(column.root(rows[0])[0].values)
    message = f"{path}: {problem} in {count} of {total} records, first in {first.where} at {first.path}{shown}{advice}"
    return GoldFinding(kind, path, count, len(rows), first, message)


def example(column: Column, row: int, id_key: str | None) -> GoldExample:
    """Return the value at `row`, with its place."""
    records, place = column.root(row)
    value = column.values[row]
    record_id = None if id_key is None else records.values[place].get(id_key)
    shown = None if value is ABSENT else excerpt(value)
    return GoldExample(column.record(row), record_id, column.instance_path(row), shown)


def excerpt(value: Any) -> str:
    """Write a value in at most one line, however long, deep or large it is."""
    try:
        return _repr.repr(value)
    except ValueError:  # Python refuses to write out integers of more than 4,300 digits
        return f"a value of type {type(value).__name__} too large to show"
