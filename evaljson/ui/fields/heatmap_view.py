"""What the three views of the Fields page share: the run they show, the clickable heatmap, and the table below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evaljson.report.fields.containers import NOTE, wholes
from evaljson.report.fields.fault_kinds import BY_KIND, FAULTS, KINDS, Faults, kind_table
from evaljson.report.heatmap_parts import Rule, clicked_cell
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.faults import faults_of
from evaljson.ui.shared.clickable import show_chart
from evaljson.wording.words import counted

_STYLE: Final = (
    "<style>.st-key-{0}{{overflow-x:auto}}.st-key-{0} [data-testid=stPlotlyChart]{{min-width:44rem}}"
    ".st-key-{0}>div{{min-width:44rem}}</style>"
)
"""On a phone, cells stay wide enough for their numbers, and the heatmap scrolls sideways."""


@dataclass(frozen=True, slots=True)
class View:
    """The run that a view shows, or its records of one document type."""

    run: RunResult
    key: str
    """Same key, same run."""
    variant: str
    kind: str | None
    """The document type; None: all."""
    rule: Rule | None = None
    """Gives the address of a field's settings on the Schema page."""

    @property
    def faults(self) -> Faults:
        """The kind of each result."""
        return faults_of(self.run, self.key)

    @property
    def wholes(self) -> dict[str, str]:
        """Fields that are an object or array itself; see evaljson.report.fields.containers."""
        return cache.derived(("wholes", self.key), lambda: wholes(self.run.tallies.rows.fields))

    def table(self) -> pd.DataFrame:
        """Return one row per field, as `kind_table`."""
        return cache.derived(("kinds", self.key), lambda: kind_table(self.run, self.faults))


def show_heatmap(figure: go.Figure, key: str, alt: str, frame: str = "fields-heatmap") -> tuple[int, int] | None:
    """Draw a heatmap, and return row and column of the clicked cell; `frame` is another one for each on the page."""
    st.html(_STYLE.format(frame))
    with st.container(key=frame):
        return clicked_cell(show_chart(figure, key, alt, theme="streamlit"))


def say_of_wholes(drawn: Iterable[str], whole_names: Mapping[str, str]) -> None:
    """Explain rows that stand for a whole object or array, if one is drawn."""
    if any(field in whole_names for field in drawn):
        st.caption(NOTE)


def table_below(label: str, key: str, frame: Callable[[], pd.DataFrame], columns: Mapping[str, Any]) -> None:
    """Draw the numbers of a heatmap, all fields and records, in an expander; closed, nothing is computed or sent."""
    expander = st.expander(label, key=key, on_change="rerun")
    if expander.open:
        with expander:
            st.dataframe(frame(), hide_index=True, placeholder="–", column_config=dict(columns))


def what_kinds_mean(faults: Faults) -> None:
    """Draw a button that explains each kind of fault."""
    with st.popover("What the words mean", type="tertiary"):
        for kind in KINDS:
            if kind.status in FAULTS:
                st.markdown(f"**{BY_KIND[kind.status].label}**: {kind.meaning}")
        st.caption("The kind explains a fault and does not change its score.")
    if faults.too_long:
        st.caption(
            f"{counted(faults.too_long, 'array')} with faults in more than 300 elements could not be searched for "
            "misplaced values: they count there as wrong, missing or invented."
        )
