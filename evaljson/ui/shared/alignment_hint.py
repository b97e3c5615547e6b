"""Says where pairing by content would match more: elements of arrays than by position, entries of maps than by keys.

Where a suggestion says so too, with its figures and its risk, this only leads to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from evaljson.report.fields.alignment_gain import HUNGARIAN, paired_plainly
from evaljson.ui.session import edits, server
from evaljson.ui.session.address import clicked, go_to_schema, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.commit_schema import commit
from evaljson.ui.shared.find_suggestions import found_now
from evaljson.ui.shared.look_at_pairing import looked_at_pairing
from evaljson.ui.shared.pairing_words import counted_kinds, more_values, paired_now
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted
from evaljson.workspace.schema_grid import apply_edits
from evaljson.workspace.suggestions import dismissed

MOST: Final = 20
"""Arrays and maps that are listed; those that gain most."""
SUGGESTIONS = "Suggestions"
"""What the tab is called."""


def show_pairing_gains(
    evaluation: OpenEvaluation, beside_suggestions: bool | None = None, *, only_leads: bool = False
) -> None:
    """List arrays and maps that pairing by content would match better than position or keys do, each with a switch.

    `beside_suggestions`: whether these are on the page now, and say it themselves; None where the page has none.
    `only_leads`: to the suggestions instead of a switch, on a page that does not tell what a change did.
    """
    name = next((name for name in evaluation.runs if name not in evaluation.outdated), None)
    if name is None or not paired_plainly(evaluation.tree):
        return
    gain_by_path = looked_at_pairing(evaluation, name)
    if gain_by_path is None:
        return
    has_any = beside_suggestions is not None and any(gain > 0 for gain in gain_by_path.values())
    cards = _cards(evaluation) if has_any else {}
    open_gains = {
        path: gain
        for path, gain in sorted(gain_by_path.items(), key=lambda item: -item[1])
        if gain > 0 and not (path in cards and (beside_suggestions or not cards[path]))
    }
    if not open_gains:
        return
    with st.expander(
        f"⇄ Paired by content, {counted_kinds(evaluation.tree, open_gains)} would match "
        f"{more_values(open_gains)} in {plain(name)}"
    ):
        if only_leads:
            suggestions_button("hint.pair")
        for path, gain in list(open_gains.items())[:MOST]:
            _line(evaluation, (path, gain, name), cards, only_leads)
        if len(open_gains) > MOST:
            st.caption(f"And {len(open_gains) - MOST:,} more, which gain less.")


def _line(evaluation: OpenEvaluation, found: tuple[str, int, str], cards: Mapping[str, bool], only_leads: bool) -> None:
    """Say what pairing one of them by content gains in a variant, with a button that does it."""
    path, gain, name = found
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"{paired_now(evaluation.tree, [path])}. By content, "
            f"{counted(gain, 'more value')} would match in {plain(name)}.",
            width="stretch",
        )
        if path in cards:
            st.button("Show the suggestion", key=f"schema.pair-card.{path}", on_click=_open_suggestions)
        elif not only_leads and st.button(
            "Pair by content",
            key=f"schema.pair.{path}",
            help="Right where order, or keys of entries, mean nothing.",
        ):
            changed, _ = apply_edits(evaluation.schema, {path: {"alignment": HUNGARIAN["match_by"]}})
            commit(evaluation, changed, edits.typed())


def suggestions_button(key: str) -> None:
    """Show a button that opens the suggestions from another page."""
    about = "Settings that would explain errors, such as other case or other date forms, each with its effect."
    if st.button("Look at suggestions", key=key, help=about):
        go_to_schema(tab=SUGGESTIONS)


def _cards(evaluation: OpenEvaluation) -> dict[str, bool]:
    """Map the path of what a suggestion aligns to whether such a suggestion is visible, that is, not dismissed."""
    suggestions = found_now(evaluation)
    if suggestions is None:
        return {}
    hidden, cards = dismissed(server.store(), evaluation.id), dict[str, bool]()
    for suggestion in suggestions.proposed:
        if suggestion.edit.align is not None:
            cards[suggestion.path] = cards.get(suggestion.path, False) or suggestion.id not in hidden
    return cards


def _open_suggestions() -> None:
    st.session_state[widget_key("schema", "tab")] = SUGGESTIONS
    clicked()
