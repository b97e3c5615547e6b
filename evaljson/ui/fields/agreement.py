"""The section of Fields on people: how far another person's gold agrees, field by field, and variants beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.agreement import GoldAgreement
from evaljson.base.errors import InputError, SchemaError
from evaljson.jobs.page_work import StoppedError
from evaljson.report.fields.people_table import (
    AC1,
    ALPHA,
    BOTH,
    ELEMENTS,
    FIELD,
    SAME,
    THERE,
    agreement_by_field,
    people_in_words,
    systems_beside_people,
)
from evaljson.results.model import RunResult
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.words import counted
from evaljson.workspace.batches import OtherBatch, other_batches

OPENED: Final = "fields.people"
"""Key of the expander."""
LABEL: Final = "Agreement: does another person's gold say the same?"
_HELP: Final = {
    SAME: "Share of values that people have the same, under the field's own rule, where both have one.",
    ALPHA: "Krippendorff's alpha with the field's own comparator: 1 if all agree, 0 as by chance; its 95% interval.",
    AC1: "Gwet's AC1, where one answer makes up 80% or more: there alpha says too little.",
    BOTH: "Records, or elements of arrays, in which two people have a value.",
    THERE: "Share of records in which people agree whether there is a value at all.",
    ELEMENTS: "Of arrays: F1 of one person's elements against those of another.",
}


def show_people(evaluation: OpenEvaluation, runs: Mapping[str, RunResult]) -> bool:
    """Draw an expander where another evaluation has gold of the same kind, and say so; closed, nothing is computed."""
    gold = evaluation.stored.gold
    if gold is None or evaluation.is_earlier or "x-eval-id" not in evaluation.schema:
        return False
    others: list[OtherBatch] = cache.derived(
        ("batches", evaluation.id, gold.id),
        lambda: other_batches(server.store(), evaluation.id, gold.id, evaluation.schema),
    )
    if not others:
        return False
    expander = st.expander(LABEL, key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation, runs, gold.id, _by_name(others))
    return True


def _by_name(others: list[OtherBatch]) -> dict[str, str]:
    golds: dict[str, str] = {}
    for other in others:
        if other.gold not in golds.values():
            golds[other.name if other.name not in golds else f"{other.name} ({other.id[:6]})"] = other.gold
    return golds


def _show(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], gold: str, golds: Mapping[str, str]) -> None:
    ids = {name: evaluation.run_key(name) for name in runs}

    def look() -> GoldAgreement | None:
        found: GoldAgreement | None = server.work(
            "agreement_of_gold", server.url(), evaluation.id, gold, golds, ids, dict(evaluation.schema), author.who(),
            instead="use evaljson agree in a terminal",
        )  # fmt: skip
        return found

    try:
        found = cache.derived(("people", gold, *golds.values(), *ids.values()), look)
    except (StoppedError, InputError, SchemaError) as error:
        problem_box(str(error), "", "Check the ids of both, or use `evaljson agree --annotators`.")
        return
    if found is None:
        st.caption(
            "No other evaluation has gold of the same documents. Make one of another person's gold, with the same ids: "
            "it needs no extractions."
        )
        return
    st.markdown(f"**{people_in_words(found)}**")
    who = ", ".join(f"{plain(name, 60)} ({count:,})" for name, count in found.annotators.items())
    alone = f"; {counted(found.singles, 'record')} of one alone, in no figure" if found.singles else ""
    st.caption(f"Records of each: {who}{alone}.")
    for note in found.notes:
        st.caption(f"{plain(note[:1].upper() + note[1:], 300)}.")
    beside = systems_beside_people(found)
    if not beside.empty:
        st.caption("Where the interval holds 0, gold cannot tell the variant from one more person.")
        st.dataframe(beside, hide_index=True, width="content")
    if found.f1.value is None:
        return
    st.caption("By field, least agreed on first")
    percent, text = st.column_config.NumberColumn, st.column_config.TextColumn
    st.dataframe(
        agreement_by_field(found).dropna(axis="columns", how="all"), hide_index=True, placeholder="–",
        column_config={FIELD: text(pinned=True)} | {
            name: (text if name in (ALPHA, AC1) else percent)(help=about)
            for name, about in _HELP.items()
        } | {name: percent(format="%.1f", help=_HELP[name]) for name in (SAME, THERE, ELEMENTS)},
    )  # fmt: skip
