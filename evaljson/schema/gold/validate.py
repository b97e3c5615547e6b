"""Does gold fit its schema? Column by column, so that each finding is one per schema path, not one per record."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, NoReturn

from evaljson.base import paths
from evaljson.base.errors import GoldValidationError, SchemaError, did_you_mean
from evaljson.base.jsontypes import ABSENT, SCALARS, Absent, find_non_json, type_name
from evaljson.base.listed import first_of
from evaljson.schema.given import AnySchema
from evaljson.schema.gold import value_columns
from evaljson.schema.gold.findings import GoldFinding, Kind, example, excerpt, finding
from evaljson.schema.gold.oneof_gold import unlisted_rows
from evaljson.schema.gold.value_columns import Column
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import places_by_key
from evaljson.schema.parse.parse import parse_eval_schema

logger = logging.getLogger(__name__)

_PYTHON: dict[str, frozenset[type]] = {
    "string": frozenset({str}),
    "integer": frozenset({int}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
    "object": frozenset({dict}),
    "array": frozenset({list}),
    "null": frozenset(),
}
_ALWAYS: frozenset[type] = frozenset({type(None), Absent})


def validate_gold(
    gold: Sequence[dict[str, Any]],
    schema: SchemaNode | AnySchema,
    id_field: str | None = None,
    warn_missing: bool = True,
    strict_types: bool = False,
) -> list[GoldFinding]:
    """Refuse gold fields that the schema lacks, and say what else does not fit: missing fields, other types, values
    that a `oneof` does not list.

    The findings come back, and each is logged as one warning. The id field need not be in the schema. Nothing is said
    about skipped nodes and inside containers that are compared as one value. Raises GoldValidationError for an id
    that is missing or neither text nor integer, for unknown fields, with `strict_types` for other types too, and for
    what is not a JSON object; SchemaError.
    """
    tree, gold = parse_eval_schema(schema), list(gold)
    findings = find_gold_problems(gold, tree, id_field, warn_missing)
    id_key = id_field or tree.id_field
    if id_key is not None:
        _check_ids(gold, id_key)
    _raise_first([finding for finding in findings if finding.kind == "unknown"])
    if strict_types:
        _raise_first([finding for finding in findings if finding.kind == "type"])
    for gold_finding in findings:
        logger.warning("%s", gold_finding.message)
    return findings


def find_gold_problems(
    gold: Sequence[dict[str, Any]],
    schema: SchemaNode | AnySchema,
    id_field: str | None = None,
    warn_missing: bool = True,
) -> list[GoldFinding]:
    """Return all findings of `validate_gold`, unknown fields included, in schema order; nothing is logged.

    Raises GoldValidationError only for what is not a JSON object; SchemaError.
    """
    tree = parse_eval_schema(schema)
    if id_field and tree.id_field and id_field != tree.id_field:
        raise SchemaError(f"x-eval-id is {tree.id_field!r}, but id_field is {id_field!r}: leave one of them out")
    records = list(gold)
    for index, record in enumerate(records):
        if not isinstance(record, dict):
            raise GoldValidationError(f"gold[{index}] is not a JSON object but {type_name(record)}", index)
    check = _Check(id_field or tree.id_field, warn_missing)
    for root, column in _by_schema(tree, records):
        undeclared = {key for key in (tree.by, tree.cluster_field) if key not in root.properties}
        check.labels = ({check.id_key} | undeclared) - {None}
        stack = [(root, column)]
        while stack:
            stack += reversed(check.node(*stack.pop()))
    return check.findings


def refuse_unknown_gold(gold: Sequence[dict[str, Any]], tree: SchemaNode, id_field: str | None = None) -> None:
    """Raise GoldValidationError for gold fields that the schema lacks, as `validate_gold` does; nothing is logged."""
    findings = find_gold_problems(gold, tree, id_field, warn_missing=False)
    _raise_first([finding for finding in findings if finding.kind == "unknown"])


def _by_schema(tree: SchemaNode, records: list[dict[str, Any]]) -> Iterator[tuple[SchemaNode, Column]]:
    """Yield each schema with the records that it scores."""
    if tree.by is None:
        yield tree, Column(records)
        return
    for value, places in places_by_key(records, tree.by).items():
        root = tree.schemas.get(value) if value is not None else None
        if root is None and not tree.has_own:
            first = example(Column(records), places[0], tree.id_field)
            shown = excerpt(records[places[0]][tree.by]) if tree.by in records[places[0]] else "absent"
            raise GoldValidationError(
                f"{first.where}: x-eval-schemas has no schema for {tree.by} {shown}."
                f"{did_you_mean(value or '', tree.schemas)} Add one, or properties at the root for such records",
                first.record if first.record_id is None else first.record_id,
                tree.by,
            )
        yield root or tree, Column([records[place] for place in places], rows=places)


def _check_ids(records: list[dict[str, Any]], id_key: str) -> None:
    for index, record in enumerate(records):
        record_id = record.get(id_key, ABSENT)
        if type(record_id) not in (str, int):
            shown = "there is none" if record_id is ABSENT else f"it is {type_name(record_id)}"
            raise GoldValidationError(
                f"gold[{index}]: the id {id_key!r} of a record is text or an integer, but {shown}. Correct it in gold",
                index,
                id_key,
            )


def _raise_first(findings: list[GoldFinding]) -> None:
    """Raise about the earliest record, and say how much more there is."""
    if not findings:
        return
    worst = min(findings, key=lambda finding: finding.example.record)
    n_more = sum(finding.n_values for finding in findings) - 1
    others = [finding.path for finding in findings if finding is not worst]
    message = f"{worst.message}."
    if n_more:
        also = f", also at {first_of(others, 5)}" if others else ", at the same field"
        message += f" There {'are' if n_more > 1 else 'is'} {n_more} more{also}."
    first = worst.example
    raise GoldValidationError(message, first.record if first.record_id is None else first.record_id, worst.path)


@dataclass(slots=True)
class _Check:
    id_key: str | None
    warn_missing: bool
    labels: AbstractSet[str | None] = frozenset()
    """Keys of a record that need not be in its schema, and are not looked at."""
    findings: list[GoldFinding] = field(default_factory=list)

    def node(self, node: SchemaNode, column: Column) -> list[tuple[SchemaNode, Column]]:
        """Check the values at one node; gives its children with their columns."""
        if node.skip:
            return []
        types = set(map(type, column.values))
        if Absent in types and self.warn_missing:
            rows = [row for row, value in enumerate(column.values) if value is ABSENT]
            self._add("missing", node.path, column, rows, "missing")
        self._check_types(node, column, types)
        if node.comparator is not None:
            self._check_unit(node, column, types)
            return []
        kind = dict if node.type == "object" else list
        column = value_columns.select(
            column, [row for row, value in enumerate(column.values) if isinstance(value, kind)]
        )
        if kind is list:
            return [(node.items, value_columns.elements(column))] if node.items is not None else []
        return self._children(node, column)

    def _check_types(self, node: SchemaNode, column: Column, types: set[type]) -> None:
        names = (node.type,) if isinstance(node.type, str) else node.type
        allowed = _ALWAYS.union(*(_PYTHON[name] for name in names))
        if types <= allowed:
            return
        rows = []
        for row, value in enumerate(column.values):
            if type(value) not in allowed:
                name = type_name(value)
                if type(value) not in SCALARS and name not in ("object", "array"):
                    self._refuse(node.path, column, row, f"{name} is not a JSON value: convert it first")
                if name not in names:
                    rows.append(row)
        if rows:
            others = sorted({type_name(column.values[row]) for row in rows})
            self._add("type", node.path, column, rows, f"{', '.join(others)} instead of {' or '.join(names)}")

    def _check_unit(self, node: SchemaNode, column: Column, types: set[type]) -> None:
        if not types <= SCALARS | _ALWAYS:
            for row, value in enumerate(column.values):
                odd = find_non_json(value, "") if isinstance(value, dict | list) else None
                if odd is not None:
                    self._refuse(node.path, column, row, f"{odd[1]} is not a JSON value: convert it first")
        rows = unlisted_rows(node, column)
        if rows:
            self._add("not_listed", node.path, column, rows, "not one of the values that its oneof lists")

    def _children(self, node: SchemaNode, column: Column) -> list[tuple[SchemaNode, Column]]:
        labels: AbstractSet[str | None] = frozenset() if node.path else self.labels
        known = frozenset(node.properties) | {key for key in labels if key is not None}
        below = [
            (inner, value_columns.one_key(column, key)) for key, inner in node.properties.items() if key not in labels
        ]
        if node.additional is not None:
            below.append((node.additional, value_columns.map_entries(column, known)))
        else:
            self._check_keys(node, column, known)
        return below

    def _check_keys(self, node: SchemaNode, column: Column, known: frozenset[str]) -> None:
        unknown: dict[str, list[int]] = {}
        for row, value in enumerate(column.values):
            if not value.keys() <= known:
                for key in value.keys() - known:
                    unknown.setdefault(key, []).append(row)
        for key, rows in unknown.items():
            if type(key) is not str:
                self._refuse(node.path, column, rows[0], f"the key {key!r} is not a string: JSON has no other keys")
        for key in sorted(unknown):
            close = did_you_mean(key, node.properties)
            advice = f".{close if 'Did you mean' in close else ''} Add it to the schema, or take it out of gold"
            values = value_columns.one_key(column, key)
            self._add("unknown", paths.child(node.path, key), values, unknown[key], "not in the schema,", advice)

    def _add(self, kind: Kind, path: str, column: Column, rows: list[int], problem: str, advice: str = "") -> None:
        self.findings.append(finding(kind, path, column, rows, self.id_key, problem, advice))

    def _refuse(self, path: str, column: Column, row: int, problem: str) -> NoReturn:
        place = example(column, row, self.id_key)
        record_id = place.record if place.record_id is None else place.record_id
        raise GoldValidationError(f"{place.where} at {place.path or 'the record'}: {problem}", record_id, path)
