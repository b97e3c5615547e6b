"""What the Fields page shows: the view, which fields, and in which order, as chosen and as it stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from evaljson.base.paths import above, is_below
from evaljson.report.fields.by_variant import VariantFigures
from evaljson.report.fields.fault_kinds import fault_counts
from evaljson.report.fields.rolled_up import groups_of, opened
from evaljson.results.ranking import lowest_first
from evaljson.ui.session import choices
from evaljson.ui.session.address import (
    clicked,
    forget,
    new_in_address,
    pick,
    pick_button,
    pick_part,
    pick_text,
    widget_key,
)
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.default_pair import default_variant
from evaljson.ui.shared.plain_text import plain
from evaljson.wording.words import counted

STATUS, VARIANT, RECORD = "status", "variant", "record"
VIEWS: Final = {STATUS: "By status", VARIANT: "By variant", RECORD: "By record"}
AT_A_TIME: Final = 50
"""Fields that a heatmap draws at once; its table has all."""
_PAGE = "fields"
BY_LOSS, BY_F1 = "lost", "f1"
ORDERS: Final = {BY_LOSS: "greatest loss of F1 first", BY_F1: "lowest F1 first"}
ROOT: Final = "."
"""Of the address, the record itself: no field has this path."""
_UNDER: Final = "evaljson.fields-under"
_CHOICES = ("find", "faults", "rows")


@dataclass(frozen=True, slots=True)
class FieldFilter:
    """The fields that are shown."""

    text: str = ""
    """Stands in their path, whatever its case."""
    faulty: bool = False
    """Only those with at least one fault."""
    order: str = BY_LOSS
    """One of ORDERS."""

    def of(self, table: pd.DataFrame) -> pd.DataFrame:
        """Filter the rows of a table made by `kind_table`."""
        searched = self.text.casefold()
        kept = table["field"].map(lambda field: searched in field.casefold()).astype(bool)
        if self.faulty:
            kept &= fault_counts(table) > 0
        rows = table[kept]
        if self.order == BY_F1:
            rows = rows.iloc[lowest_first(dict(enumerate(rows["f1"].tolist())))]
        return rows.reset_index(drop=True)

    def of_variants(self, figures: VariantFigures) -> VariantFigures:
        """Filter the fields; fields with faults are those that cost F1 in any variant."""
        loses = np.nan_to_num(figures.f1_lost).max(axis=1, initial=0) > 0
        searched = self.text.casefold()
        listed = zip(figures.fields, loses.tolist(), strict=True)
        kept = {field for field, is_faulty in listed if searched in field.casefold() and (is_faulty or not self.faulty)}
        return (figures.lowest_first() if self.order == BY_F1 else figures).only(kept)

    def address(self) -> dict[str, str | None]:
        """Return the filter as it is in the address."""
        order = self.order if self.order != BY_LOSS else None
        return {"find": self.text or None, "faults": "1" if self.faulty else None, "order": order}


def choose_variant(evaluation: OpenEvaluation, names: Sequence[str]) -> str:
    """Choose a variant; by default the one that Overview and Compare compare with the baseline."""
    return pick("Variant", "a", names, page=_PAGE, default=default_variant(evaluation, names))


def choose_view() -> str:
    """Choose one of VIEWS."""
    return pick_button("View", "view", list(VIEWS), page=_PAGE, show=lambda view: VIEWS.get(view, view))


def choose_fields() -> FieldFilter:
    """Show the filter: two boxes and a switch."""
    text = pick_text("Fields with", "find", page=_PAGE, placeholder="such as items[]")
    key = widget_key(_PAGE, "faults")
    asked = new_in_address("faults")
    if asked is not None or key not in st.session_state:
        st.session_state[key] = (asked or choices.chosen().get("faults")) == "1"
    faulty = bool(st.toggle("Only with faults", key=key))
    order = pick(
        "Order of fields", "order", list(ORDERS), page=_PAGE, show=lambda option: ORDERS.get(option, option), width=215
    )
    return FieldFilter(text, faulty, order)


def choose_rolled(fields: Sequence[str], searched: bool) -> str | None:
    """Choose whether rows are objects and arrays instead of fields, and return the one that is open, "" for the record.

    None: every field has a row. Many fields are rolled up unless the switch says otherwise; a search finds fields.
    """
    if searched or all(groups_of(fields)[i] == field for i, field in enumerate(fields)):
        return None
    key, usual = widget_key(_PAGE, "rolled"), len(fields) > AT_A_TIME
    asked = new_in_address("rolled")
    if asked is not None or key not in st.session_state:
        said = asked or choices.chosen().get("rolled")
        st.session_state[key] = usual if said is None else said == "1"
    if not st.toggle(
        "Fold objects", key=key, on_change=_go_on, help="One row for each object and array; a click opens it."
    ):
        return None
    at = new_in_address("under")
    under = st.session_state.get(_UNDER, "") if at is None else "" if at == ROOT else at
    if not any(is_below(field, under) for field in fields):
        under = ""
    st.session_state[_UNDER] = under
    return opened(fields, under)


def rolled_address(fields: Sequence[str], under: str | None) -> dict[str, str | None]:
    """Return that choice as it is in the address; nothing while a search hides it."""
    usual = len(fields) > AT_A_TIME
    return {
        "rolled": None if (under is not None) == usual else "01"[under is not None],
        "under": None if under is None else under or ROOT,
    }


def go_under(path: str) -> None:
    """Open a row that stands for several fields, or with "" show the whole record again."""
    forget(_PAGE, ("rows",))
    st.session_state[_UNDER] = path
    clicked()


def show_where(fields: Sequence[str], under: str) -> None:
    """Show which object or array is open, with buttons that lead out of it; nothing at the record itself."""
    first = opened(fields)
    if under == first:
        return
    around = [path for path in above(under) if is_below(path, first) and not path.endswith("[]")]
    for path in dict.fromkeys((first, *around)):
        label = f"{plain(path, 60) if path else 'All fields'}"
        if path == under:
            st.markdown(f"**{label}**")
        else:
            st.button(f"{label} ▸", key=f"fields.under.{path}", type="tertiary", on_click=go_under, args=(path,))


def _go_on() -> None:
    go_under("")


def choose_part(count: int) -> tuple[int, str | None]:
    """Choose the first field to draw, as it is in the address; a choice is shown only if there are many fields."""
    if count <= AT_A_TIME:
        return 0, None
    return pick_part("Rows", "rows", count, AT_A_TIME, page=_PAGE, width=150)


def nothing_passes(fields: int) -> None:
    """Show the empty state of the filter."""
    if not fields:
        st.info("No record has a result yet.")
        return
    st.info(f"None of the {counted(fields, 'field')} passes this filter.")
    st.button("Show all fields", type="primary", key="fields.reset", on_click=forget, args=(_PAGE, _CHOICES))
