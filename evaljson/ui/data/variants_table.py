"""The variants of an evaluation in a table with figures and notes, and a drop zone to add more."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.gold_name import gold_among
from evaljson.store import Conflict, Variant
from evaljson.ui.data.added_cells import show_cells_of_added
from evaljson.ui.data.added_files import finish, take_in, take_texts
from evaljson.ui.data.added_places import show_places_of_added
from evaljson.ui.data.file_upload import Use, uploader
from evaljson.ui.data.variant_form import show_variant
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import invented_records
from evaljson.ui.shared.allowed import may
from evaljson.ui.shared.own_records import shared_records
from evaljson.ui.shared.parts import show_failures
from evaljson.ui.shared.plain_text import one_line, plain
from evaljson.ui.shared.text_width import cut_to_width, text_width
from evaljson.ui.shared.variant_filter import offered
from evaljson.wording.words import BY_STATUS, points_column
from evaljson.workspace.draft_merge import free_name
from evaljson.workspace.drafts import variant_name
from evaljson.workspace.variant_notes import notes_of

_CHOSEN: Final = "data.variant"
_FIGURES: Final = {"F1": "mean_f1", "Precision": "mean_precision", "Recall": "mean_recall"}
_COUNTS: Final = {
    BY_STATUS["match"].label: "total_matches",
    BY_STATUS["mismatch"].label: "total_mismatches",
    BY_STATUS["omission"].label: "total_omissions",
    BY_STATUS["hallucination"].label: "total_hallucinations",
    "Records missing": "missing",
}
_NO_RECORD: Final = "Null or unreadable"
_ATTEMPTS = 5
"""How often adding a variant is tried again after a conflict: it never affects other people's changes."""


def show_variants(evaluation: OpenEvaluation) -> None:
    """Draw the table, the form of a chosen variant, and a drop zone."""
    show_failures(evaluation)
    shown = offered(evaluation, {variant.name: variant for variant in evaluation.stored.variants}, page="data")
    if shown:
        _table(evaluation, list(shown.values()))
        _choose(list(shown.values()), evaluation)
    show_cells_of_added(evaluation)
    show_places_of_added(evaluation)
    with st.expander("Add variants", expanded=not evaluation.variants):
        uploader(
            "Drop one or more files of extracted records here",
            "variants.add",
            "extracted",
            evaluation.schema.get("x-eval-id"),
            partial(_take_in, evaluation),
            keys=lambda: evaluation.tree.record_keys,
            done=lambda: finish(evaluation),
            least="editor",
            texts=Use("extracted", None, take_texts),
        )
        if may("editor"):
            st.caption(
                "Files are scored immediately with the current eval schema, each as one more variant. Where it is not "
                "plain how one pairs, you are asked first. To put a new file in place of another one, "
                "choose that variant in *Edit a variant* above, and open *Replace its file*."
            )


def _take_in(evaluation: OpenEvaluation, loaded: LoadedRecords) -> None:
    """Take one in, except for the gold of this evaluation once more, as a zip with all files has it."""
    if gold_among([loaded.name]) is not None and list(loaded.records) == list(evaluation.gold.records):
        st.toast(f"{plain(loaded.name, 60)} holds the gold of this evaluation: it is not added as a variant.")
        return
    take_in(evaluation, loaded, partial(add_variant, evaluation.id))


def add_variant(evaluation: str, loaded: LoadedRecords) -> None:
    """Add a variant at the end, named after its file. Raises StoreError."""
    store = server.store()
    for attempt in range(_ATTEMPTS):
        now = store.evaluations.get(evaluation)
        own = variant_name(loaded)
        name = free_name(own, now)
        try:
            store.variants.add(now.id, now.revision, name, loaded, by=author.who())
        except Conflict:
            if attempt + 1 == _ATTEMPTS:
                raise
        else:
            if name != own:
                st.toast(
                    f"There is a variant {plain(own, 60)} already, so this one is {plain(name, 60)}. To have its file "
                    "in place of the other one: choose this one under *Edit a variant*, press *Remove*, choose the "
                    "other one, and open *Replace its file*."
                )
            return


def _table(evaluation: OpenEvaluation, variants: list[Variant]) -> None:
    rows = [_row(evaluation, variant) for variant in variants]
    frame = pd.DataFrame(rows)
    empty = [
        name for name in frame if name not in _FIGURES and name not in _COUNTS and not frame[name].astype(bool).any()
    ]
    numbers = dict.fromkeys((*_FIGURES, "Cost", "Latency (s)"), "Float64") | dict.fromkeys(_COUNTS, "Int64")
    frame = frame.astype(numbers).drop(columns=empty)
    column = st.column_config
    figure = column.NumberColumn(format="%.1f", help="From 0 to 100: the mean over the variant's records.")
    config: dict[str, Any] = dict.fromkeys(_FIGURES, figure)
    count = column.NumberColumn(format="localized")
    config |= dict.fromkeys((*_COUNTS, "Left out"), count)
    config[_NO_RECORD] = column.NumberColumn(format="localized")
    for name in {"Label", "Model"} & set(frame):  # the form has all of a long one
        frame[name] = [cut_to_width(text, at=" ") for text in frame[name]]
        config[name] = column.TextColumn(width=text_width(frame[name]))
    config["Tags"] = column.ListColumn()
    config["Link"] = column.LinkColumn(display_text="open ↗", help="Shown only for http and https addresses.")
    st.dataframe(frame, hide_index=True, column_config=config, placeholder="–")
    has_strays = any(invented_records(evaluation, variant.name) for variant in variants)
    if len(rows) > 1 and (has_strays or any(row["Left out"] for row in rows)):
        shared = shared_records(has_strays=has_strays)
        st.caption(f"Each variant's figures are over its own records. Overview ranks over {shared}.")


def _row(evaluation: OpenEvaluation, variant: Variant) -> dict[str, Any]:
    run = evaluation.scored_run(variant.name)
    metrics = run.metrics if run is not None else {}
    notes = notes_of(variant.meta)
    gold = evaluation.stored.gold
    figures = dict(zip(_FIGURES, points_column(map(metrics.get, _FIGURES.values())), strict=True))
    counts = {name: metrics.get(metric) for name, metric in _COUNTS.items()}
    scored = metrics.get("total_records", 0) - invented_records(evaluation, variant.name)
    return {
        "Variant": variant.name,
        "Label": notes.label,
        **figures,
        **counts,
        _NO_RECORD: variant.dataset.refused,
        "Left out": max(gold.count - scored, 0) if gold is not None and run is not None else 0,
        "Model": notes.model,
        "Tags": list(notes.tags),
        "Cost": notes.cost,
        "Latency (s)": notes.latency,
        "Link": notes.safe_link,
    }


def _choose(variants: list[Variant], evaluation: OpenEvaluation) -> None:
    by_id = {variant.id: variant for variant in variants}
    if st.session_state.get(_CHOSEN) not in (None, *by_id):
        st.session_state[_CHOSEN] = None
    chosen = st.selectbox(
        "Edit a variant",
        list(by_id),
        index=None,
        key=_CHOSEN,
        format_func=lambda identity: one_line(by_id[identity].name) if identity in by_id else "",
        placeholder="Edit a variant: name, model, prompt, tags, cost, order, file",
        label_visibility="collapsed",
        persist_state="page",  # it is still chosen after a draft that takes the place of its form
    )
    if chosen is not None:
        show_variant(evaluation, by_id[chosen])
