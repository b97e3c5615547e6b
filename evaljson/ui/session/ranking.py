"""The ranking of variants, worked out once for everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare.leaderboard import Leaderboard, leaderboard
from evaljson.results.model import RunResult
from evaljson.results.shown_means import has_fields
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.standing import standing_of

_BOARDS: Final = 50


def board_of_runs(evaluation: OpenEvaluation, names: Sequence[str]) -> Leaderboard | None:
    """Rank some variants; None where nothing is to be scored. Raises InputError where they share no record."""
    known = standing_of(evaluation, names)
    if known is not None:
        return known.board
    keys = tuple((name, evaluation.run_key(name)) for name in names)
    return _board(keys, lambda: {name: evaluation.runs[name] for name in names})


def ranking_of(evaluation: OpenEvaluation, names: Sequence[str]) -> Leaderboard | None:
    """Rank some variants; None where they cannot be ranked."""
    try:
        return board_of_runs(evaluation, names)
    except InputError:
        return None


@st.cache_resource(show_spinner="Ranking the variants", max_entries=_BOARDS)
def _board(keys: tuple[tuple[str, str], ...], _runs: Callable[[], Mapping[str, RunResult]]) -> Leaderboard | None:
    """Rank, reading the runs only where no ranking is cached."""
    runs = _runs()
    return leaderboard(runs) if any(map(has_fields, runs.values())) else None
