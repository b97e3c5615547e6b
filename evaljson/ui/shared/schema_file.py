"""An eval schema that comes as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson
import streamlit as st

from evaljson.base.errors import SchemaError
from evaljson.schema import (
    SchemaRemark,
    annotate_xeval,
    parse_eval_schema,
    resolve_schema_references,
    resolve_with_report,
)
from evaljson.ui.session import widget_turn
from evaljson.ui.shared.parts import data_line, problem_box
from evaljson.wording.words import counted

_SHOWN = 100
EXAMPLE = '{"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}'


def schema_uploader(
    label: str, key: str, take: Callable[[dict[str, Any]], None], current: Mapping[str, Any] | None
) -> None:
    """Show a drop zone for one schema, which is checked; JSON Schema with references is accepted too.

    `take` may raise SchemaError for one that does not suit. What had to be decided about it is shown below for as long
    as it is the `current` schema.
    """
    file = st.file_uploader(label, type=["json"], key=f"{key}.{widget_turn.current()}")
    if file is None:
        schema, remarks = st.session_state.get(f"{key}.remarks", (None, ()))
        show_remarks(remarks if schema == current else ())
        return
    try:
        schema, remarks = read_told(parse_json(file.getvalue()))
        st.session_state[f"{key}.remarks"] = (schema, remarks)
        take(schema)
    except SchemaError as error:
        problem_box(error.problem, error.path or file.name, "Correct the schema and drop it again.")
        return
    widget_turn.advance()
    st.rerun()


def read_told(value: Any) -> tuple[dict[str, Any], tuple[SchemaRemark, ...]]:
    """Resolve and check an uploaded schema, and return remarks on what was decided. Raises SchemaError."""
    report = resolve_with_report(value)
    schema = annotate_xeval(resolve_schema_references(report.schema))
    parse_eval_schema(schema)
    return schema, report.remarks


def show_remarks(remarks: Sequence[SchemaRemark]) -> None:
    """Show what was decided while a schema was resolved."""
    if remarks:
        with st.expander(f"⚠ {counted(len(remarks), 'place')} of this schema had to be simplified: show"):
            for remark in remarks[:_SHOWN]:
                data_line(str(remark))
            if len(remarks) > _SHOWN:
                st.caption(f"and {len(remarks) - _SHOWN:,} more like these")


def parse_json(text: bytes | str) -> Any:
    """Parse JSON. Raises SchemaError with the line of the error."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise SchemaError(
            f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}. "
            f"An eval schema looks like {EXAMPLE}"
        ) from None
