"""Gold records -> a schema: which fields there are, and of which type."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base import paths
from evaljson.base.errors import InputError, SchemaError, did_you_mean
from evaljson.base.jsontypes import type_name
from evaljson.schema.gold import value_columns
from evaljson.schema.gold.value_columns import Column
from evaljson.schema.limits import MAX_DEPTH
from evaljson.schema.parse.document_types import BY, SCHEMAS, places_by_key

logger = logging.getLogger(__name__)

_JSON: dict[type, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    dict: "object",
    list: "array",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class MixedPosition:
    """A position that holds values of several type families."""

    path: str
    """Schema path."""
    kept: str
    """The type that the schema says: that of the first value."""
    types: dict[str, int]
    """How many values of each JSON type there are, nulls aside."""
    example: int
    """Index of the first record with a value of another family than the kept one."""

    def __str__(self) -> str:
        counts = ", ".join(f"{count} {name}" for name, count in self.types.items())
        return (
            f"{self.path}: values of several types ({counts}); the schema says {self.kept!r}, the first other is in "
            f"gold[{self.example}]. Correct gold, or give the schema a list of types there"
        )


@dataclass(frozen=True, slots=True)
class InferReport:
    """An inferred schema, and what a person should know about it. Paths are schema paths, in schema order."""

    schema: dict[str, Any]
    mixed: tuple[MixedPosition, ...]
    """Positions with values of several type families."""
    empty: tuple[str, ...]
    """Paths with nothing but null, [] or {} in all records: their type is a guess, or they are bare containers."""
    nullable: dict[str, int]
    """Path -> how many null values there are; paths without one are left out."""
    n_records: int


def infer_schema(gold: Sequence[dict[str, Any]], *, by: str | None = None) -> dict[str, Any]:
    """Infer a schema from gold records: properties in sorted order, the type of the first value that is not null.

    Integers and numbers in one position give number; nothing but null gives string, and so do the elements of arrays
    that are empty in all records. A position that mixes type families keeps the first one, with one logged warning
    a path. With `by`, a key of the records, the schema has x-eval-by and a schema for each of its values.
    Raises SchemaError without records, InputError for what is not a JSON object, and where no record has `by`.
    """
    report = infer_with_report(gold, by)
    for position in report.mixed:
        logger.warning("%s", position)
    return report.schema


def infer_with_report(gold: Sequence[dict[str, Any]], by: str | None = None) -> InferReport:
    """`infer_schema` with its findings as values instead of log lines; with `by`, their paths begin with the value."""
    records = list(gold)
    if not records:
        raise SchemaError("there are no gold records to infer a schema from: pass at least one")
    for index, record in enumerate(records):
        if not isinstance(record, dict):
            raise InputError(f"gold[{index}] is not a JSON object but {type_name(record)}")
    return _inferred(Column(records)) if by is None else _by_type(records, by)


def infer_values(values: Sequence[Any], path: str = "", *, widen: bool = True) -> InferReport:
    """Infer the schema of JSON values of any type, which are at `path`.

    Without `widen`, integers and numbers in one position give the type of the first, not number. Raises SchemaError
    without values, InputError for values that are not JSON.
    """
    if not values:
        raise SchemaError("there are no values to infer a schema from: pass at least one", path)
    return _inferred(Column(list(values)), path, widen)


def _by_type(records: list[dict[str, Any]], by: str) -> InferReport:
    """Infer one schema per document type, without `by`. Records of no usable type shape the root's own properties."""
    places = places_by_key(records, by)
    if set(places) <= {None}:
        keys = list(dict.fromkeys(key for record in records for key in record))
        raise InputError(f"no gold record has a string or integer at {by!r}.{did_you_mean(by, keys)}", by)
    rest = places.pop(None, [])
    inferred = {value: _inferred(_without(by, records, places[value])) for value in sorted(map(str, places))}
    reports = list(inferred.items())
    schema: dict[str, Any] = {"type": "object", BY: by, SCHEMAS: {value: report.schema for value, report in reports}}
    if rest:
        root_report = _inferred(_without(by, records, rest))
        schema["properties"] = root_report.schema["properties"]
        reports.append(("records without a type", root_report))
    return InferReport(
        schema,
        tuple(replace(mixed, path=f"{value}: {mixed.path}") for value, report in reports for mixed in report.mixed),
        tuple(f"{value}: {path or 'the record'}" for value, report in reports for path in report.empty),
        {f"{value}: {path}": count for value, report in reports for path, count in report.nullable.items()},
        len(records),
    )


def _without(key: str, records: list[dict[str, Any]], places: list[int]) -> Column:
    return Column([{k: v for k, v in records[at].items() if k != key} for at in places], rows=places)


def _inferred(records: Column, path: str = "", widen: bool = True) -> InferReport:
    findings = _Findings(widen)
    schema: dict[str, Any] = {}
    stack = [_Position(path, 0, schema, records)]
    while stack:
        stack += reversed(_infer(stack.pop(), findings))
    return InferReport(schema, tuple(findings.mixed), tuple(findings.empty), findings.nullable, len(records.values))


@dataclass(frozen=True, slots=True)
class _Position:
    path: str
    depth: int
    out: dict[str, Any]
    """The schema of the position: hangs in its parent's already, and is filled in when its turn comes."""
    column: Column


@dataclass(frozen=True, slots=True)
class _Findings:
    widen: bool
    """Whether integers and numbers together are numbers."""
    mixed: list[MixedPosition] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    nullable: dict[str, int] = field(default_factory=dict)


def _infer(position: _Position, findings: _Findings) -> list[_Position]:
    """Fill in the schema of one position; gives the positions below it, in schema order."""
    types = _count_types(position)
    nulls = types.pop("null", 0)
    if nulls:
        findings.nullable[position.path] = nulls
    first = next(iter(types), "string")
    chosen = "number" if findings.widen and first == "integer" and "number" in types else first
    position.out["type"] = chosen
    if len({_family(name) for name in types}) > 1:
        findings.mixed.append(MixedPosition(position.path, chosen, dict(types), _first_other(position.column, chosen)))
    below = _properties(position) if chosen == "object" else _items(position) if chosen == "array" else []
    if not types or (chosen in ("object", "array") and not below):
        findings.empty.append(position.path)
    return below


def _family(name: str) -> str:
    return "number" if name == "integer" else name


def _count_types(position: _Position) -> Counter[str]:
    """Group values by JSON type, in order of first appearance. Raises InputError for values JSON does not have."""
    column = position.column
    counts: Counter[str] = Counter()
    for python_type, count in Counter(map(type, column.values)).items():
        name = _JSON.get(python_type)
        if name is None:
            row = next(row for row, value in enumerate(column.values) if type(value) is python_type)
            name = type_name(column.values[row])
            if name not in ("object", "array"):
                _refuse(column, row, f"{name} is not a JSON value: convert it first")
        counts[name] += count
    return counts


def _refuse(column: Column, row: int, problem: str) -> None:
    raise InputError(f"gold[{column.record(row)}]: {problem}", column.instance_path(row))


def _first_other(column: Column, chosen: str) -> int:
    families = (_family(type_name(value)) for value in column.values)
    row = next(row for row, family in enumerate(families) if family not in ("null", _family(chosen)))
    return column.record(row)


def _properties(position: _Position) -> list[_Position]:
    columns = value_columns.keys(position.column)
    for key, column in columns.items():
        if type(key) is not str:
            _refuse(position.column, column.rows[0], f"the key {key!r} is not a string: JSON has no other keys")
    properties = position.out["properties"] = {key: {} for key in sorted(columns)}
    return [_below(position, paths.child(position.path, key), properties[key], columns[key]) for key in properties]


def _items(position: _Position) -> list[_Position]:
    column = value_columns.elements(position.column)
    if not column.values:
        if position.depth < MAX_DEPTH:
            position.out["items"] = {"type": "string"}
        return []
    position.out["items"] = {}
    return [_below(position, paths.elements(position.path), position.out["items"], column)]


def _below(position: _Position, path: str, out: dict[str, Any], column: Column) -> _Position:
    if position.depth == MAX_DEPTH:
        _refuse(column, 0, f"nested deeper than {MAX_DEPTH} levels, more than an eval schema can be")
    return _Position(path, position.depth + 1, out, column)
