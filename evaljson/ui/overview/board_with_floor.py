"""The leaderboard of Overview with floor and ceiling: what its figures are read between."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from evaljson.compare.leaderboard import Leaderboard
from evaljson.floor import Floors
from evaljson.floor.between import FloorAndCeiling, ceiling_sentence, not_above
from evaljson.floor.words import all_floors, floor_in_short
from evaljson.ui.overview.leaderboard import show_board
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.floors import floors_or_job, known_floors
from evaljson.ui.shared.review_results import ceiling_of
from evaljson.ui.shared.ties_in_words import named
from evaljson.wording.words import counted


def show_board_with_floor(evaluation: OpenEvaluation, board: Leaderboard | None) -> Callable[[], None]:
    """Draw both. Return what looks for a floor that nobody knows yet, for the end of the page, and draws it too."""
    if board is None:
        return lambda: None
    place, known = st.empty(), known_floors(evaluation)
    with place.container():
        _draw(evaluation, board, known)
    waiting = st.empty()

    def complete() -> None:
        if known is not None:
            return
        with waiting.container():
            found = floors_or_job(evaluation)
        if found is not None:
            with place.container():
                _draw(evaluation, board, found)

    return complete


def _draw(evaluation: OpenEvaluation, board: Leaderboard, floors: Floors | None) -> None:
    """Draw the table, unless there is but one variant, and the line below it."""
    ceiling = ceiling_of(evaluation)
    beside = floors if floors is None or floors.records == board.records else None  # else over other records
    if len(board.places) > 1:
        show_board(evaluation, board, FloorAndCeiling.of(beside, None if ceiling is None else ceiling.f1))
    if floors is None:
        if ceiling is not None:
            st.caption(ceiling_sentence(ceiling))
        return
    below = () if beside is None else not_above(beside, {place.name: place.f1 for place in board.places})
    over = f" Over all {counted(floors.records, 'gold record')}." if beside is None and floors.highest else ""
    said = f"{floor_in_short(floors)}{over}"
    said += f" {ceiling_sentence(ceiling)}" if ceiling is not None else ""
    if below and len(below) == len(board.places) > 1:
        said += " **No variant is above it.**"
    elif below:
        said += f" **Not above it: {', '.join(named(name) for name in below)}.**"
    st.caption(said, help=f"F1 without reading a document, by what is answered. {all_floors(floors)}.")
