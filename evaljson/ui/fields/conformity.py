"""The section of Fields on the form of the extraction: whether its records fit a JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from evaljson.base.errors import InputError, SchemaError
from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.jobs.page_work import StoppedError
from evaljson.report.fields.conformity import in_words, record_table, violation_table
from evaljson.schema.conform import Conformity
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session import author, cache, server, widget_turn
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.found_records import labels
from evaljson.ui.shared.largest_file import largest_file
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.workspace.json_schema import json_schema_of, read_json_schema, set_json_schema

OPENED = "fields.conformity"
"""Key of the expander."""
_INSTEAD = "use a simpler JSON Schema"


def show_conformity(evaluation: OpenEvaluation, view: View) -> None:
    """Draw an expander with the share of records that conform, and what does not; closed, nothing is computed."""
    expander = st.expander("Conformity to a JSON Schema", key=OPENED, on_change="rerun")
    if not expander.open:
        return
    with expander:
        schema = json_schema_of(evaluation.stored.settings)
        if schema is None:
            st.caption(
                "Whether records have the form asked for: required keys, types, null, listed values, patterns. "
                "Drop the JSON Schema the model was given. No other figure changes."
            )
        else:
            _show(evaluation, view, schema)
        if not evaluation.is_earlier:
            _choose(evaluation, view.variant, schema)


def _show(evaluation: OpenEvaluation, view: View, schema: Mapping[str, Any]) -> None:
    try:
        conformity = _conformity(evaluation, view.variant, schema)
    except (SchemaError, InputError, StoppedError) as error:
        problem_box(getattr(error, "problem", str(error)), getattr(error, "path", ""), "Drop another JSON Schema.")
        return
    st.markdown(in_words(conformity))
    if clusters := of_intervals(evaluation.runs[view.variant].clustered):
        st.caption(plain(clusters, 200))
    if view.kind is not None:
        st.caption("These are the records of all document types.")
    number = st.column_config.NumberColumn
    if conformity.violations:
        st.caption("Violations by field and keyword")
        st.dataframe(
            violation_table(conformity),
            hide_index=True,
            column_config={"Conforms": number(format="%.1f%%", help="Share of records without violations there.")},
        )
    if conformity.conforming < conformity.records:
        st.caption("Records that do not conform; missing ones have no number. Tick one to see it.")
        key = evaluation.run_key(view.variant)
        rows = record_table(conformity, labels(evaluation.runs[view.variant], key))
        columns = {"Record": st.column_config.TextColumn(), "Violations": number()}
        ticked = show_table(rows, f"fields.conformity.records.{key}", columns, height=240)
        if ticked is not None:
            go_to_records(a=view.variant, record=str(rows["Record"].iloc[ticked]))


def _conformity(evaluation: OpenEvaluation, variant: str, schema: Mapping[str, Any]) -> Conformity:
    """Check the records of a variant in a helper process, since a schema can take any time."""
    run = evaluation.run_key(variant)
    held = evaluation.stored.revision

    def check() -> Conformity:
        conformity: Conformity = server.work("conformity", server.url(), run, dict(schema), instead=_INSTEAD)
        return conformity

    return cache.derived(("conformity", run, held), check)


def _choose(evaluation: OpenEvaluation, variant: str, current: Mapping[str, Any] | None) -> None:
    """Draw the drop zone, and the button that takes the schema out."""
    label = "Drop a JSON Schema" if current is None else "Drop another JSON Schema"
    file = st.file_uploader(
        label, type=["json"], key=f"fields.json-schema.{widget_turn.current()}", max_upload_size=largest_file()
    )
    if current is not None:
        st.button("Remove the JSON Schema", key="fields.json-schema.remove", on_click=_remove, args=(evaluation,))
    if file is None:
        return
    try:
        schema = read_json_schema(file.getvalue())
        run = evaluation.run_key(variant)
        server.work("conformity", server.url(), run, schema, instead=_INSTEAD)  # refuses what cannot be used
    except (SchemaError, InputError, StoppedError) as error:
        path = getattr(error, "path", "") or file.name
        problem_box(getattr(error, "problem", str(error)), path, "Correct the schema and drop it again.")
        return
    if _set(evaluation, schema):
        widget_turn.advance()
    st.rerun()


def _remove(evaluation: OpenEvaluation) -> None:
    _set(evaluation, None)


def _set(evaluation: OpenEvaluation, schema: Mapping[str, Any] | None) -> bool:
    """Store the schema for everyone who opens the evaluation, or none."""
    store = server.store()
    return attempt(lambda: set_json_schema(store, evaluation.id, evaluation.revision, schema, by=author.who()))
