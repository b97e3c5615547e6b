"""Tables of F1 as scored and as a review corrects it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.report.review.corrected_rows import BEFORE, SCORED, decided_in_words
from evaljson.review.corrected_figures import CorrectedF1, CorrectedVariant
from evaljson.wording.differences import digits_for, shown_difference
from evaljson.wording.words import points, points_column

_SAME: Final = 1e-9
_CORRECTED, _INTERVAL, _AT_MOST = "F1 as corrected", "95% interval", "At most"
_DECIDED: Final = "Differing decided"
LOOKED_AT: Final = "Matches looked at"
_HELP: Final = {
    _INTERVAL: "Of the corrected F1: what was not looked at among the matches is in it. Differing values that are not "
    "decided count as scored in it.",
    SCORED: "When the review was made.",
    _AT_MOST: "What the corrected F1 would be if the extraction were right at all other values that differ, on cards "
    "or not. Missing records stay missing, and keys that the eval schema lacks stay invented.",
    _DECIDED: "Values in which this variant and gold differ, where both have the record, one by one as on other "
    "pages. One card may stand for several. A review of some cards does not ask about all: then the number on cards "
    "follows, and that of those on no card that earlier reviews decided: what they decided counts.",
    LOOKED_AT: "Values of this variant that match gold. Those count as looked at for which people decided what gold "
    "should have: in the audit, or since another variant differs there. Those of which people say that gold is "
    "wrong follow in brackets. Values in which this variant differs are not among them.",
}


def show_variants(shown: Mapping[str, CorrectedVariant], *, is_past: bool = False) -> None:
    """Draw a row for each variant; `is_past`: they are scored otherwise by now than the review has them."""
    figures = [one.mean_f1 for one in shown.values()]
    frame = pd.DataFrame(
        {
            "Variant": list(shown),
            **_named(_ends(figures), is_past),
            _DECIDED: [decided_in_words(one) for one in shown.values()],
            LOOKED_AT: [_looked_at(one) for one in shown.values()],
        }
    )
    counts = {name: st.column_config.Column(help=_HELP[name]) for name in (_DECIDED, LOOKED_AT)}
    st.dataframe(frame, hide_index=True, placeholder="–", column_config={**_named(_columns(), is_past), **counts})


def _looked_at(one: CorrectedVariant) -> str:
    """Say it in one column: with one more, the table is wider than a window of 1024."""
    wrong = f" ({one.wrong_matches:,} wrong)" if one.looked_at else ""
    return f"{one.looked_at:,} of {one.matches:,}{wrong}"


def show_fields(fields: Mapping[str, CorrectedF1], *, is_past: bool = False) -> None:
    """Draw a row for each field, the largest change first; `is_past` as in `show_variants`."""
    ordered = sorted(fields.items(), key=lambda item: -abs(item[1].value - item[1].raw))
    figures = [one for _, one in ordered]
    digits = digits_for([one.raw for one in figures], [one.value for one in figures])
    change = [None if abs(one.value - one.raw) < _SAME else _change(one, digits) for one in figures]
    paths = [path or "(the record)" for path, _ in ordered]
    frame = pd.DataFrame({"Field": paths, **_named(_ends(figures, digits), is_past), "Change": change})
    signed = {"Change": st.column_config.NumberColumn(format=f"%+.{digits}f", help="Of F1, in points.")}
    st.dataframe(frame, hide_index=True, placeholder="–", column_config={**_named(_columns(digits), is_past), **signed})


def _change(one: CorrectedF1, digits: int) -> float:
    return 100 * (shown_difference(one.raw, one.value, digits) or 0.0)


def _named(columns: Mapping[str, Any], is_past: bool) -> dict[str, Any]:
    return {BEFORE if is_past and name == SCORED else name: column for name, column in columns.items()}


def _columns(digits: int = 1) -> dict[str, Any]:
    numbers = {
        name: st.column_config.NumberColumn(format=f"%.{digits}f", help=_HELP.get(name))
        for name in (SCORED, _CORRECTED, _AT_MOST)
    }
    return {**numbers, _INTERVAL: st.column_config.TextColumn(help=_HELP[_INTERVAL])}


def _ends(figures: Sequence[CorrectedF1 | None], digits: int = 1) -> dict[str, list[Any]]:
    """Return the columns of F1; both ends of an interval are in one, so that none of them is read beside another."""

    def column(name: str) -> list[float | None]:
        return points_column([None if one is None else getattr(one, name) for one in figures], digits)

    interval = [
        None if one is None or one.low is None or one.high is None
        else f"{points(one.low, digits)} to {points(one.high, digits)}"
        for one in figures
    ]  # fmt: skip
    return {SCORED: column("raw"), _CORRECTED: column("value"), _INTERVAL: interval, _AT_MOST: column("at_most")}
