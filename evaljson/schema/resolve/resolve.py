"""JSON Schema as people and libraries write it -> a resolved schema: type, properties, items, additionalProperties.

    $ref                inlined; a keyword beside it wins. Local, or in a file below the schema's own folder, where
                        `base` says which; to anything else, or to nothing: error. Nothing is ever fetched
    recursive $ref      laid out `recursion` times, one inside the other; the next one is compared as one value
    allOf               united; types, listed values or `x-eval-*` keys that exclude each other: error
    anyOf, oneOf        null dropped; scalars become a list of types; objects become one object with all their fields (a
                        field that several declare is an alternative itself); a map beside another object, or a
                        declared object beside a bare one: error
    type                null dropped; missing: of enum or const, or implied by the children; nothing at all: any type
    enum, const         kept for display: united with the alternatives, or what is in all of allOf
    patternProperties   the entries of a map; several patterns as alternatives
    prefixItems         the elements of an array; several positions as alternatives
    then, else, dependentSchemas    their fields are added; what they only validate is dropped
    true, {}            any type; as items or additionalProperties: nothing
    false               as a property: left out. Where a value is expected: error
    not, $defs                                  dropped
    title, description, default, format, required and other keywords that say nothing of structure    kept; those of
                        alternatives only where there is one besides null

What had to be decided is a remark, with its place. Errors about the children do not count at a node that is not scored
through them: one with `x-eval-compare` or `x-eval-skip`, or of several types.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from evaljson.base.errors import SchemaError
from evaljson.schema.given import AnySchema, as_json_schema, is_model
from evaljson.schema.limits import MAX_DEPTH
from evaljson.schema.node import in_type
from evaljson.schema.parse.document_types import SCHEMAS, naming_schema, read_schemas
from evaljson.schema.resolve.refs import LocatedSchema, open_document
from evaljson.schema.resolve.remarks import ResolveReport
from evaljson.schema.resolve.unfold import Unfolding

RECURSION = 3
_OWN_DOCUMENT = {"$defs", "definitions", "$id"}
logger = logging.getLogger(__name__)


def resolve_schema_references(
    schema: AnySchema, base: Path | None = None, *, recursion: int = RECURSION
) -> dict[str, Any]:
    """Resolve the schema and keep every `x-eval-*` key; the module's docstring says what becomes of each keyword.

    Takes JSON, or a Pydantic model. `base` is the schema's own file or its folder: references to other files are
    followed below that folder, without it nowhere. `recursion` is how often a definition that contains itself is laid
    out. A resolved schema comes back as it is. The input is not changed, and the result shares nothing with it. What
    had to be decided is logged. Raises SchemaError with the schema path of what cannot be resolved.
    """
    report = resolve_with_report(schema, base, recursion=recursion)
    for remark in report.remarks:
        logger.warning("%s", remark)
    return report.schema


def resolve_with_report(schema: AnySchema, base: Path | None = None, *, recursion: int = RECURSION) -> ResolveReport:
    """Resolve like `resolve_schema_references`, but return the decisions as remarks instead of logging them."""
    base = None if base is None else Path(base)
    if type(recursion) is not int or not 1 <= recursion <= MAX_DEPTH:
        raise SchemaError(f"recursion is a whole number from 1 to {MAX_DEPTH}, not {recursion!r}")
    try:
        document = open_document(as_json_schema(schema), base)
        unfolding = Unfolding(recursion)
        resolved = unfolding.node(document, "", 0)
        remarks = list(unfolding.remarks)
        for value in read_schemas(resolved):
            report = _of_type(document, value, resolved[SCHEMAS], base, recursion)
            resolved[SCHEMAS][value] = report.schema
            remarks += [replace(remark, path=in_type(value, remark.path)) for remark in report.remarks]
        return ResolveReport(resolved, tuple(remarks))
    except RecursionError:
        raise SchemaError("the schema is nested too deeply to be resolved: simplify it") from None


def model_resolved(schema: AnySchema) -> Mapping[str, Any]:
    """Resolve the schema of a model; a schema given as JSON is returned unchanged."""
    return resolve_schema_references(schema) if is_model(schema) else cast(Mapping[str, Any], schema)


def _of_type(
    document: LocatedSchema, value: str, schemas: Mapping[str, Any], base: Path | None, recursion: int
) -> ResolveReport:
    """Resolve the schema of one document type. One with its own definitions is a document of its own."""
    schema = document.keywords.get(SCHEMAS, schemas)[value]
    with naming_schema(value):
        if is_model(schema) or (isinstance(schema, Mapping) and not _OWN_DOCUMENT.isdisjoint(schema)):
            folder = base.parent if base is not None and base.is_file() else base
            return resolve_with_report(schema, folder, recursion=recursion)
        unfolding = Unfolding(recursion)
        resolved = unfolding.node(document.child(schema, ""), "", 0)
        return ResolveReport(resolved, tuple(unfolding.remarks))
