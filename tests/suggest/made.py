"""Small sets of records with one field each, and what is suggested for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaljson.base.jsontypes import ABSENT
from evaljson.suggest import Suggestion, Suggestions, suggest

Values = Sequence[tuple[Any, Any]]
"""(gold, extracted) of each record; ABSENT for a missing key."""

RIGHT = 8
"""Records that are right, beside those that a test is about."""


def records(values: Sequence[Any], field: str = "field") -> list[dict[str, Any]]:
    return [{"id": str(n), **({} if value is ABSENT else {field: value})} for n, value in enumerate(values)]


def suggested(values: Values, type_: Any = "string", **more: Any) -> Suggestions:
    """For one field of one variant; `more` are settings of the field."""
    schema = {"type": "object", "x-eval-id": "id", "properties": {"field": {"type": type_, **more}}}
    gold, extracted = records([gold for gold, _ in values]), records([extracted for _, extracted in values])
    return suggest(gold, {"a": extracted}, schema)


def kinds(suggestions: Suggestions) -> set[str]:
    return {suggestion.kind for suggestion in suggestions}


def of_kind(suggestions: Suggestions, kind: str) -> Suggestion:
    [suggestion] = [suggestion for suggestion in suggestions if suggestion.kind == kind]
    return suggestion


def with_right(values: Values, right: Sequence[Any]) -> Values:
    """Some records that are right as well."""
    return [*values, *((value, value) for value in right)]


def plain(schema: Mapping[str, Any], field: str = "field") -> dict[str, Any]:
    """The settings of a field."""
    node = schema["properties"][field]
    return {key: value for key, value in node.items() if key.startswith("x-eval-")}
