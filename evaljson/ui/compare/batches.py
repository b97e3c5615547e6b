"""The section of Compare on another batch of documents: whether it is alike, and what that does to F1."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.base.errors import InputError, SchemaError
from evaljson.jobs.page_work import StoppedError
from evaljson.report.compare.shift_table import UNLIKE, P, shift_table
from evaljson.shift import Shift
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.films_sample import offer_films
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.plain_text import one_line
from evaljson.workspace.batches import OtherBatch, other_batches

OPENED: Final = "compare.batches"
"""Key of the expander."""
_NAME: Final = 40
"""Characters of the name of a batch: it is in every line of what is found."""
_COLUMNS: Final = {
    UNLIKE: st.column_config.TextColumn(width="large"),
    P: st.column_config.TextColumn(help="Adjusted for all questions that were asked (Benjamini and Hochberg)."),
}
LABEL: Final = "Shift: is another batch of documents alike?"


def show_batches(evaluation: OpenEvaluation, variant: str) -> None:
    """Draw an expander where another evaluation has documents of the same kind; closed, nothing is computed."""
    gold = evaluation.stored.gold
    if gold is None:
        return
    others: list[OtherBatch] = cache.derived(
        ("batches", evaluation.id, gold.id),
        lambda: other_batches(server.store(), evaluation.id, gold.id, evaluation.schema),
    )
    if not others:
        offer_films(evaluation, {OPENED: LABEL})
        return
    expander = st.expander(LABEL, key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation, variant, others, gold.id)


def _show(evaluation: OpenEvaluation, variant: str, others: list[OtherBatch], gold: str) -> None:
    by_id = {other.id: other for other in others}
    left, right = st.columns(2)
    chosen = left.selectbox(
        "Evaluation", list(by_id), key="compare.batches.other", format_func=lambda one: one_line(by_id[one].name, 60)
    )
    other = by_id[chosen]
    only_gold = "gold only"
    choices = [*other.runs, only_gold]
    scored = right.selectbox(
        "Scored", choices, index=choices.index(variant) if variant in choices else 0,
        key=f"compare.batches.variant.{chosen}", format_func=lambda one: one_line(one, 60),
        help=f"Its errors and its F1 are compared with those of {plain(variant, 60)}.",
    )  # fmt: skip
    names = (one_line(evaluation.name, _NAME), one_line(other.name, _NAME))
    names = names if names[0] != names[1] else (names[0], f"{names[1]} (other)")
    own_run, other_run = evaluation.run_key(variant), other.runs.get(scored)
    sides = (gold, other.gold) if other_run is None else (own_run, other_run)

    named = dict(zip(names, sides, strict=True))
    runs, golds = ({}, named) if other_run is None else (named, {})

    def look() -> Shift:
        found: Shift = server.work(
            "shift_between",
            server.url(),
            runs,
            golds,
            dict(evaluation.schema),
            instead="use evaljson shift in a terminal",
        )
        return found

    try:
        found = cache.derived(("shift", *sides, evaluation.stored.schema_number, *names), look)
    except (StoppedError, InputError, SchemaError) as error:
        problem_box(str(error), "", "Choose another evaluation, or use `evaljson shift`.")
        return
    st.markdown(plain(found.sentence, 600))
    for mix in found.under_mix[:3]:
        st.caption(plain(f"{mix.words[:1].upper()}{mix.words[1:]}.", 400))
    if found.tests:
        if not found.found:
            st.caption("Nothing shifted beyond chance. These questions came nearest.")
        st.dataframe(shift_table(found), hide_index=True, column_config=_COLUMNS)
