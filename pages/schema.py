"""Schema: how every field is compared, to be edited in a grid or as JSON."""

import orjson
import streamlit as st

from evaljson.ui import schema_editor, state
from evaljson.ui.pairing_hint import show_pairing_gains
from evaljson.ui.parts import guarded, heading, plain, show_failures
from evaljson.ui.rescore import commit, show_what_changed
from evaljson.ui.schema_file import schema_uploader

with guarded("The Schema page"):
    evaluation = state.evaluation()
    heading(
        "Schema",
        f"How each field of {plain(evaluation.name)} is compared. A change counts for all variants once it is applied.",
    )
    show_failures(evaluation)
    show_what_changed()
    show_pairing_gains(evaluation)

    grid, raw, files = st.tabs(["Fields", "JSON", "File"])
    with grid:
        schema_editor.edit_grid(evaluation)
        schema_editor.show_without_effect(evaluation.tree)
        schema_editor.show_known_names()
    with raw:
        schema_editor.edit_json(evaluation)
    with files:
        text = orjson.dumps(evaluation.schema, option=orjson.OPT_INDENT_2)
        st.download_button(
            "Download the eval schema", text, "eval_schema.json", "application/json", key="schema.download"
        )
        schema_uploader("Use another eval schema", "schema.upload", lambda schema: commit(evaluation, schema))
