"""Several document types in one evaluation: figures of each, and a choice of one."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from evaljson.results.model import RunResult
from evaljson.ui.session import cache
from evaljson.ui.session.address import pick
from evaljson.wording.words import counted, points

ALL = "All types"
OTHERS = "Without a type"
_FEW = 5
"""Types up to which their figures are shown unasked."""


def of_one_type(run: RunResult, key: str) -> tuple[RunResult, str, str | None]:
    """Return the chosen part of the run, what it depends on, and its name in the address; all if there is one type."""
    if run.types is None:
        return run, key, None
    parts = _parts(run, key)
    kind = pick("Document type", "type", [ALL, *parts], page="fields")
    return (run, key, None) if kind == ALL else (parts[kind], f"{key}-{kind}", kind)


def part_of_type(run: RunResult, key: str, kind: str | None) -> RunResult | None:
    """Return the part of another run that has the chosen type; None if it has no such record."""
    return run if kind is None else _parts(run, key).get(kind)


def _parts(run: RunResult, key: str) -> dict[str, RunResult]:
    by_type: dict[str | None, RunResult] = cache.shared(("types", key), run.by_type)
    return {OTHERS if kind is None else kind: part for kind, part in by_type.items()}


def show_types(run: RunResult, key: str) -> None:
    """Draw the figures of each document type as a table; nothing where there is one type."""
    if run.types is None:
        return
    parts = _parts(run, key)
    rows = [
        (kind, part.total_records, *map(points, (part.mean_f1, part.mean_precision, part.mean_recall)))
        for kind, part in parts.items()
    ]
    types = counted(len(parts) - (OTHERS in parts), "document type")
    with st.expander(f"Figures of {types}", expanded=len(parts) <= _FEW):
        st.dataframe(
            pd.DataFrame(rows, columns=["Document type", "Records", "F1", "Precision", "Recall"]), hide_index=True
        )
