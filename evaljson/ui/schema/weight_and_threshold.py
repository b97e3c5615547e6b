"""The form for weight and threshold of a field, and its share of the total weight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from evaljson.report.fields.examples import share_at
from evaljson.schema import SchemaNode
from evaljson.ui.schema.clearable_number import clearable_number
from evaljson.ui.shared.parts import plain
from evaljson.wording.short_names import shortened
from evaljson.wording.words import points
from evaljson.workspace.grid_cells import is_filled

SHARE_HELP: Final = (
    "The weights of all values of gold and of the chosen variant, added up. Elements that a variant invents count too, "
    "so that the share of a field differs between variants."
)
_TOP: Final = 10.0
"""Where the slider of the weight ends, unless the weight lies beyond."""


@dataclass(frozen=True, slots=True)
class FieldShares:
    """Shares of the total weight in the results of a variant, by schema path."""

    variant: str
    now: Mapping[str, float]
    """With the edits."""
    before: Mapping[str, float]
    """Under the current version, as in the grid."""

    def in_words(self, path: str) -> str:
        """Say the share of a field, or of all fields inside a container."""
        now, before = (points(share_at(shares, path)) for shares in (self.now, self.before))
        without = "" if now == before else f"; without the edits {before}%, as in the grid"
        of = plain(shortened(self.variant, 40), 40)
        return f"It has {now}% of the total weight in the results of {of}{without}."


def weight_form(row: Mapping[str, Any], node: SchemaNode, shares: FieldShares | None, key: str) -> dict[str, Any]:
    """Show the form and return the entered cells."""
    now = 1.0 if not is_filled(row["weight"]) else float(row["weight"])
    top = max(_TOP, now)
    number, slider = f"{key}.weight", f"{key}.weight-slider"
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        st.slider(
            "Weight", 0.0, top, now, 0.5, key=slider, on_change=_copy, args=(slider, number),
            help="How much the field counts compared with the others; 1 unless set.",
        )  # fmt: skip
    with right:
        # Beginning with the weight: a browser that draws it again sends what it begins with.
        weight = st.number_input(
            "Weight", 0.0, None, now, 0.5, format="%g", key=number, on_change=_copy, args=(number, slider, top),
            label_visibility="collapsed",
        )  # fmt: skip
    if shares is not None:
        st.caption(shares.in_words(node.path), help=SHARE_HELP)
    cells: dict[str, Any] = {}
    if weight is not None and weight != now:
        cells["weight"] = int(weight) if float(weight).is_integer() else weight
    if node.is_unit or not node.children:
        limit = None if not is_filled(row["threshold"]) else row["threshold"]
        if limit is not None and not (isinstance(limit, int | float) and 0 <= limit <= 1):
            st.caption(f"Threshold {limit} is refused: enter a number from 0 to 1 in the grid.")
            return cells
        threshold = clearable_number(
            "Threshold", None if limit is None else float(limit), f"{key}.threshold", is_set=limit is not None,
            min_value=0.0, max_value=1.0, step=0.05, format="%g", placeholder="none: the score counts as it is",
            help="A score at or above it is a match, below it is wrong.",
        )  # fmt: skip
        cells["threshold"] = threshold
    return cells


def _copy(source: str, target: str, top: float | None = None) -> None:
    """Keep number and slider equal."""
    value = st.session_state.get(source)
    if value is not None:
        st.session_state[target] = value if top is None else min(float(value), top)
