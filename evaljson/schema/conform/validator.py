"""The validator of the jsonschema package, held so that a hostile schema can neither hang nor fetch anything.

pattern, patternProperties   by the guarded patterns of the transforms: limited in length, text and time
$ref, $dynamicRef            within the document only; so many in one record, as alternatives multiply
required, additionalProperties   one error per key, at the path of that key
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from jsonschema import Draft3Validator, Draft202012Validator, FormatChecker, validators
from jsonschema.exceptions import SchemaError as InvalidSchema
from jsonschema.exceptions import ValidationError
from referencing import Registry

from evaljson.base.errors import SchemaError
from evaljson.base.limits import DEFAULTS
from evaljson.schema.given import AnySchema, as_json_schema
from evaljson.transforms.patterns import PatternError, guarded

Errors = Iterator[ValidationError]
MOST_REFERENCES = DEFAULTS.schema_references
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")


class MapKey(str):
    """A key of a path that the schema does not declare by name."""

    __slots__ = ()


class TooManySteps(Exception):
    """A record needs more references followed than are allowed."""


class ReferenceCount:
    """Counts the references that are followed for one record."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin with another record."""
        self.left = MOST_REFERENCES


def make_validator(schema: AnySchema) -> tuple[Any, ReferenceCount]:
    """Return a validator, and its counter, to be set back before each record. Raises SchemaError."""
    document = dict(as_json_schema(schema))
    kind = validators.validator_for(document, default=Draft202012Validator)
    if kind is Draft3Validator:
        raise SchemaError('"$schema" is older than draft 4: state the schema in a later draft')
    try:
        _check_patterns(document)
        check: Any = kind.check_schema
        check(document, format_checker=FormatChecker(formats=()))  # which compiles no pattern a second time
    except InvalidSchema as error:
        raise SchemaError(f"this is not a JSON Schema: {error.message[:200]}", "/".join(map(str, error.path))) from None
    except RecursionError:
        raise SchemaError("the schema is nested too deeply to be checked: simplify it") from None
    steps = ReferenceCount()
    changed: dict[str, Any] = {
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "required": _required,
        "additionalProperties": _additional_properties,
    }
    changed |= {name: _counted(kind.VALIDATORS[name], steps) for name in _REFERENCES if name in kind.VALIDATORS}
    extend: Any = validators.extend
    return extend(kind, changed)(document, registry=Registry()), steps  # this registry fetches nothing


def _check_patterns(schema: Any) -> None:
    """Refuse patterns that are, or whose use would be, without limits."""
    stack, names = [schema], set[str]()
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            names |= set(map(str, node))
            within = node.get("patternProperties")
            for source in [node.get("pattern"), *(within if isinstance(within, Mapping) else ())]:
                if isinstance(source, str):
                    _compiled(source)
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
    if {"patternProperties", "unevaluatedProperties"} <= names:
        raise SchemaError(
            '"unevaluatedProperties" in a schema with "patternProperties" is not checked: use "additionalProperties"'
        )


def _compiled(source: str) -> Any:
    try:
        return guarded(source)
    except PatternError as error:
        raise SchemaError(f'"pattern": {error}') from None


def _matches(source: str, text: str) -> bool:
    return bool(_compiled(source).is_in(text))


def _pattern(validator: Any, source: str, instance: Any, schema: Any) -> Errors:
    if not validator.is_type(instance, "string"):
        return
    try:
        if not _matches(source, instance):
            yield ValidationError(f"{instance[:80]!r} does not match {source[:80]!r}")
    except PatternError as error:
        yield ValidationError(f"not checked: {error}")


def _pattern_properties(validator: Any, patterns: Mapping[str, Any], instance: Any, schema: Any) -> Errors:
    if not validator.is_type(instance, "object"):
        return
    for source, below in patterns.items():
        for key, item in instance.items():
            try:
                if _matches(source, key):
                    yield from validator.descend(item, below, path=MapKey(key), schema_path=source)
            except PatternError as error:
                yield ValidationError(f"not checked: {error}", path=(MapKey(key),))


def _additional_properties(validator: Any, below: Any, instance: Any, schema: Any) -> Errors:
    if not validator.is_type(instance, "object"):
        return
    declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key, item in instance.items():
        try:
            if key in declared or any(_matches(source, key) for source in patterns):
                continue
        except PatternError:  # patternProperties reports it
            continue
        if below is False:
            yield ValidationError("the schema allows no such key", path=(key,))
        elif below is not True:
            yield from validator.descend(item, below, path=MapKey(key))


def _required(validator: Any, keys: Any, instance: Any, schema: Any) -> Errors:
    if validator.is_type(instance, "object"):
        for key in keys:
            if key not in instance:
                yield ValidationError("a required key is missing", path=(key,))


def _counted(follow: Any, steps: ReferenceCount) -> Any:
    def wrapped(validator: Any, reference: Any, instance: Any, schema: Any) -> Errors:
        steps.left -= 1
        if steps.left < 0:
            raise TooManySteps
        yield from follow(validator, reference, instance, schema) or ()

    return wrapped
