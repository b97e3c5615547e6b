"""A schema as someone typed it or dropped it: JSON text, perhaps with references."""

from __future__ import annotations

from typing import Any, Final

import orjson

from evaljson.base.errors import SchemaError
from evaljson.schema import (
    SchemaRemark,
    annotate_xeval,
    parse_eval_schema,
    resolve_schema_references,
    resolve_with_report,
)
from evaljson.workspace.json_edit import scan

EXAMPLE: Final = '{"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}'


def check_text(text: str) -> None:
    """Raise SchemaError for a text that is no eval schema and cannot be made one."""
    value = parse_json(text)
    scan(text)
    resolved_and_checked(value)


def parse_json(text: bytes | str) -> Any:
    """Parse JSON. Raises SchemaError with the line of the error."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise SchemaError(
            f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}. "
            f"An eval schema looks like {EXAMPLE}"
        ) from None


def line_of_syntax_error(text: str) -> int | None:
    """Return the line, from 1, that `parse_json` names for a text that is not JSON; None for JSON."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return error.lineno
    return None


def resolved_and_checked(value: Any) -> tuple[dict[str, Any], tuple[SchemaRemark, ...]]:
    """Resolve and check a schema, and return remarks on what was decided. Raises SchemaError."""
    report = resolve_with_report(value)
    schema = annotate_xeval(resolve_schema_references(report.schema))
    parse_eval_schema(schema)
    return schema, report.remarks
