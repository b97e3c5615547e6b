"""The frame of the sections on what each variant, and gold, has by itself: opened, it is worked out by a helper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.jobs.page_work import StoppedError
from evaljson.results.model import RunResult
from evaljson.ui.fields.heatmap_view import View
from evaljson.ui.session import cache, server
from evaljson.ui.session.address import go_to_records
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.clickable import show_table
from evaljson.ui.shared.parts import problem_box

RECORD = "Record"
"""The column of the rows that says which record a tick opens."""


@dataclass(frozen=True, slots=True)
class AloneSection:
    """One of these sections."""

    key: str
    """Of the expander; the keys of what is in it begin so."""
    title: str
    task: str
    """What the helper does: it takes runs by variant and the schema, and gives findings by variant, gold among them."""
    instead: str
    """What to do where it takes too long."""
    way_out: str


def show_alone(
    section: AloneSection, evaluation: OpenEvaluation, runs: Mapping[str, RunResult],
    draw: Callable[[dict[str, Any]], None],
) -> None:  # fmt: skip
    """Draw an expander that `draw` fills with what was found; closed, nothing is computed."""
    expander = st.expander(section.title, key=section.key, on_change="rerun")
    if not expander.open:
        return
    by_name = {name: evaluation.run_key(name) for name in runs}

    def look() -> dict[str, Any]:
        found: dict[str, Any] = server.work(
            section.task, server.url(), by_name, dict(evaluation.schema), instead=section.instead
        )
        return found

    with expander:
        try:
            found = cache.derived((section.task, *by_name.items()), look)
        except StoppedError as error:
            problem_box(str(error), "", section.way_out)
            return
        draw(found)


def show_rates(rates: pd.DataFrame, found: Mapping[str, Any]) -> None:
    """Draw shares in percent: a column for each side, after those that are text."""
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn()
    config = {name: number(format="%.1f%%") if name in found else text for name in map(str, rates)}
    st.dataframe(rates, hide_index=True, placeholder="–", column_config=config)


def show_places(section: AloneSection, rows: pd.DataFrame, evaluation: OpenEvaluation, view: View) -> None:
    """Draw rows of text; a tick opens the record."""
    key = f"{section.key}.{evaluation.run_key(view.variant)}"
    ticked = show_table(rows, key, dict.fromkeys(map(str, rows), st.column_config.TextColumn()), height=240)
    if ticked is not None:
        go_to_records(a=view.variant, record=str(rows[RECORD].iloc[ticked]))
