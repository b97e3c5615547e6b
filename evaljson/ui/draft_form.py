"""The form on the Data page in which somebody puts own files together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from evaljson.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.paths import child
from evaljson.report.id_keys import id_candidates
from evaljson.report.words import counted
from evaljson.schema import find_gold_problems, infer_with_report, parse_eval_schema
from evaljson.ui import state
from evaljson.ui.evaluation import Draft, scored
from evaljson.ui.files import pairing_of, show_file, show_pairing, show_schema_fields, uploader
from evaljson.ui.parts import data_line, guarded, problem_box, progress_on
from evaljson.ui.schema_file import schema_uploader

BY_POSITION = "by position"
KEYED_AS = "id"
"""Where ids that stand beside records go while there is no gold to say."""


def show_draft(draft: Draft) -> None:
    """The four steps, each as far as the one before allows."""
    with st.container(border=True):
        _gold(draft)
    with st.container(border=True):
        _variants(draft)
    if draft.gold is not None:
        with st.container(border=True):
            _pairing(draft, draft.gold)
        with st.container(border=True):
            _schema(draft, draft.gold)
    _buttons(draft)


def _gold(draft: Draft) -> None:
    st.subheader(
        "1. Gold", anchor=False, help="The records labelled by hand that the extracted ones are scored against."
    )
    if draft.gold is None:
        uploader(
            "Drop the gold file here",
            "draft.gold",
            "gold",
            KEYED_AS,
            lambda loaded: state.set_draft(replace(_now(), gold=loaded)),
        )
        return
    show_file(draft.gold.name, draft.gold, draft.id_in_force(), "draft.remove-gold", _without_gold)


def _variants(draft: Draft) -> None:
    st.subheader(
        "2. Variants", anchor=False, help="What one prompt or model extracted from the same documents; one file each."
    )
    id_key = draft.id_in_force()
    for number, (name, loaded) in enumerate(draft.variants.items()):
        show_file(name, loaded, id_key, f"draft.remove-{number}", partial(_remove, name))
    uploader(
        "Drop one or more files of extracted records here",
        "draft.variants",
        "extracted",
        KEYED_AS if draft.gold is None else id_key,
        lambda loaded: state.set_draft(_now().with_variant(loaded)),
    )


def _pairing(draft: Draft, gold: LoadedRecords) -> None:
    st.subheader(
        "3. Record id", anchor=False, help="The key that tells which extracted record belongs to which gold record."
    )
    records: list[Any] = gold.records
    candidates = state.derived(("ids", gold.sha256), lambda: id_candidates(records))
    id_key = draft.id_in_force()
    options = list(dict.fromkeys([*candidates, *([id_key] if id_key else []), BY_POSITION]))
    chosen = st.selectbox(
        "Pair records by",
        options,
        index=options.index(id_key if id_key is not None else BY_POSITION),
        help="Keys that all gold records have, each with a value of its own.",
        key=f"draft.id.{gold.sha256[:8]}.{id_key}",
    )
    if chosen != (id_key if id_key is not None else BY_POSITION):
        by_position = chosen == BY_POSITION and chosen not in candidates
        state.set_draft(replace(draft, id_key=None if by_position else chosen, by_position=by_position))
        st.rerun()
    if not candidates:
        st.caption(
            "No key is in all gold records with a value of its own, so the first pairs with the first, and so on."
        )
    for name, loaded in draft.variants.items():
        show_pairing(name, pairing_of(gold, loaded, id_key))


def _schema(draft: Draft, gold: LoadedRecords) -> None:
    st.subheader("4. Eval schema", anchor=False, help="Says which fields there are and how each is compared.")
    records: list[Any] = gold.records
    schema_uploader("Use an eval schema of your own (optional)", "draft.schema", lambda schema: _set(schema=schema))
    with guarded("The eval schema"):
        schema = draft.eval_schema()
        tree = parse_eval_schema(schema)
        fields = counted(sum(leaf.path != child("", draft.id_in_force() or "") for leaf in tree.leaves()), "field")
        if draft.schema is None:
            report = state.derived(("infer", gold.sha256), lambda: infer_with_report(records))
            st.markdown(f"Read off gold: {fields}. You can change it on the Schema page after scoring.")
            for position in report.mixed:
                data_line(f"⚠ {position}")
        else:
            st.markdown(f"Your own: {fields}.")
            st.button("Read it off gold instead", key="draft.infer", on_click=_set, kwargs={"schema": None})
            _gold_findings(gold, schema)
        with st.expander("Show the fields"):
            show_schema_fields(tree)


def _gold_findings(gold: LoadedRecords, schema: Mapping[str, Any]) -> None:
    records: list[Any] = gold.records
    findings = [one for one in find_gold_problems(records, schema, warn_missing=False) if one.kind != "missing"]
    if findings:
        with st.expander(f"⚠ Gold does not fit this schema in {counted(len(findings), 'place')}: show"):
            for one in findings:
                data_line(one.message)


def _buttons(draft: Draft) -> None:
    missing = [what for what, there in (("gold", draft.gold), ("a variant", draft.variants)) if not there]
    with st.container(horizontal=True):
        ready = st.button("Score", type="primary", disabled=bool(missing), key="draft.score")
        st.button("Cancel", key="draft.cancel", on_click=state.set_draft, args=(None,))
    if missing:
        st.caption(f"Still needed: {' and '.join(missing)}.")
    if ready:
        score(draft)


def score(draft: Draft) -> None:
    """Score all variants with progress, and open the result; say why where that cannot be."""
    bar = st.progress(0.0, text="Preparing")
    try:
        found = scored(draft.evaluation(), state.evaluation(), progress_on(bar))
    except EvaljsonError as error:
        problem_box(
            getattr(error, "problem", str(error)), getattr(error, "path", ""), "Correct the file and drop it again."
        )
        return
    finally:
        bar.empty()
    state.forget_choices()
    state.open_evaluation(found)
    st.rerun()


def _now() -> Draft:
    return state.draft() or Draft()


def _set(**changes: Any) -> None:
    state.set_draft(replace(_now(), **changes))


def _without_gold() -> None:
    _set(gold=None, id_key=None, by_position=False)


def _remove(name: str) -> None:
    state.set_draft(_now().without_variant(name))
