"""The patterns of errors of a run, found once for everyone."""

from __future__ import annotations

import numpy as np
import streamlit as st

from evaljson.report.patterns.find import ErrorPatterns, find_patterns
from evaljson.results.model import RunResult
from evaljson.ui.session.faults import kept_of, misplaced_of

_RUNS = 48
"""How many of them stay in memory: nine bytes a result."""


def patterns_of(run: RunResult, key: str) -> ErrorPatterns:
    """Return the patterns; `key` stands for the content of the run (see `run_key`). Shared, so never changed."""
    return _patterns(key, run)


@st.cache_resource(show_spinner="Looking at what errors have in common", max_entries=_RUNS)
def _patterns(key: str, _run: RunResult) -> ErrorPatterns:
    kept = kept_of(key)
    if kept is not None:
        return kept.error_patterns(_run)
    return find_patterns(_run, np.array(misplaced_of(_run, key)[0], np.intp))
