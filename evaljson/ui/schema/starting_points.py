"""Starting points: a schema or weights from elsewhere, and presets. Each becomes unapplied edits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.base.errors import EvaljsonError, InputError, SchemaError
from evaljson.metrics.convert import weights_from_schema, weights_to_schema
from evaljson.ui.schema.json_tab import read_text
from evaljson.ui.schema.unapplied_edits import replace_all, replace_schema
from evaljson.ui.session import widget_turn
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.commit_schema import first_schema, reset_label
from evaljson.ui.shared.largest_file import largest_file
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.ui.shared.schema_file import show_remarks
from evaljson.workspace.drafts import schema_from_gold
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.presets import PRESETS
from evaljson.workspace.typed_schema import parse_json

_WEIGHTS: Final = '{"total": 1, "vendor": {"__vendor": 0.5, "name": 0.2}}'


def show_start(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    """Show all starting points."""
    st.caption("Each of these becomes an unapplied edit: see what it does, then apply or discard it.")
    _presets(evaluation, schema)
    _from_gold(evaluation)
    _json_schema(evaluation)
    _weights(evaluation, schema)


def _presets(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    st.subheader("Presets", anchor=False)
    for name, preset in PRESETS.items():
        with st.container(border=True):
            st.markdown(f"**{preset.title}.** {preset.does}")
            if st.button(f"Try {preset.title.lower()}", key=f"schema.preset.{name}"):
                _take(partial(_try, evaluation, schema, name))


def _try(evaluation: OpenEvaluation, schema: EditedSchema, name: str) -> None:
    replace_schema(evaluation, PRESETS[name].apply(schema.now.schema))


def _from_gold(evaluation: OpenEvaluation) -> None:
    st.subheader("From gold", anchor=False)
    id_key = evaluation.schema.get("x-eval-id")
    with st.container(horizontal=True):
        if st.button("Infer from gold", key="schema.infer", help="Fields and types as in gold, without tuning."):
            _take(lambda: replace_schema(evaluation, schema_from_gold(evaluation.gold, id_key)))
        if evaluation.is_sample and st.button(reset_label(evaluation), key="schema.reset"):
            _take(lambda: replace_schema(evaluation, first_schema(evaluation)))


def _json_schema(evaluation: OpenEvaluation) -> None:
    st.subheader("A JSON Schema", anchor=False)
    st.caption("From Pydantic, Zod or OpenAPI, or an eval schema that was downloaded here.")
    file = st.file_uploader(
        "Use another eval schema",
        type=["json"],
        key=f"schema.upload.{widget_turn.current()}",
        max_upload_size=largest_file(),
    )
    pasted = st.text_area(
        "or paste it", key=f"schema.pasted.{widget_turn.current()}", height=110, placeholder='{"type": …}'
    )
    use = st.button("Use the pasted schema", key="schema.use-pasted", disabled=not pasted)
    text = _decoded(file.getvalue()) if file is not None else pasted if use else None
    if text is not None:
        name = file.name if file is not None else "the pasted text"
        _take(lambda: replace_all(evaluation, read_text(text)), name)
    schema, remarks = st.session_state.get("schema.json-remarks", (None, ()))
    show_remarks(remarks if schema is not None else ())


def _decoded(content: bytes) -> str:
    """Decode a file; invalid UTF-8 is refused later, as JSON."""
    return content.decode("utf-8-sig", "replace")


def _weights(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    st.subheader("Weights of JSON Difference", anchor=False)
    text = st.text_area(
        "Weights as JSON", key=f"schema.weights.{widget_turn.current()}", height=110, placeholder=_WEIGHTS,
        help="One number per key; for an object or array its keys, and its own weight under its name after __.",
    )  # fmt: skip
    with st.container(horizontal=True):
        if st.button("Use these weights", key="schema.use-weights", disabled=not text):
            _take(lambda: replace_schema(evaluation, weights_to_schema(_object(str(text)), schema.now.schema)))
        shown = st.button("Show the weights of this schema", key="schema.show-weights")
    if shown:
        _show_own(schema)


def _show_own(schema: EditedSchema) -> None:
    try:
        converted = weights_from_schema(schema.now.schema)
    except SchemaError as error:
        problem_box(error.problem, error.path, "Rename the key.")
        return
    st.code(orjson.dumps(converted.weights, option=orjson.OPT_INDENT_2).decode(), language="json")
    for note in converted.notes:
        data_line(note)


def _object(text: str) -> dict[str, Any]:
    value = parse_json(text)
    if not isinstance(value, dict):
        raise InputError(f"weights are a JSON object, such as {_WEIGHTS}")
    return value


def _take(change: Callable[[], None], name: str = "") -> None:
    """Make it the unapplied edits, or report why not."""
    try:
        change()
    except EvaljsonError as error:
        where = getattr(error, "path", "") or plain(name)
        problem_box(getattr(error, "problem", str(error)), where, "Correct it and try again; nothing was changed.")
        return
    st.rerun()
