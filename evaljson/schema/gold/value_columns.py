"""All values at one position, over all records: what inferring and validating walk instead of one record at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT


@dataclass(slots=True)
class Column:
    """Values at one position; `record` and `instance_path` tell where one of them lies."""

    values: list[Any]
    parent: Column | None = None
    rows: Sequence[int] = ()
    """For each value, the index of its container in the parent's values; without a parent, the record's index in gold
    where the values are not all of gold."""
    steps: str | list[int] | list[str] = ""
    """The key that all share, or for each value its element index or its map key."""

    def record(self, row: int) -> int:
        """Index in gold of the record that holds the value at `row`."""
        column, row = self.root(row)
        return column.rows[row] if column.rows else row

    def root(self, row: int) -> tuple[Column, int]:
        """Return the column of records, and the row of the record that holds the value at `row`."""
        column = self
        while column.parent is not None:
            row, column = column.rows[row], column.parent
        return column, row

    def instance_path(self, row: int) -> str:
        """Return the path of the value at `row` within its record."""
        steps: list[str | int] = []
        column = self
        while column.parent is not None:
            steps.append(column.steps if isinstance(column.steps, str) else column.steps[row])
            row, column = column.rows[row], column.parent
        path = ""
        for step in reversed(steps):
            path = paths.child(path, step) if isinstance(step, str) else paths.element(path, step)
        return path


def keys(column: Column) -> dict[str, Column]:
    """Return the columns of all keys of the column's objects, in order of first appearance."""
    columns: dict[str, tuple[list[Any], list[int]]] = {}
    for row, value in enumerate(column.values):
        if isinstance(value, dict):
            for key, inner in value.items():
                pair = columns.get(key)
                if pair is None:
                    pair = columns[key] = ([], [])
                pair[0].append(inner)
                pair[1].append(row)
    return {key: Column(values, column, rows, key) for key, (values, rows) in columns.items()}


def one_key(objects: Column, key: str) -> Column:
    """Return the column of one key, as long as the column of objects: ABSENT if an object lacks it."""
    values = [value.get(key, ABSENT) for value in objects.values]
    return Column(values, objects, range(len(values)), key)


def elements(column: Column) -> Column:
    """Return the column of all elements of the column's arrays."""
    values: list[Any] = []
    rows: list[int] = []
    steps: list[int] = []
    for row, value in enumerate(column.values):
        if isinstance(value, list):
            values += value
            rows += [row] * len(value)
            steps += range(len(value))
    return Column(values, column, rows, steps)


def map_entries(objects: Column, declared: frozenset[str]) -> Column:
    """Return the column of all entries of the column's objects, except those under a declared key."""
    values: list[Any] = []
    rows: list[int] = []
    steps: list[str] = []
    for row, value in enumerate(objects.values):
        for key, inner in value.items():
            if key not in declared:
                values.append(inner)
                rows.append(row)
                steps.append(key)
    return Column(values, objects, rows, steps)


def select(column: Column, rows: Sequence[int]) -> Column:
    """Return the column's values at `rows` only."""
    if len(rows) == len(column.values):
        return column
    steps = column.steps if isinstance(column.steps, str) else [column.steps[row] for row in rows]
    source = column.rows or range(len(column.values))
    return Column([column.values[row] for row in rows], column.parent, [source[row] for row in rows], steps)  # type: ignore[arg-type]
