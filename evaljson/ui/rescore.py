"""A changed eval schema: everything is scored again, and the result opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from evaljson.ui import state
from evaljson.ui.evaluation import Evaluation, scored
from evaljson.ui.parts import progress_on
from evaljson.ui.schema_grid import Refused


def commit(evaluation: Evaluation, schema: Mapping[str, Any], refused: Sequence[Refused] = ()) -> None:
    """Score everything under a changed schema and open the result; what was refused stays to be corrected."""
    bar = st.progress(0.0, text="Scoring")
    found = scored(replace(evaluation, schema=schema), evaluation, progress_on(bar))
    bar.empty()
    state.open_evaluation(found)
    state.set_pending({one.path: dict(one.cells) for one in refused})
    st.rerun()
