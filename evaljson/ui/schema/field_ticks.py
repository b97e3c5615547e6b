"""Fields of a rule accepted one by one: a tick for each, which outlives the line that shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import streamlit as st

from evaljson.suggest import Suggestion
from evaljson.ui.schema.suggestion_rules import Rule

_CHANGED: Final = "suggest.fields-changed"
"""Ids of suggestions whose tick was changed: of high risk to a tick, of others to none."""
_HEIGHT, _ROWS = 320, 8
"""Pixels of the list where it has more rows."""


def _changed() -> set[str]:
    changed: set[str] = st.session_state.setdefault(_CHANGED, set())
    return changed


def is_ticked(suggestion: Suggestion) -> bool:
    """Check whether its field is ticked; at first all are, except those of high risk."""
    return (suggestion.risk.level == "high") is (suggestion.id in _changed())


def show_field_ticks(rule: Rule, lines: dict[str, str], tried: Collection[str], *, is_current: bool) -> None:
    """Show a tick for each field of a rule. `lines` and `tried` go by id; what is tried is ticked and stays so."""
    with st.container(height=_HEIGHT if len(rule.suggestions) > _ROWS else "content", gap="xxsmall", border=False):
        for suggestion in rule:
            key = f"suggest.field.{suggestion.id}"
            is_tried = suggestion.id in tried
            if is_tried or key not in st.session_state:
                st.session_state[key] = is_tried or is_ticked(suggestion)
            is_on = st.checkbox(
                lines[suggestion.id],
                key=key,
                on_change=_tick,
                args=(suggestion, key),
                disabled=is_tried or not is_current,
            )
            if not is_tried and is_on is not is_ticked(suggestion):  # a quick next click cut the callback short
                _tick(suggestion, key)
                st.rerun()


def tick_all(rule: Rule, is_on: bool) -> None:
    """Tick all fields of a rule, or none. For the click of a button."""
    for suggestion in rule:
        _set(suggestion, is_on)
        st.session_state.pop(f"suggest.field.{suggestion.id}", None)


def _tick(suggestion: Suggestion, key: str) -> None:
    _set(suggestion, bool(st.session_state[key]))


def _set(suggestion: Suggestion, is_on: bool) -> None:
    is_first = is_on is not (suggestion.risk.level == "high")
    (_changed().discard if is_first else _changed().add)(suggestion.id)
