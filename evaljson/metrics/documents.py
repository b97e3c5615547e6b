"""Read documents for metrics: Python values, or text.

    expected    text is parsed strictly: it is JSON from end to end
    actual      text is a model's output: JSON from end to end, or one object in fences or prose

Nothing is repaired. Only a document as a whole may be text: strings inside it are strings. Errors are InputErrors
whose path begins with the side.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from evaljson.base.errors import InputError, LoadError
from evaljson.base.jsontypes import find_non_json, type_name
from evaljson.load.json.exact import ExactParser, Flaw
from evaljson.load.model_text.single_object import parse_model_text
from evaljson.metrics.base import Record

Side = Literal["actual", "expected"]
_SPACE = " \t\n\r"


def read_objects(actual: Any, expected: Any) -> tuple[Record, Record]:
    """Return both sides as objects. Raises InputError for a side that is not an object."""
    return read_object(actual, "actual"), read_object(expected, "expected")


def read_object(document: Any, side: Side) -> Record:
    """Return one side as an object. Raises InputError if it is not an object."""
    if isinstance(document, str) and side == "actual":
        return _from_model(document)
    value = parse_strictly(document, side) if isinstance(document, str) else document
    if not isinstance(value, dict):
        raise InputError(f"this must be a JSON object, not {type_name(value)}.", side)
    refuse_non_json(value, side)
    return value


def read_documents(actual: Any, expected: Any) -> tuple[Any, Any]:
    """Return both sides as JSON values of any type. Raises InputError.

    `expected` is parsed if it begins like an object or array, `actual` if `expected` is one. Other text is a string to
    compare.
    """
    refuse_non_json(actual, "actual")
    refuse_non_json(expected, "expected")
    if isinstance(expected, str) and expected.lstrip(_SPACE).startswith(("{", "[")):
        expected = parse_strictly(expected, "expected")
    if isinstance(actual, str) and isinstance(expected, dict | list):
        actual = parse_leniently(actual)
    return actual, expected


def parse_strictly(text: str, side: Side) -> Any:
    """Parse a text that is one JSON value from end to end. Raises InputError with the parser's message."""
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = ExactParser().value_at(text, start)
        if text[end:].strip(_SPACE):
            raise json.JSONDecodeError("Extra data", text, end)
    except json.JSONDecodeError as error:
        raise InputError(f"the text is not valid JSON: {error}; correct it.", side) from None
    if isinstance(value, Flaw):
        raise InputError(f"{value.path}: {value.message}" if value.path else value.message, side)
    return value


def parse_leniently(text: str) -> Any:
    """Parse a model's text as one JSON value, or find the object in it. Raises InputError with the parser's message."""
    try:
        return parse_strictly(text, "actual")
    except InputError as error:
        try:
            return _from_model(text)
        except InputError as lenient:
            both = error.problem if lenient.problem in error.problem else f"{error.problem} Also, {lenient.problem}"
            raise InputError(both, "actual") from None


def refuse_non_json(value: Any, side: Side) -> None:
    """Raise InputError at the first value that JSON does not have."""
    non_json = find_non_json(value, side)
    if non_json:
        where, odd = non_json
        raise InputError(f"{odd} is not a JSON value: convert it to a string, number, list or dict.", where)


def _from_model(text: str) -> Record:
    try:
        return parse_model_text(text)
    except (LoadError, RecursionError) as error:
        problem = str(error) if isinstance(error, LoadError) else "nested too deeply for the remaining stack."
        raise InputError(problem, "actual") from None
