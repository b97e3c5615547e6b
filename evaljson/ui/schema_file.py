"""An eval schema that comes as a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import streamlit as st

from evaljson.errors import SchemaError
from evaljson.ui import state
from evaljson.ui.evaluation import read_schema
from evaljson.ui.parts import problem_box

EXAMPLE = '{"type": "object", "x-eval-id": "id", "properties": {"total": {"type": "number"}}}'


def schema_uploader(label: str, key: str, take: Callable[[dict[str, Any]], None]) -> None:
    """A drop zone for one schema, which is checked; JSON Schema with references is taken too.

    `take` may raise SchemaError for one that does not suit.
    """
    file = st.file_uploader(label, type=["json"], key=f"{key}.{state.turn()}")
    if file is None:
        return
    try:
        take(read_schema(parse_json(file.getvalue())))
    except SchemaError as error:
        problem_box(error.problem, error.path or file.name, "Correct the schema and drop it again.")
        return
    state.next_turn()
    st.rerun()


def parse_json(text: bytes | str) -> Any:
    """JSON as a value. Raises SchemaError with the line where it is none."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise SchemaError(
            f"this is not JSON: {error.msg} at line {error.lineno}, column {error.colno}. "
            f"An eval schema looks like {EXAMPLE}"
        ) from None
