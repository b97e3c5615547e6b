"""One rule for many fields in one line; opened, a tick for each field, and one field looked at in full."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evaljson.suggest import Suggestion
from evaljson.ui.schema.field_ticks import is_ticked, show_field_ticks, tick_all
from evaljson.ui.schema.suggestion_card import CardContext, line, show_card
from evaljson.ui.schema.suggestion_rules import Rule
from evaljson.ui.schema.taken_suggestions import ask_to_apply, try_it
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.plain_text import plain_part
from evaljson.wording.short_names import shortened
from evaljson.wording.words import counted

_LONGEST: Final = 70
"""Characters of a path in the choice of a field."""


def show_rule(rule: Rule, shown: CardContext) -> None:
    """Show a rule in one line, which opens; while closed, nothing of its fields is drawn."""
    label = f"**{plain(rule.words, 120)}** · {counted(len(rule.suggestions), 'field')} · {rule.figures(shown.built_on)}"
    expander = st.expander(label, key=f"suggest-rule-{rule.key}", on_change="rerun")
    if not expander.open:
        return
    with expander:
        tried = {one.id for one in rule if shown.tried_part(one) is not None}
        built_on = shown.built_on
        # A screen reader reads the backslashes of a tick's label.
        lines = {one.id: line(shown.chosen(one) or one, False, built_on, plain_part) for one in rule}
        show_field_ticks(rule, lines, tried, is_current=shown.is_current)
        _show_buttons(rule, ticked_with_needed(rule.suggestions, shown), len(tried), shown)
        chosen = st.selectbox(
            "Look at one field",
            rule.suggestions,
            index=None,
            key=f"suggest.rule-field.{rule.key}",
            format_func=lambda one: shortened(one.path or "the record", _LONGEST),
            placeholder="its examples, effect, risk and settings",
        )
        if chosen is not None:
            with st.container(border=True, key=f"suggest-card-{chosen.id}"):
                show_card(chosen, shown)


def ticked_with_needed(suggestions: tuple[Suggestion, ...], shown: CardContext) -> list[Suggestion]:
    """List those that are ticked and not among the edits yet, each after what its figures build on."""
    found: dict[str, Suggestion] = {}
    for one in suggestions:
        chosen = shown.chosen(one) if is_ticked(one) and shown.tried_part(one) is None else None
        if chosen is not None:
            found.update({each.id: each for each in (*shown.needed_by(one), chosen) if each.id not in found})
    return list(found.values())


def _show_buttons(rule: Rule, ticked: list[Suggestion], tried: int, shown: CardContext) -> None:
    more = len({one.id for one in ticked} - {one.id for one in rule})
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Try {len(ticked) - more:,} ticked",
            key=f"suggest.rule-try.{rule.key}",
            on_click=try_it,
            args=(shown.evaluation, ticked),
            disabled=not ticked,
            help="Adds them to the unapplied edits: you see what they change together, and nothing is stored.",
        )
        st.button(
            "Apply them",
            key=f"suggest.rule-apply.{rule.key}",
            on_click=ask_to_apply,
            args=(shown.evaluation, ticked),
            **needs(
                "editor",
                disabled=not ticked or not shown.is_current,
                help="Makes them one version and scores again. Can be undone.",
            ),
        )
        for words, is_on in (("Tick all", True), ("Untick all", False)):
            key = f"suggest.rule-{'all' if is_on else 'none'}.{rule.key}"
            st.button(words, key=key, type="tertiary", on_click=tick_all, args=(rule, is_on))
        if tried:
            st.markdown(f"✓ {tried:,} among your edits")
    if more:
        st.caption(f"↳ Try and Apply also add {counted(more, 'suggestion')} of other rules that these build on.")
