"""What could go straight through without anyone looking: fully right records and rows, of a run and of groups."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaljson.compare.slice_labels import TYPE, key_to_begin_with, keys_to_slice_by, labels_by
from evaljson.compare.words.cluster_notes import of_intervals
from evaljson.report.fields.straight_through import group_table, notes_on_groups, right_in_words
from evaljson.results.groups import Groups, figures_by_group
from evaljson.ui.session import cache
from evaljson.ui.session.address import new_in_address, pick
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import summary_of
from evaljson.ui.shared.parts import data_line, plain
from evaljson.ui.shared.plain_text import one_line
from evaljson.ui.shared.text_width import text_width

OPENED = "overview.groups"
"""Key of the expander."""
GROUP = "group"
"""The name of what they are grouped by in the address."""


def rows_right(evaluation: OpenEvaluation, variants: Sequence[str]) -> str:
    """Say how many records, and rows of arrays, of each variant are fully right, with intervals, in Markdown."""
    words = []
    for name in variants:
        words.append(f"{plain(name, 40)}: {right_in_words(summary_of(evaluation, name).right)}.")
    clusters = summary_of(evaluation, variants[0]).clusters
    return "\n\n".join([*words, *([plain(clusters, 200)] if clusters else [])])


def show_groups(evaluation: OpenEvaluation, variants: Sequence[str]) -> str | None:
    """Draw figures by group of records in an expander; closed, nothing is computed.

    Return what they are grouped by, for the address; None while it is closed. An address with a group opens it.
    """
    if new_in_address(GROUP) is not None:
        st.session_state[OPENED] = True
    expander = st.expander("Figures by group", key=OPENED, on_change="rerun")
    if not expander.open:
        return None
    with expander:
        keys = _keys(evaluation, variants[0])
        if not keys:
            st.caption("Nothing to group by: no document types, and no key with just a few values.")
            return None
        by = pick(
            "Group by", GROUP, keys, page="overview", width=320, default=_first(evaluation, variants[0], keys),
            show=lambda key: "document type" if key == TYPE else one_line(key, 60),
            help="Document type, or a key of metadata or gold. Unless you choose, the key with the fewest values.",
        )  # fmt: skip
        by_variant = {name: _groups(evaluation, name, by) for name in variants}
        number, several = st.column_config.NumberColumn, len(variants) > 1
        table = group_table(by_variant)
        st.dataframe(
            table if several else table.drop(columns="Variant"),
            hide_index=True,
            placeholder="–",
            column_config={
                "Group": st.column_config.TextColumn("Group", pinned=True, width=text_width(table["Group"])),
                "F1": number(format="%.1f", help="Mean over the group."),
                "Records right": number("Records fully right", format="%.1f", help="In percent."),
                "Records interval": st.column_config.TextColumn("Interval"),
                "Rows right": number("Rows fully right", format="%.1f", help="Rows of arrays; empty without any."),
                "Rows interval": st.column_config.TextColumn("Interval of rows"),
            },
        )
        clusters = of_intervals(evaluation.runs[variants[0]].clustered)
        is_own = len({evaluation.runs[name].record_keys for name in variants}) > 1
        own = "Each variant is over its own records; Compare groups those that both have." if is_own else ""
        data_line(" ".join(filter(None, (own, notes_on_groups(by_variant[variants[0]]), clusters))))
    return by


def _keys(evaluation: OpenEvaluation, variant: str) -> list[str]:
    id_key = evaluation.schema.get("x-eval-id")
    run, key = evaluation.runs[variant], ("compare keys", evaluation.run_key(variant))
    return cache.derived(key, lambda: [name for name in keys_to_slice_by(run, evaluation.gold) if name != id_key])


def _first(evaluation: OpenEvaluation, variant: str, keys: Sequence[str]) -> str | None:
    """Return the key to begin with, as Compare does."""
    run, key = evaluation.runs[variant], ("compare first key", evaluation.run_key(variant))
    return cache.derived(key, lambda: key_to_begin_with(keys, run, evaluation.gold))


def _groups(evaluation: OpenEvaluation, variant: str, by: str) -> Groups:
    run = evaluation.runs[variant]

    def make() -> Groups:
        if by == TYPE and run.types is not None:
            return figures_by_group(run)
        labels = labels_by(by, run, evaluation.gold)
        places = {id(record): place for place, record in enumerate(run.records)}
        return figures_by_group(run, lambda record: labels.get(places[id(record)]))

    return cache.shared(("groups", evaluation.run_key(variant), by), make)
