"""A changed eval schema: everything is scored again, the result opened, and told what the change did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from evaljson.errors import SchemaError, did_you_mean
from evaljson.report.rescored import moved_fields, moved_variants
from evaljson.ui import state
from evaljson.ui.evaluation import Draft, Evaluation, scored
from evaljson.ui.parts import plain, progress_on
from evaljson.ui.sample import sample_schema
from evaljson.ui.schema_grid import Edits


def commit(evaluation: Evaluation, schema: Mapping[str, Any], waiting: Edits | None = None) -> None:
    """Score everything under a changed schema and open the result; `waiting` edits stay in the grid, not applied.

    Raises SchemaError, and leaves all as it was, where nothing could be scored under that schema.
    """
    _refuse_id_that_nobody_has(evaluation, schema)
    bar = st.progress(0.0, text="Scoring")
    try:
        found = scored(replace(evaluation, schema=schema), evaluation, progress_on(bar))
    finally:
        bar.empty()
    if evaluation.runs and not found.runs:
        failure = next(iter(found.failures.values()))
        raise SchemaError(f"no variant can be scored under this schema: {failure.message}", failure.path)
    _open(found, waiting or {})
    state.set_before(evaluation)
    st.rerun()


def _refuse_id_that_nobody_has(evaluation: Evaluation, schema: Mapping[str, Any]) -> None:
    id_key, gold = schema.get("x-eval-id"), [one for one in evaluation.gold.records if isinstance(one, dict)]
    if isinstance(id_key, str) and gold and not any(id_key in record for record in gold):
        keys = dict.fromkeys(str(key) for record in gold for key in record)
        raise SchemaError(f"no gold record has the key {id_key!r}.{did_you_mean(id_key, keys)}", "x-eval-id")


def _open(evaluation: Evaluation, waiting: Edits) -> None:
    state.open_evaluation(evaluation)
    paths = {node.path for node in evaluation.tree.walk()}
    state.set_pending({path: dict(cells) for path, cells in waiting.items() if path in paths})


def show_what_changed() -> None:
    """After a change of the schema: each variant's F1 before and after, the fields that moved most, and a way back."""
    before, now = state.before(), state.evaluation()
    if before is None:
        return
    variants, fields = (moved(before.runs, now.runs) for moved in (moved_variants, moved_fields))
    with st.container(border=True):
        told = "; ".join(f"{plain(one.variant)}: F1 {one.in_words()}" for one in variants)
        st.markdown(f"**Scored again under the changed schema.** {told}".rstrip())
        if fields:
            lines = (f"- {plain(one.field or '')}: F1 {one.in_words()} in {plain(one.variant)}" for one in fields)
            st.markdown("Fields that moved most:\n\n" + "\n".join(lines))
        else:
            st.markdown("No field's F1 moved.")
        with st.container(horizontal=True):
            st.button(
                "Undo",
                key="schema.undo",
                on_click=_undo,
                args=(before,),
                help="Back to the schema and the runs before this change.",
            )
            st.button("Keep", key="schema.keep", on_click=state.set_before, args=(None,))


def _undo(before: Evaluation) -> None:
    _open(before, state.typed())


def reset_label(evaluation: Evaluation) -> str:
    """What the schema can be put back to."""
    return "Reset to the sample's schema" if evaluation.is_sample else "Reset to the schema read off gold"


def first_schema(evaluation: Evaluation) -> Mapping[str, Any]:
    """The sample's own schema, or the one read off gold with the id in force. Raises SchemaError, InputError."""
    if evaluation.is_sample:
        return sample_schema(evaluation.name)
    id_key = evaluation.schema.get("x-eval-id")
    return Draft(evaluation.gold, evaluation.variants, None, id_key, id_key is None).eval_schema()
