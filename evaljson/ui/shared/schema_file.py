"""An eval schema that comes as a file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from evaljson.base.bounded_cache import Bounded
from evaljson.base.errors import SchemaError
from evaljson.jobs.page_work import StoppedError
from evaljson.schema import SchemaRemark
from evaljson.ui.session import server, widget_turn
from evaljson.ui.shared.largest_file import largest_file
from evaljson.ui.shared.parts import data_line, problem_box
from evaljson.wording.words import counted
from evaljson.workspace.typed_schema import parse_json, resolved_and_checked

_SHOWN = 100
_A_CHECK = 1000
"""Bytes that a problem takes."""


def schema_uploader(
    label: str, key: str, take: Callable[[dict[str, Any], Any], None], current: Mapping[str, Any] | None
) -> None:
    """Show a drop zone for one schema, which is checked; JSON Schema with references is accepted too.

    `take` receives it resolved, and as it is in the file; it may raise SchemaError for one that does not suit. What had
    to be decided about it is shown below for as long as it is the `current` schema.
    """
    file = st.file_uploader(label, type=["json"], key=f"{key}.{widget_turn.current()}", max_upload_size=largest_file())
    if file is None:
        schema, remarks = st.session_state.get(f"{key}.remarks", (None, ()))
        show_remarks(remarks if schema == current else ())
        return
    if take_schema(file.getvalue().decode("utf-8", "surrogateescape"), file.name, key, take):
        widget_turn.advance()
        st.rerun()


def take_schema(text: str, name: str, key: str, take: Callable[[dict[str, Any], Any], None]) -> bool:
    """Check the schema in a file and pass it on as `schema_uploader` does; where it is refused, say why."""
    try:
        as_written, schema, remarks = checked(text)
        st.session_state[f"{key}.remarks"] = (schema, remarks)
        take(schema, as_written)
    except (SchemaError, StoppedError) as error:
        path = getattr(error, "path", "") or name
        problem_box(getattr(error, "problem", str(error)), path, "Correct the schema and drop it again.")
        return False
    return True


def show_remarks(remarks: Sequence[SchemaRemark]) -> None:
    """Show what was decided while a schema was resolved."""
    if remarks:
        with st.expander(f"⚠ {counted(len(remarks), 'place')} of this schema had to be simplified: show"):
            for remark in remarks[:_SHOWN]:
                data_line(str(remark))
            if len(remarks) > _SHOWN:
                st.caption(f"and {len(remarks) - _SHOWN:,} more like these")


def checked(text: str) -> tuple[Any, dict[str, Any], tuple[SchemaRemark, ...]]:
    """Return the JSON of a text, the schema that it is once resolved, and remarks on what was decided.

    A helper process reads it first, so that no text can hold up this one. Raises SchemaError, StoppedError.
    """
    key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()

    def check() -> SchemaError | None:
        try:
            server.work("check_schema", text, instead="make the schema smaller")
        except SchemaError as error:
            return error
        return None

    problem = _known().get(key, check, lambda _: _A_CHECK)
    if problem is not None:
        raise SchemaError(problem.problem, problem.path)
    value = parse_json(text)
    return value, *resolved_and_checked(value)


@st.cache_resource(show_spinner=False)
def _known() -> Bounded:
    """Return what is wrong with the texts that were read last, shared by all sessions."""
    return Bounded(1000 * _A_CHECK)
