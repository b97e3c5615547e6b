"""What the three views of the Fields page share: what is shown, the heatmap that takes clicks, and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evaljson.report.fields.containers import NOTE, wholes
from evaljson.report.fields.faults import BY_KIND, FAULTS, KINDS, Faults, kind_table
from evaljson.report.heatmap_parts import Rule, clicked_cell
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.faults import faults_of
from evaljson.ui.shared.clickable import show_chart

_FRAME: Final = "fields-heatmap"
_STYLE: Final = (
    f"<style>.st-key-{_FRAME}{{overflow-x:auto}}.st-key-{_FRAME} [data-testid=stPlotlyChart]{{min-width:44rem}}"
    f".st-key-{_FRAME}>div{{min-width:44rem}}</style>"
)
"""On a phone, the cells stay wide enough for their numbers, and the heatmap scrolls sideways."""


@dataclass(frozen=True, slots=True)
class View:
    """One run, or the part of it that is of one document type, as a view shows it."""

    run: RunResult
    key: str
    """Same key, same run."""
    variant: str
    kind: str | None
    """The document type; None: all."""
    rule: Rule | None = None
    """Where the rule of a field stands."""

    @property
    def faults(self) -> Faults:
        """The kinds of all its results."""
        return faults_of(self.run, self.key)

    @property
    def wholes(self) -> dict[str, str]:
        """Fields that are an object or array itself; see evaljson.report.fields.containers."""
        return cache.derived(("wholes", self.key), lambda: wholes(self.run.tallies.rows.fields))

    def table(self) -> pd.DataFrame:
        """A row a field, as `kind_table`."""
        return cache.derived(("kinds", self.key), lambda: kind_table(self.run, self.faults))


def show_heatmap(figure: go.Figure, key: str, alt: str) -> tuple[int, int] | None:
    """Row and column of the cell that was clicked."""
    st.html(_STYLE)
    with st.container(key=_FRAME):
        return clicked_cell(show_chart(figure, key, alt, theme="streamlit"))


def say_of_wholes(drawn: Iterable[str], own: Mapping[str, str]) -> None:
    """What a row for an object itself is, where one of the fields that are drawn is that."""
    if any(field in own for field in drawn):
        st.caption(NOTE)


def table_below(label: str, key: str, frame: Callable[[], pd.DataFrame], columns: Mapping[str, Any]) -> None:
    """The numbers of a heatmap, of all its fields and records; nothing is made or sent while it is closed."""
    expander = st.expander(label, key=key, on_change="rerun")
    if expander.open:
        with expander:
            st.dataframe(frame(), hide_index=True, placeholder="–", column_config=dict(columns))


def what_kinds_mean(faults: Faults) -> None:
    """A word on each kind of fault, behind a button: the page is read without it."""
    with st.popover("What the words mean", type="tertiary"):
        for kind in KINDS:
            if kind.status in FAULTS:
                st.markdown(f"**{BY_KIND[kind.status].label}**: {kind.meaning}")
        st.caption("Kinds tell faults apart; the score is the same for all that have one status.")
    if faults.too_long:
        st.caption(
            f"{faults.too_long:,} long arrays with faults in more than 300 elements were not searched for values in "
            "other elements: what is misplaced there counts as wrong, missing or invented."
        )
