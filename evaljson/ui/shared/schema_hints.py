"""Above the figures: what the eval schema does not know, and figures suffer from; one click settles it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import streamlit as st

from evaljson.report.fields.unknown_effect import UnknownEffect
from evaljson.suggest.edit import edited
from evaljson.suggest.kinds.acceptable_lists import AcceptableList
from evaljson.ui.session import cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.version_asked import here
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.change_schema import change_schema
from evaljson.ui.shared.parts import plain
from evaljson.ui.shared.renamed import show_renamed
from evaljson.ui.shared.scoring_work import waits_for_scores
from evaljson.ui.shared.unknown_keys import LED_TO, ignore_all, keys_in_words
from evaljson.ui.shared.variants_together import lists_of, unknown_of
from evaljson.wording.differences import digits_together, in_points
from evaljson.wording.values import as_text
from evaljson.wording.words import counted
from evaljson.workspace.versions import is_as_read_off

_NAMED: Final = 4
_CUT: Final = 60
"""Characters of a value: the record has all of it."""


def show_schema_hints(evaluation: OpenEvaluation, variants: Sequence[str], page: str) -> None:
    """Show hints about these variants, if there are any; none of those whose figures are from before a change."""
    variants = [name for name in variants if name not in evaluation.outdated]
    if evaluation.stored.schema_number is None or not variants or evaluation.is_earlier:
        return
    if waits_for_scores(evaluation, variants):
        return
    renamed = show_renamed(evaluation, variants, page).unknown
    unknown = unknown_of(evaluation, variants, renamed)
    if unknown.moved:
        _unknown(evaluation, unknown, page)
    lists = lists_of(evaluation, variants)
    for number, acceptable in enumerate(lists[:1]):
        _listed(evaluation, acceptable, f"hint.listed.{page}.{number}")
    if len(lists) > 1:
        with st.expander(f"{counted(len(lists) - 1, 'more field')} where gold has a list"):
            for number, acceptable in enumerate(lists[1:], 1):
                _listed(evaluation, acceptable, f"hint.listed.{page}.{number}")


def is_untuned(evaluation: OpenEvaluation) -> bool:
    """Check whether nobody has chosen how a field is compared; to skip a key is no such choice."""
    number = evaluation.stored.schema_number
    if number is None:
        return False
    key = ("untuned", evaluation.id, number)
    return cache.derived(key, lambda: is_as_read_off(server.store().schemas.all(evaluation.id), number))


def _unknown(evaluation: OpenEvaluation, effect: UnknownEffect, page: str) -> None:
    moved = list(effect.moved.items())[:_NAMED]
    digits = digits_together(both for _, both in moved)
    figures = ", ".join(f"{plain(name, 40)} {' → '.join(in_points(*both, digits)[:2])}" for name, both in moved)
    rest = f" and {counted(len(effect.moved) - _NAMED, 'more variant')}" if len(effect.moved) > _NAMED else ""
    keys = counted(len(effect.fields), "key that the eval schema lacks", "keys that the eval schema lacks")
    named, single = keys_in_words(effect.fields, _NAMED), len(effect.fields) == 1
    each = "It counts" if single else "Each counts"
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        # Escaped: at the head of a line, a plus begins a list.
        st.markdown(f"\\+ {keys}: {named}. {each} as invented; F1 with → without: {figures}{rest}.")
        _button(
            "Ignore it" if single else f"Ignore all {len(effect.fields):,}",
            f"hint.unknown.{page}",
            lambda: ignore_all(evaluation, effect.fields),
            "For keys outside the task, such as reasoning: still shown on Records, in no figure.",
        )
        if page != "data" and st.button("Look at it" if single else "Look at them", key=f"hint.look.{page}"):
            st.session_state[LED_TO] = True
            st.switch_page("pages/data.py", query_params=here())


def list_in_words(hint: AcceptableList) -> str:
    """Say where gold lists acceptable values, with an example, in Markdown."""
    example = f"gold {plain(as_text(hint.gold), _CUT)}, extracted {plain(as_text(hint.extracted), _CUT)}"
    share = (
        f"{hint.explained:,} of {counted(hint.of, 'wrong value')} of {', '.join(plain(name, 40) for name in hint.runs)}"
    )
    return (
        f"✗ **{plain(hint.path, 60)}**: gold has a list, the extraction one value: wrong as it stands "
        f"({example}). In {share} the list has it."
    )


def _listed(evaluation: OpenEvaluation, hint: AcceptableList, key: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(list_in_words(hint))
        _button(
            "Any value of the list is right",
            key,
            lambda: take_lists(evaluation, [hint]),
            "Comparator any_of.",
        )


def _button(label: str, key: str, work_of_it: Callable[[], None], help_text: str) -> None:
    st.button(label, key=key, on_click=work_of_it, **needs("editor", help=help_text))


def take_lists(evaluation: OpenEvaluation, hints: Sequence[AcceptableList]) -> None:
    """Compare the fields with any_of on a click, with an undo."""
    where = hints[0].path if len(hints) == 1 else counted(len(hints), "field")
    change_schema(
        evaluation.id,
        evaluation.revision,
        lambda schema: edited(schema, *(hint.edit for hint in hints)),
        (f"{where}: any value that gold lists is right", f"{where}: back to how it was"),
        f"{plain(where, 60)}: any value that gold lists is right from now on, and all is scored again.",
    )
