"""Synonyms accepted one by one: a tick for each pair, and the suggestion with the ticked ones only."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.review.label_states import in_counts, labels_of_value
from evaljson.suggest import Suggestion, Suggestions
from evaljson.suggest.fewer_synonyms import bench_of, synonyms_of, with_fewer
from evaljson.ui.session import cache
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.gold_labels import labels_of
from evaljson.ui.shared.plain_text import one_line, plain_label

_UNTICKED: Final = "suggest.unticked"
"""By id of a suggestion, the extracted texts without a tick: they outlive the boxes of a page that is turned."""
_HEIGHT, _ROWS = 320, 8
"""Pixels of the list where it has more rows."""


def _unticked(suggestion: Suggestion) -> set[str]:
    every: dict[str, set[str]] = st.session_state.setdefault(_UNTICKED, {})
    return every.setdefault(suggestion.id, set())


def is_cut(suggestion: Suggestion) -> bool:
    """Check whether a synonym of the suggestion is not ticked."""
    return bool(_unticked(suggestion))


def ticked(evaluation: OpenEvaluation, suggestion: Suggestion, found: Suggestions) -> Suggestion | None:
    """Return the suggestion with its ticked synonyms, measured; None if none is ticked."""
    without = _unticked(suggestion)
    if not without:
        return suggestion
    kept = tuple(text for text in synonyms_of(suggestion) if text not in without)
    if not kept:
        return None
    runs = {name: evaluation.runs[name] for name in found.variants}
    state = tuple(evaluation.run_key(name) for name in found.variants)

    def work() -> Suggestion:
        around = (state, suggestion.builds_on)
        bench = cache.derived(("synonym bench", *around), lambda: bench_of(suggestion, found, runs))
        return with_fewer(suggestion, kept, bench)

    return cache.derived(("synonyms", state, suggestion.id, kept), work)


def show_ticks(
    evaluation: OpenEvaluation, suggestion: Suggestion, tried: Suggestion | None, *, is_current: bool
) -> None:
    """Show a tick for each pair, with what reviews say of its value of gold.

    `tried` are those among the edits: they are taken back before others are ticked.
    """
    table = synonyms_of(suggestion)
    if len(table) < 2:
        return
    without = _unticked(suggestion) if tried is None else table.keys() - synonyms_of(tried).keys()
    st.caption("Tick what means the same. What is not ticked stays an error.")
    with st.container(height=_HEIGHT if len(table) > _ROWS else "content", gap="xxsmall", border=False):
        for place, (text, gold) in enumerate(table.items()):
            key = f"suggest.tick.{suggestion.id}.{place}"
            if tried is not None or key not in st.session_state:
                st.session_state[key] = text not in without
            is_on = st.checkbox(
                plain_label(f"{one_line(text)} = {one_line(gold)}{_said_of(evaluation, suggestion.path, gold)}", 300),
                key=key,
                on_change=_tick,
                args=(suggestion, text, key),
                disabled=tried is not None or not is_current,
            )
            if tried is None and is_on is (text in without):  # a quick next click cut the callback of this one short
                _tick(suggestion, text, key)
                st.rerun()


def _said_of(evaluation: OpenEvaluation, field: str, gold: str) -> str:
    """Say in counts what reviews say of a value of gold wherever the field has it; nothing where they say nothing."""
    said = labels_of(evaluation)
    counts = in_counts(labels_of_value(said, evaluation.gold.records, field, gold)) if said else ""
    return f" ({counts})" if counts else ""


def _tick(suggestion: Suggestion, text: str, key: str) -> None:
    (_unticked(suggestion).discard if st.session_state[key] else _unticked(suggestion).add)(text)
