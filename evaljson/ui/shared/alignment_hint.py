"""Says where pairing by content would match more: elements of arrays than by position, entries of maps than by keys.

Where a suggestion says so too, with its figures and its risk, this only leads to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evaljson.base.paths import above
from evaljson.report.fields.alignment_gain import HUNGARIAN
from evaljson.ui.session import edits, server
from evaljson.ui.session.address import clicked, go_to_schema, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.commit_schema import commit
from evaljson.ui.shared.find_suggestions import found_now, suggested_key
from evaljson.ui.shared.look_at_pairing import looked_at_pairing
from evaljson.ui.shared.pairing_words import better_by_content, counted_kinds, gain_by_variant, no_longer_scored
from evaljson.ui.shared.parts import plain
from evaljson.workspace.pairing_gains import Gains, gained, to_pair
from evaljson.workspace.schema_grid import apply_edits
from evaljson.workspace.suggestions import dismissed

LED_TO: Final = "schema.led-to-pairing"
"""Set in the session where a link leads to the list, which is open from then on."""
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
    by_variant = looked_at_pairing(evaluation) or {}
    cards = cards_of(evaluation) if by_variant else {}
    gains = gained_of(by_variant, cards)
    if not gains or (beside_suggestions and cards.keys() >= gains.keys()):
        return
    is_elsewhere = beside_suggestions is None
    if is_elsewhere:  # that page has the switch itself, but not against what the suggestions put first
        cards = {path: is_shown for path, is_shown in cards.items() if suggested_key(evaluation, path) is not None}
    open_gains, counted_ones = dict(sorted(gains.items(), key=lambda item: -item[1])), to_pair(gains)
    values, where = gain_by_variant(by_variant, counted_ones)
    with st.expander(
        f"⇄ {counted_kinds(evaluation.tree, counted_ones)} paired by content: {values} would match {where}",
        expanded=bool(st.session_state.get(LED_TO)),
    ):
        if not only_leads:
            _all_at_once(evaluation, [path for path in counted_ones if path not in cards])
        if only_leads:
            suggestions_button("hint.pair")
        for path in list(open_gains)[:MOST]:
            around = next((one for one in above(path)[:-1] if one in gains), None)
            with _line(evaluation, path, by_variant, around):
                _way(evaluation, path, has_card=path in cards, is_elsewhere=is_elsewhere, only_leads=only_leads)
        if len(open_gains) > MOST:
            st.caption(f"And {len(open_gains) - MOST:,} more, with no greater gain.")


def _all_at_once(evaluation: OpenEvaluation, paths: Sequence[str]) -> None:
    """Draw the button that pairs all of them by content, of which Overview has the effect; nothing for one alone."""
    if len(paths) < 2:
        return
    kinds = counted_kinds(evaluation.tree, paths)
    if st.button(
        f"Pair these {kinds} by content",
        key="schema.pair-all",
        help="All at once, as one version: right where their order, or keys of entries, mean nothing.",
    ):
        changed, _ = apply_edits(evaluation.schema, {path: {"alignment": HUNGARIAN["match_by"]} for path in paths})
        commit(evaluation, changed, edits.typed(), message=f"{kinds}: pair by content")


def _line(evaluation: OpenEvaluation, path: str, by_variant: Mapping[str, Gains], around: str | None) -> DeltaGenerator:
    """Say what pairing one of them by content gains and costs, and return the line, for a button.

    `around`: another one that holds it and gains too, so that what it gains itself depends on how that one pairs.
    """
    tree, (values, where) = evaluation.tree, gain_by_variant(by_variant, [path])
    drawn = st.container(horizontal=True, vertical_alignment="center")
    while_so = "" if around is None else f", as long as **{plain(around)}** pairs as now"
    drawn.markdown(
        f"{better_by_content(tree, [path])}{values} would match {where}{while_so}. {no_longer_scored(tree, [path])}",
        width="stretch",
    )
    return drawn


def _way(evaluation: OpenEvaluation, path: str, *, has_card: bool, is_elsewhere: bool, only_leads: bool) -> None:
    """Draw the button that pairs one of them by content, or shows what is suggested for it."""
    if has_card and is_elsewhere:
        if not only_leads and st.button("Show the suggestion", key=f"schema.pair-card.{path}"):
            go_to_schema(tab=SUGGESTIONS)
    elif has_card:
        st.button("Show the suggestion", key=f"schema.pair-card.{path}", on_click=_open_suggestions)
    elif not only_leads and st.button(
        "Pair by content",
        key=f"schema.pair.{path}",
        help="Right where order, or keys of entries, mean nothing.",
    ):
        changed, _ = apply_edits(evaluation.schema, {path: {"alignment": HUNGARIAN["match_by"]}})
        commit(evaluation, changed, edits.typed(), message=f"{path}: pair by content")


def suggestions_button(key: str) -> None:
    """Show a button that opens the suggestions from another page."""
    about = "Settings that would explain errors, such as other case or other date forms, each with its effect."
    if st.button("Look at suggestions", key=key, help=about):
        go_to_schema(tab=SUGGESTIONS)


def gained_of(by_variant: Mapping[str, Gains], cards: Mapping[str, bool]) -> Gains:
    """Return what gains by content, on every page: without those of which someone has dismissed the suggestion."""
    return {path: gain for path, gain in gained(by_variant).items() if cards.get(path, True)}


def cards_of(evaluation: OpenEvaluation) -> dict[str, bool]:
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
