"""A name that nobody registered, in a schema: the schema is at fault, and the name is not found."""

from __future__ import annotations

from evaljson.base.errors import ComparatorNotFoundError, RegistryError, SchemaError, TransformNotFoundError


class UnknownComparatorError(SchemaError, ComparatorNotFoundError):
    """A field names a comparator that nobody registered."""


class UnknownTransformError(SchemaError, TransformNotFoundError):
    """A field names a transform that nobody registered."""


def unknown_name(error: RegistryError, path: str) -> SchemaError:
    """Return the error of a registry as one of the schema."""
    is_comparator = isinstance(error, ComparatorNotFoundError)
    return (UnknownComparatorError if is_comparator else UnknownTransformError)(str(error), path)
