"""The section of Fields on runs of one prompt: how often they say the same, and what a vote among them would gain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.base.errors import InputError
from evaljson.consistency.of_runs import RepeatsFound
from evaljson.jobs.page_work import StoppedError
from evaljson.report.fields.consistency_table import (
    ALWAYS,
    F1,
    FIELD,
    GAIN,
    RECORD,
    SAME,
    SPREAD,
    VOTE,
    consistency_by_field,
    unlike_records,
)
from evaljson.results.model import RunResult
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.sides import ComparedSide, repeats_of
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.download import download_button
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.ui.shared.plain_text import one_line
from evaljson.wording.words import counted, points, signed_points

OPENED: Final = "fields.consistency"
"""Key of the expander."""
LABEL: Final = "Consistency: does the same prompt say the same again?"
_HELP: Final = {
    SAME: "How often two runs have the same value: F1 of one run as if another were gold, the mean over pairs "
    "that both produced the record.",
    ALWAYS: "Share of records with a value in which all runs have the same.",
    F1: "Against gold, the mean over the runs.",
    SPREAD: "Standard deviation of F1 between runs.",
    VOTE: "F1 if the most frequent value of each field is taken.",
    GAIN: "F1 of the vote less the mean over the runs.",
}


def show_consistency(evaluation: OpenEvaluation, runs: Mapping[str, RunResult], variant: str) -> bool:
    """Draw an expander, where variants are runs of one prompt, and say so; closed, nothing is computed."""
    groups = repeats_of(evaluation, list(runs))
    if not groups:
        return False
    expander = st.expander(LABEL, key=OPENED, on_change="rerun")
    if expander.open:
        with expander:
            _show(evaluation, _chosen(groups, variant))
    return True


def _chosen(groups: Mapping[str, ComparedSide], variant: str) -> ComparedSide:
    """Choose a prompt where there are several; first that of the variant of the page."""
    names = list(groups)
    its = [name for name in names if variant in groups[name].variants]
    chosen: Any = names[0]
    if len(names) > 1:
        chosen = st.selectbox(
            "Prompt", names, index=names.index(its[0]) if its else 0, key=f"{OPENED}.of", width=360,
            format_func=lambda name: one_line(groups[name].title, 60),
        )  # fmt: skip
    return groups[chosen]


def _show(evaluation: OpenEvaluation, group: ComparedSide) -> None:
    ids = {name: evaluation.run_key(name) for name in group.variants}

    def look() -> RepeatsFound:
        found: RepeatsFound = server.work(
            "consistency_of",
            server.url(),
            ids,
            dict(evaluation.schema),
            instead="use evaljson consistency in a terminal",
        )
        return found

    try:
        found = cache.derived(("consistency", *ids.items()), look)
    except (StoppedError, InputError) as error:
        problem_box(str(error), "", "Use `evaljson consistency`, or tag fewer variants as runs of one prompt.")
        return
    st.markdown(f"**{plain(group.title, 60)}**: {found.sentence}")
    each = ", ".join(f"{plain(name, 40)} {points(f1)}" for name, f1 in zip(group.variants, found.f1, strict=True))
    st.caption(
        f"F1 of each run: {each}; standard deviation {signed_points(found.deviation).lstrip('+')}. "
        "What runs say alike can be wrong in all of them; what they say unlike is wrong in some."
    )
    st.dataframe(
        consistency_by_field(found.fields), hide_index=True, placeholder="–",
        column_config={FIELD: st.column_config.TextColumn(pinned=True)} | {
            name: st.column_config.NumberColumn(format="%+.1f" if name == GAIN else "%.1f", help=text)
            for name, text in _HELP.items()
        },
    )  # fmt: skip
    _records(evaluation, found, group.variants)
    download_button(
        "Records that win the vote",
        lambda: b"\n".join(orjson.dumps(one) for one in found.voted if one is not None),
        "voted.jsonl", "application/jsonl", evaluation=evaluation.id, key=f"{OPENED}.voted",
    )  # fmt: skip


def _records(evaluation: OpenEvaluation, found: RepeatsFound, names: Sequence[str]) -> None:
    if not found.unlike:
        st.caption("All runs say the same, in all that counts, of every record that all of them produced.")
        return
    first = f", the first {len(found.listed)} of them" if found.unlike > len(found.listed) else ""
    st.caption(
        f"{counted(found.unlike, 'record')} of which the runs do not all say the same{first}, least alike first. "
        "Tick one to see it."
    )
    rows = unlike_records(found.listed, names)
    number = st.column_config.NumberColumn
    columns: dict[str, Any] = {RECORD: st.column_config.TextColumn(pinned=True)}
    columns |= {str(name): number(format="%.1f", help=_HELP.get(str(name))) for name in rows.columns[1:]}
    key = f"{OPENED}.records.{'.'.join(evaluation.run_key(name) for name in names)}"
    ticked = show_table(rows, key, columns, height=240)
    if ticked is not None:
        go_to_records(a=names[0], b=names[1], record=str(rows[RECORD].iloc[ticked]))
