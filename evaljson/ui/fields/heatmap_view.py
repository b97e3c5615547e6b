"""What the three views of the Fields page share: the run they show, the clickable heatmap, and the table below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from evaljson.base.arrays import ByteCodes
from evaljson.report.fields.containers import NOTE, is_group, is_whole, wholes
from evaljson.report.fields.fault_kinds import BY_KIND, FAULTS, KINDS, Faults, kind_table, worst_kinds
from evaljson.report.fields.rolled_up import FEW_RECORDS, Rolled, rolled, sum_up
from evaljson.report.heatmap_parts import Rule, clicked_cell
from evaljson.results.f1_lost import Tallied
from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.faults import faults_of
from evaljson.ui.shared.clickable import show_chart
from evaljson.ui.shared.field_choice import go_under
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
    under: str | None = None
    """The object or array whose parts are rolled up, "" for the record; None shows every field by itself."""

    @property
    def stamp(self) -> str:
        """What the rows depend on, for the keys of widgets that are clicked."""
        return "" if self.under is None else f".under.{self.under}"

    @property
    def _rolled(self) -> Rolled | None:
        if self.under is None:
            return None
        fields, under = self.run.tallies.rows.fields, self.under
        return cache.shared(("rolled", self.key, under), lambda: rolled(fields, under))

    @property
    def rows(self) -> list[str]:
        """The path of each row: a field, or an object or array."""
        to = self._rolled
        return self.run.tallies.rows.fields if to is None else to.names

    @property
    def groups(self) -> Mapping[str, str]:
        """The rows that stand for several fields, and for how many."""
        to = self._rolled
        return {} if to is None else to.groups

    @property
    def faults(self) -> Faults:
        """The kind of each result."""
        return faults_of(self.run, self.key)

    @property
    def wholes(self) -> dict[str, str]:
        """What rows are that are no field: an object or array itself (evaljson.report.fields.containers), or groups."""
        whole_names = cache.derived(("wholes", self.key), lambda: wholes(self.run.tallies.rows.fields))
        return {**whole_names, **self.groups}

    def table(self) -> pd.DataFrame:
        """Return one row per field or group, as `kind_table`. Shared, so never changed."""
        return cache.shared(("kinds", self.key, self.under), lambda: kind_table(*self._results()))

    def worst(self) -> ByteCodes:
        """Return the worst kind of each record at each of `rows`, as `worst_kinds`. Shared, so never changed."""
        return cache.shared(("worst", self.key, self.under), lambda: worst_kinds(*self._results()))

    def _results(self) -> tuple[Tallied, Faults]:
        """Return the results by row with their kinds: what is shown of them is small, so that alone is held."""
        if self.under is None:
            return self.run, self.faults
        summed = sum_up(self.run, self.faults, self.under)
        return summed, summed.faults


def show_heatmap(figure: go.Figure, key: str, alt: str, frame: str = "fields-heatmap") -> tuple[int, int] | None:
    """Draw a heatmap, and return row and column of the clicked cell; `frame` is another one for each on the page."""
    st.html(_STYLE.format(frame))
    with st.container(key=frame):
        return clicked_cell(show_chart(figure, key, alt, theme="streamlit"))


def of_drawn(view: View, sentence: str, drawn: int, every: int) -> str:
    """Return a sentence on the fields that are drawn; of some of all, it says so: others may cost more."""
    return sentence if view.under is None and drawn == every else f"Among these fields: {sentence}"


def say_of_wholes(drawn: Iterable[str], whole_names: Mapping[str, str]) -> None:
    """Explain rows that stand for a whole object or array, if one is drawn."""
    if any(is_whole(field, whole_names) for field in drawn):
        st.caption(NOTE)


def open_group(field: str, whole_names: Mapping[str, str]) -> None:
    """Open a row that was clicked, where it stands for several fields, and draw the page again."""
    if is_group(field, whole_names):
        go_under(field)
        st.rerun()


def table_below(label: str, key: str, frame: Callable[[], pd.DataFrame], columns: Mapping[str, Any]) -> None:
    """Draw the numbers of a heatmap, all fields and records, in an expander; closed, nothing is computed or sent."""
    expander = st.expander(label, key=key, on_change="rerun")
    if expander.open:
        with expander:
            st.dataframe(frame(), hide_index=True, placeholder="–", column_config=dict(columns))


def what_kinds_mean(faults: Faults, drawn: Iterable[str], whole_names: Mapping[str, str]) -> None:
    """Draw a button that explains each kind of fault, and rows that are no field."""
    with st.popover("What the words mean", type="tertiary"):
        for kind in KINDS:
            if kind.status in FAULTS:
                st.markdown(f"**{BY_KIND[kind.status].label}**: {kind.meaning}")
        st.caption("The kind does not change the score.")
        say_of_wholes(drawn, whole_names)
        st.caption(f"“7.7% in 12”: 7.7% of what F1 loses, in 12 records. Pale: fewer than {FEW_RECORDS} records.")
    if faults.too_long:
        st.caption(
            f"{counted(faults.too_long, 'array')} with over 300 faulty elements: not searched for misplaced values."
        )
