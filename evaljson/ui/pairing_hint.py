"""Says where pairing array elements by content would match more than pairing them by position."""

from __future__ import annotations

import streamlit as st

from evaljson.report.pairing_gain import HUNGARIAN, ordered_arrays, pairing_gain
from evaljson.report.words import counted
from evaljson.ui import state
from evaljson.ui.evaluation import Evaluation
from evaljson.ui.parts import plain
from evaljson.ui.rescore import commit
from evaljson.ui.schema_grid import apply_edits


def show_pairing_gains(evaluation: Evaluation) -> None:
    """Arrays that are compared by position although pairing by content would match more, with a switch for each."""
    if not evaluation.runs:
        return
    name = next(iter(evaluation.runs))
    tree = evaluation.tree
    arrays = ordered_arrays(tree)
    if not arrays:
        return
    gold, extracted = evaluation.gold.records, evaluation.variants[name].records

    def gains() -> dict[str, int]:
        with st.spinner("Looking at how arrays pair"):
            return {array.path: pairing_gain(gold, extracted, tree, array) for array in arrays}

    for path, gain in state.derived(("gains", evaluation.run_key(name)), gains).items():
        if gain <= 0:
            continue
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.markdown(
                f"**{plain(path)}** is compared by position. Pairing by content (hungarian) would match "
                f"{counted(gain, 'more value', 'more values')} in {plain(name)}."
            )
            if st.button(
                "Pair by content",
                key=f"schema.pair.{path}",
                help="Right where the order of the elements means nothing.",
            ):
                changed, _ = apply_edits(evaluation.schema, {path: {"alignment": HUNGARIAN["match_by"]}})
                commit(evaluation, changed, state.typed())
