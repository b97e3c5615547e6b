"""The form for the null policy of a field, with the common policies as choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson
import streamlit as st

from evaljson.workspace.grid_cells import read_cell

_NONE, _NULL, _EMPTY, _ALL, _OTHER = "none", "null", "empty", "all", "other"
_ABSENT: Final[Mapping[str, list[Any]]] = {_NULL: [None], _EMPTY: [None, ""], _ALL: [None, "", [], {}]}
_WORDS: Final = {
    _NONE: "null is a value (or as inherited)",
    _NULL: "null means absent",
    _EMPTY: "null and empty text mean absent",
    _ALL: "null and all that is empty mean absent",
    _OTHER: "other values mean absent",
}


def nulls_form(row: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Show the form and return the chosen cell."""
    policy = read_cell("nulls", row["nulls"])
    known = [name for name, absent in _ABSENT.items() if policy is not None and policy.get("absent") == absent]
    now = _NONE if policy is None else known[0] if known else _OTHER
    options = [*_WORDS] if now == _OTHER else [name for name in _WORDS if name != _OTHER]
    chosen = st.selectbox(
        "Nulls",
        options,
        options.index(now),
        key=key,
        format_func=lambda name: _WORDS[name],
        help="Values that count as a missing key.",
    )
    if chosen == _NONE:
        return {"nulls": ""}
    both = policy is not None and policy.get("both_absent") == "match"
    match = st.checkbox("Absent on both sides counts as a match", both, key=f"{key}.both")
    if chosen == _OTHER:
        st.caption("Enter the values in the grid, as JSON.")
        absent = (policy or {}).get("absent")
    else:
        absent = _ABSENT[str(chosen)]
    stated = {"both_absent": "match"} if match else {}
    if not match and policy is not None and policy.get("both_absent") == "skip":
        stated = {"both_absent": "skip"}
    return {"nulls": orjson.dumps({"absent": absent, **stated}).decode()}
