"""Several document types in one set: `x-eval-by` names a key of gold, `x-eval-schemas` has a schema for each value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.load.invented_record import document_type
from evaljson.schema.node import SchemaNode

BY, SCHEMAS = "x-eval-by", "x-eval-schemas"


def read_schemas(root: Any) -> Mapping[str, Any]:
    """Return the unparsed schema of each type; empty if the root has no x-eval-by. Raises SchemaError."""
    if not isinstance(root, Mapping) or (BY not in root and SCHEMAS not in root):
        return {}
    by, schemas = root.get(BY), root.get(SCHEMAS)
    if not isinstance(by, str) or not by:
        raise SchemaError(f"{BY} is the name of the key that tells the document types apart, beside {SCHEMAS}")
    if not isinstance(schemas, Mapping) or not schemas:
        raise SchemaError(f'{BY} needs {SCHEMAS}, a schema for each value of {by!r}: {{"invoice": {{...}}, ...}}')
    return schemas


def refuse_root_keys(raw: Any) -> None:
    """Refuse, in one type's schema, keys that are set once for all document types."""
    if not isinstance(raw, Mapping):
        raise SchemaError(f"a schema is a JSON object, not {type_name(raw)}")
    for key in ("x-eval-id", "x-eval-cluster", "x-eval-confidence", BY, SCHEMAS):
        if key in raw:
            raise SchemaError(f"{key} belongs on the root of the whole eval schema")


@contextmanager
def naming_schema(value: str) -> Iterator[None]:
    """Let errors say in which of the schemas they are; their paths count from its root."""
    try:
        yield
    except SchemaError as error:
        raise SchemaError(f"in the schema for {value!r}: {error.problem}", error.path) from None


def places_by_key(records: Sequence[Mapping[str, Any]], by: str) -> dict[str | None, list[int]]:
    """Group record places by their value of `by`; None for records without a value that can name a schema."""
    places: dict[str | None, list[int]] = {}
    for place, record in enumerate(records):
        places.setdefault(schema_key(document_type(record, by)), []).append(place)
    return places


def schema_of(tree: SchemaNode, record: Any) -> SchemaNode:
    """Return the root that scores a gold record."""
    value = None
    if tree.by is not None and isinstance(record, Mapping):
        value = schema_key(document_type(record, tree.by))
    return tree if value is None else tree.schemas.get(value, tree)


def schema_key(value: Any) -> str | None:
    """Return the key of x-eval-schemas for a gold value: strings unchanged, integers in digits, None for others."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None
