"""The kinds of all results of a run, computed once for everyone."""

from __future__ import annotations

import streamlit as st

from evaljson.report.fields.fault_kinds import Faults, fault_kinds
from evaljson.report.fields.misplaced import misplaced_rows
from evaljson.results.model import RunResult
from evaljson.ui.session import open_evaluation, server
from evaljson.workspace.errors_found import RunErrors, kept_errors

_RUNS = 48
"""How many of them stay in memory: one byte a result."""


def faults_of(run: RunResult, key: str) -> Faults:
    """Return the kinds; `key` stands for the content of the run (see `run_key`). Shared, so never changed."""
    return _faults(key, run)


@st.cache_resource(show_spinner="Looking at what is wrong", max_entries=_RUNS)
def _faults(key: str, _run: RunResult) -> Faults:
    kept = kept_of(key)
    return kept.faults if kept is not None else fault_kinds(_run, misplaced_of(_run, key))


def kept_of(key: str) -> RunErrors | None:
    """Return what the job that scored a run has found in it, by the id of the run; None where it was small."""
    return kept_errors(server.store(), open_evaluation.current().id, key)


def misplaced_of(run: RunResult, key: str) -> tuple[list[int], int]:
    """Return what `misplaced_rows` gives, as `faults_of` does: patterns and kinds both need it."""
    return _misplaced(key, run)


@st.cache_resource(show_spinner="Looking at what is wrong", max_entries=_RUNS)
def _misplaced(key: str, _run: RunResult) -> tuple[list[int], int]:
    return misplaced_rows(_run)
