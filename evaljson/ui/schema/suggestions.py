"""The Suggestions tab: settings that would explain errors, each with its effect and its risk; none applies itself."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, Final

import streamlit as st

from evaljson.suggest import Suggestion
from evaljson.suggest.renamed_effect import notes_on_renamed
from evaljson.ui.schema.field_ticks import is_ticked
from evaljson.ui.schema.folded_rule import show_rule
from evaljson.ui.schema.nothing_suggested import show_nothing_suggested
from evaljson.ui.schema.suggestion_card import CardContext, show_line
from evaljson.ui.schema.suggestion_rules import Rule, by_rule, pages_of
from evaljson.ui.schema.taken_suggestions import ask_to_apply, drop_tried, show_taken, tried, tried_chain, try_it
from evaljson.ui.schema.ticked_together import show_together
from evaljson.ui.session import server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt, show_changes
from evaljson.ui.shared.find_suggestions import looked_for
from evaljson.ui.shared.more_by_content_words import more_by_content_in_words
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.renamed import show_renamed
from evaljson.wording.settings import setting_changes
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.suggestion_chain import is_in
from evaljson.workspace.suggestions import bring_back, dismissed

PER_PAGE: Final = 12
"""Lines at most."""
_PAGE: Final = "suggest.page"


def show_suggestions(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    """Show the whole tab."""
    show_changes("schema", evaluation.id)
    show_taken(evaluation)
    looked = looked_for(evaluation)
    if looked is None:
        return
    renamed = show_renamed(evaluation, list(looked.found.variants), "schema")
    if not looked.is_current:  # what is above is of now
        st.caption("Below: as found before the last change, with the figures of then.")
    hidden = dismissed(server.store(), evaluation.id)
    open_suggestions = [
        suggestion
        for suggestion in looked.found
        if suggestion.id not in hidden and not is_in(evaluation.schema, suggestion)
    ]
    in_draft = list(tried(evaluation, schema))
    shown = CardContext(evaluation, tuple(in_draft), looked.found, looked.is_current)
    _show_summary(shown, open_suggestions, in_draft)
    on_page, following = _page_of(by_rule(open_suggestions))
    _show_rules(on_page, shown)
    if following is not None:
        st.button(f"Show {following}", key="suggest.next", on_click=_turn_to, args=(following,))
    said_above = set(notes_on_renamed(renamed.keys))
    for note in looked.found.notes:
        if note not in said_above:
            st.caption(plain(note, 400))
    _show_dismissed(evaluation, hidden)


def _show_rules(rules: list[Rule], shown: CardContext) -> None:
    """Show each rule: in one line, or as a heading with a line for each of its fields."""
    is_risky = False
    for rule in rules:
        if rule.is_risky and not is_risky:
            st.subheader("Look at each", anchor=False)
            st.caption(
                "These are in no “Try all”: they can make different answers equal or forgive constant errors, need a "
                "setting that can, or ask a judge."
            )
        is_risky = rule.is_risky
        if rule.is_folded:
            show_rule(rule, shown)
            continue
        st.markdown(f"**{plain(rule.words, 120)}** · {counted(len(rule.suggestions), 'field')}")
        with st.container(gap="xxsmall"):
            for suggestion in rule:
                show_line(suggestion, shown)


def _show_summary(shown: CardContext, left: list[Suggestion], in_draft: list[Suggestion]) -> None:
    evaluation, suggestions = shown.evaluation, shown.found
    if not len(suggestions):
        show_nothing_suggested(evaluation)
        return
    if not left:
        st.markdown("All suggestions are applied or dismissed.")
        return
    ids = {one.id for one in left}
    with st.container(border=True):
        st.markdown(f"**{counted(len(left), 'setting')}** would explain errors. Nothing changes until you apply one.")
        show_together(shown, left)
        if words := more_by_content_in_words(suggestions, {one.path for one in left if one.kind == "key"}):
            st.caption(words)
        with st.container(horizontal=True):
            untried = [
                one for one in suggestions.for_all if one.id in ids and is_ticked(one) and shown.tried_part(one) is None
            ]
            rest = [chosen for chosen in map(shown.chosen, untried) if chosen is not None]
            low = _low_risk(rest, shown)
            if low and len(low) < len(rest):
                _try_button(evaluation, f"Try the {len(low):,} of low risk", low, "low")
            if rest:
                more = " more" if in_draft else ""
                label = f"Try all {len(rest):,}{more}" if len(rest) > 1 else f"Try the 1{more} setting"
                _try_button(evaluation, label, rest, "all")
            if in_draft:
                st.button(
                    f"Apply the {len(in_draft):,} tried" if len(in_draft) > 1 else "Apply the one tried",
                    key="suggest.apply-tried",
                    type="primary",
                    on_click=ask_to_apply,
                    args=(evaluation, in_draft),
                    **needs(
                        "editor",
                        disabled=not shown.is_current,
                        help="As one version; each can be undone. Your other edits stay unapplied.",
                    ),
                )
                st.button("Take all back", key="suggest.drop-tried", on_click=drop_tried, args=(evaluation,))
        _show_count(evaluation, len(in_draft))


def _show_count(evaluation: OpenEvaluation, suggestions: int) -> None:
    """Explain why the bar counts another number of changes than there are suggestions among them."""
    chain = tried_chain(evaluation)
    if not suggestions or chain is None or len(chain.taken) != suggestions:
        return  # some were edited since, or are current by now
    changes = len(setting_changes(chain.without, chain.last))
    if changes != suggestions:
        st.caption(
            f"{counted(suggestions, 'suggestion')} tried, {counted(changes, 'change')}: several suggestions for "
            "one setting are one change, and one suggestion may change several settings."
        )


def _low_risk(suggestions: list[Suggestion], shown: CardContext) -> list[Suggestion]:
    """List suggestions of low risk that need none of higher risk."""
    low = [suggestion for suggestion in suggestions if suggestion.risk.level == "low"]
    ids = {suggestion.id for suggestion in low}
    return [suggestion for suggestion in low if all(other.id in ids for other in shown.needed_by(suggestion))]


def _try_button(evaluation: OpenEvaluation, label: str, suggestions: list[Suggestion], key: str) -> None:
    st.button(
        label,
        key=f"suggest.try.{key}",
        on_click=try_it,
        args=(evaluation, suggestions),
        help="Adds them to the unapplied edits, so that you see what they do together before anything is stored.",
    )


def _page_of(rules: list[Rule]) -> tuple[list[Rule], str | None]:
    """Return the rules on the chosen page, and the label of the next page."""
    pages = pages_of(rules, PER_PAGE)
    if len(pages) <= 1:
        return rules, None
    ends = list(accumulate(map(len, pages)))
    labels = [_range(end - len(page) + 1, end) for page, end in zip(pages, ends, strict=True)]
    if st.session_state.get(_PAGE) not in labels:
        st.session_state[_PAGE] = labels[0]
    chosen: Any = st.selectbox(f"Of {len(rules):,} rules", labels, key=_PAGE, width=160)
    number = labels.index(chosen)
    following = labels[number + 1] if number + 1 < len(pages) else None
    return pages[number], following


def _range(first: int, last: int) -> str:
    return f"rules {first:,}–{last:,}" if first < last else f"rule {last:,}"


def _turn_to(label: str) -> None:
    st.session_state[_PAGE] = label


def _show_dismissed(evaluation: OpenEvaluation, hidden: dict[str, str]) -> None:
    if not hidden:
        return
    with st.expander(f"{counted(len(hidden), 'suggestion')} dismissed"):
        for identity, title in hidden.items():
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(plain(title, 200))
                st.button(
                    "Bring back",
                    key=f"suggest.back.{identity}",
                    on_click=_bring_back,
                    args=(evaluation.id, identity),
                    **needs("editor"),
                )


def _bring_back(evaluation: str, identity: str) -> None:
    attempt(lambda: bring_back(server.store(), evaluation, identity))
