"""What people hand in as a schema: JSON, or a class that describes itself, such as a Pydantic model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name


class SchemaModel(Protocol):
    """A class with `model_json_schema()`, as Pydantic's models have it; Pydantic itself is not needed."""

    def model_json_schema(self) -> dict[str, Any]:
        """Return the class as a JSON Schema."""


AnySchema: TypeAlias = Mapping[str, Any] | SchemaModel


def is_model(schema: Any) -> bool:
    """Check whether the value is a class, or an instance of one, that describes itself as a JSON Schema."""
    return not isinstance(schema, Mapping) and callable(getattr(schema, "model_json_schema", None))


def as_json_schema(schema: Any) -> Mapping[str, Any]:
    """Return the schema as JSON, unresolved. Raises SchemaError for anything that is not a schema."""
    if is_model(schema):
        name = getattr(schema, "__name__", type(schema).__name__)
        try:
            schema = schema.model_json_schema()
        except RecursionError:
            raise
        # A model is code of somebody else, which fails with whatever error it likes.
        except Exception as error:
            raise SchemaError(f"{name}.model_json_schema() fails: {str(error) or type(error).__name__}") from error
    if not isinstance(schema, Mapping):
        raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}")
    return schema
