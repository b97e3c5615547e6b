"""The JSON Schema that extracted records of an evaluation are to conform to, as it was handed in, among its settings.

The eval schema says how fields are compared, and keeps nothing of what may be null; this one is what a model was asked
for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaljson.base.errors import SchemaError
from evaljson.store import Evaluation, Store
from evaljson.workspace.typed_schema import parse_json

KEY: Final = "json_schema"
"""Its place in the settings."""
_MOST: Final = 1_000_000
"""Bytes: settings are read with every page."""


def json_schema_of(settings: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the JSON Schema in the settings of an evaluation; None if there is none."""
    stored = settings.get(KEY)
    return stored if isinstance(stored, Mapping) else None


def read_json_schema(text: bytes) -> dict[str, Any]:
    """Read a file. Raises SchemaError for one that is too long, or holds no JSON object."""
    if len(text) > _MOST:
        raise SchemaError(f"a JSON Schema has at most {_MOST:,} bytes here, and this one {len(text):,}")
    schema = parse_json(text)
    if not isinstance(schema, dict):
        raise SchemaError('a JSON Schema is an object, such as {"type": "object", "required": ["total"]}')
    return schema


def with_json_schema(settings: Mapping[str, Any], schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return settings with this schema, or with none."""
    others = {key: value for key, value in settings.items() if key != KEY}
    return others if schema is None else {**others, KEY: dict(schema)}


def set_json_schema(
    store: Store, evaluation: str, revision: int, schema: Mapping[str, Any] | None, *, by: str
) -> Evaluation:
    """Store the schema, or none. Raises Conflict."""
    settings = with_json_schema(store.evaluations.get(evaluation).settings, schema)
    return store.evaluations.set_settings(evaluation, revision, settings, by=by)
