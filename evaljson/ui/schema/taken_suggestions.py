"""Trying, applying and undoing suggestions: a tried one is among the unapplied edits, an applied one is a version."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.base.params import parse_xeval_entry
from evaljson.store import Conflict
from evaljson.suggest import Suggestion
from evaljson.suggest.edit import Edit, unshared
from evaljson.suggest.edit import edited as with_edits
from evaljson.ui.schema.unapplied_edits import edited, replace_schema
from evaljson.ui.session import author, edits, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.changes import attempt, show_conflict
from evaljson.ui.shared.commit_schema import commit
from evaljson.ui.shared.parts import plain, problem_box
from evaljson.wording.settings import setting_in_words, setting_label
from evaljson.wording.words import counted
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.suggestion_chain import Chain, begun, is_in
from evaljson.workspace.suggestions import chain_of, keep_chain

_TRIED, _ASKED, _REFUSED = "evaljson.suggest-tried", "evaljson.suggest-apply", "evaljson.suggest-refused"
_APPLY, _UNDO = "apply", "undo"
_NEXT: Final = {
    _APPLY: "Apply one of them, or set it by hand on the Fields tab.",
    _UNDO: "Change the field itself on the Fields tab, or restore an earlier version.",
}
_NAMED: Final = 3
"""Words of a table that are named."""
Change = tuple[str, str, tuple[Suggestion, ...]]
"""Evaluation, what to do, and with which."""


def tried(evaluation: OpenEvaluation, schema: EditedSchema) -> tuple[Suggestion, ...]:
    """List the suggestions among the unapplied edits, without those that are applied by now."""
    chain = tried_chain(evaluation)
    if chain is None:
        return ()
    return tuple(
        suggestion for suggestion in chain.still_applied(schema.now.schema) if not is_in(evaluation.schema, suggestion)
    )


def try_it(evaluation: OpenEvaluation, suggestions: Sequence[Suggestion]) -> None:
    """Add suggestions to the unapplied edits. For the click of a button."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation) or begun(now)
    _write(evaluation, lambda: chain.with_more(now, suggestions))


def prepare(evaluation: OpenEvaluation, edit: Edit) -> None:
    """Add a setting that is no suggestion to the unapplied edits."""

    def work() -> None:
        replace_schema(evaluation, unshared(with_edits(edited(evaluation).now.schema, edit)))

    attempt(work, is_change=False)


def take_back(evaluation: OpenEvaluation, suggestion: Suggestion) -> None:
    """Take one out of the edits; the others stay."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation)
    if chain is not None:
        _write(evaluation, lambda: chain.less(now, suggestion))


def drop_tried(evaluation: OpenEvaluation) -> None:
    """Take all suggestions out of the edits; other edits stay."""
    now = edited(evaluation).now.schema
    chain = tried_chain(evaluation)
    if chain is not None:
        _write(evaluation, lambda: chain.less_all(now))


def _write(evaluation: OpenEvaluation, make: Callable[[], Chain]) -> None:
    def work() -> None:
        chain = make()
        replace_schema(evaluation, chain.last)
        set_tried(evaluation, chain)

    attempt(work, is_change=False)  # among one's edits, which change nothing until they are applied


def tried_chain(evaluation: OpenEvaluation) -> Chain | None:
    """Return the tried suggestions as they are combined with the other edits."""
    held = st.session_state.get(_TRIED)
    return held[1] if held is not None and held[0] == evaluation.id else None


def set_tried(evaluation: OpenEvaluation, chain: Chain | None) -> None:
    """Replace the tried suggestions."""
    st.session_state[_TRIED] = None if chain is None else (evaluation.id, chain)


def ask_to_apply(evaluation: OpenEvaluation, suggestions: Sequence[Suggestion]) -> None:
    """Note a click that applies suggestions, until it is carried out: a page run cut short must not lose it."""
    st.session_state[_ASKED] = (evaluation.id, _APPLY, tuple(suggestions))


def _ask_to_undo(evaluation: OpenEvaluation, suggestion: Suggestion) -> None:
    st.session_state[_ASKED] = (evaluation.id, _UNDO, (suggestion,))


def carry_out(evaluation: OpenEvaluation) -> None:
    """Apply or undo what was asked for, as a version of its own; other edits stay unapplied."""
    asked: Change | None = st.session_state.get(_ASKED)
    if asked is None:
        return
    st.session_state.pop(_REFUSED, None)
    identity, what, suggestions = asked
    if identity != evaluation.id:
        st.session_state.pop(_ASKED, None)
        return
    chain = chain_of(server.store(), evaluation.id) or begun(evaluation.schema)
    try:
        now = evaluation.schema
        undone = what == _UNDO
        changed = chain.less(now, suggestions[0]) if undone else chain.with_more(now, suggestions, on_top=True)
        commit(
            evaluation,
            changed.last,
            edits.typed(),
            message=_message(what, _gone(chain, changed, now, suggestions[0]) if undone else suggestions),
            stored=lambda: _done(evaluation, changed, what, suggestions),
        )
    except Conflict as error:
        st.session_state.pop(_ASKED, None)
        show_conflict(error)
    except EvaljsonError as error:
        st.session_state.pop(_ASKED, None)
        told = getattr(error, "problem", str(error)), getattr(error, "path", ""), _NEXT[what]
        if what == _UNDO:  # beside its button, far from the top of the page
            st.session_state[_REFUSED] = (_state(evaluation), suggestions[0].id, told)
        else:
            problem_box(*told)


def _state(evaluation: OpenEvaluation) -> tuple[str, int | None]:
    """Return what a refusal is about: under another version it may not be refused."""
    return evaluation.id, evaluation.stored.schema_number


def _refused(evaluation: OpenEvaluation) -> tuple[str, tuple[str, str, str]] | None:
    """Return the id of the suggestion that could not be undone, and why; None without any."""
    held = st.session_state.get(_REFUSED)
    return None if held is None or held[0] != _state(evaluation) else held[1:]


def _gone(before: Chain, after: Chain, now: Mapping[str, Any], first: Suggestion) -> tuple[Suggestion, ...]:
    """Return what is undone with a suggestion, that one first: those that rest on it go with it."""
    there = {one.id for one in before.still_applied(now)}
    return first, *(one for one, _ in after.taken_out if one.id in there and one.id != first.id)


def _done(evaluation: OpenEvaluation, changed: Chain, what: str, suggestions: Sequence[Suggestion]) -> None:
    st.session_state.pop(_ASKED, None)
    keep_chain(server.store(), evaluation.id, changed, by=author.who())
    chain = tried_chain(evaluation)
    if chain is not None and what != _UNDO:
        now = edited(evaluation).now.schema
        try:
            set_tried(evaluation, chain.settled(now, suggestions))
        except EvaljsonError:  # the version is stored by now: what was tried stays among the edits, as one by hand
            st.session_state.pop(_TRIED, None)


def remember_tried(evaluation: OpenEvaluation, schema: EditedSchema) -> None:
    """Store the tried suggestions once all edits are applied: each can be undone."""
    suggestions = tried(evaluation, schema)
    chain = chain_of(server.store(), evaluation.id)
    if suggestions:
        keep_chain(
            server.store(),
            evaluation.id,
            _together(evaluation, schema, chain, suggestions),
            by=author.who(),
        )
    st.session_state.pop(_TRIED, None)


def _together(
    evaluation: OpenEvaluation, schema: EditedSchema, before: Chain | None, suggestions: tuple[Suggestion, ...]
) -> Chain:
    now, mine = schema.now.schema, tried_chain(evaluation)
    assert mine is not None
    without = mine.less_all(now).last
    before = None if before is None else before.with_edited_kept(without)
    base = without if before is None else before.less_all(without).last
    older = [] if before is None else before.there(without)
    known, on_top = {old.id for old, _ in older}, max((layer for _, layer in older), default=-1) + 1
    newer = [(suggestion, on_top) for suggestion in suggestions if suggestion.id not in known]
    every = [*older, *newer]
    there = {one.id for one, _ in every}
    every_before = () if before is None else (*before.layered, *before.taken_out)
    gone = tuple(old for old in every_before if old[0].id not in there)
    kept = () if before is None else tuple(old for old in before.edited_since if old[0].id not in there)
    return Chain(base, now, tuple(one for one, _ in every), tuple(layer for _, layer in every), gone, kept)


def _message(what: str, suggestions: Sequence[Suggestion]) -> str:
    """Name the one that is undone, or of those applied the one that gains most."""
    is_undo = what == _UNDO
    first = f"undo: {suggestions[0].title}" if is_undo else max(suggestions, key=lambda one: one.gain).title
    return (first if len(suggestions) == 1 else f"{first}; and {counted(len(suggestions) - 1, 'more suggestion')}")[
        :500
    ]


def show_taken(evaluation: OpenEvaluation) -> None:
    """List the applied suggestions, each with a button to undo it, and those whose field was edited since."""
    chain = chain_of(server.store(), evaluation.id)
    if chain is None:
        return
    settled = chain.with_edited_kept(evaluation.schema)
    chain = settled if settled.taken or settled.edited_since else chain  # else nothing is known of the edits
    suggestions, changed = chain.still_applied(evaluation.schema), chain.edited_by(evaluation.schema)
    if not suggestions and not changed:
        return
    head = f"✓ {counted(len(suggestions), 'suggestion')} applied, with undo"
    if changed:
        since = f"{counted(len(changed), 'applied suggestion')} edited since"
        head = f"{head}; {since}" if suggestions else since
    titles = _told_apart([*suggestions, *changed])
    refused = _refused(evaluation)
    is_refused = refused is not None and any(one.id == refused[0] for one in (*suggestions, *changed))
    with st.expander(head, expanded=len(titles) <= 3 or is_refused):
        for suggestion, title in zip(suggestions, titles, strict=False):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(plain(title, 300))
                more = [plain(one.title, 200) for one in chain.goes_with(evaluation.schema, suggestion)]
                st.button(
                    "Undo", key=f"suggest.undo.{suggestion.id}", on_click=_ask_to_undo, args=(evaluation, suggestion),
                    help=f"With it goes, as its words were found on top: {', '.join(more)}." if more else None,
                )  # fmt: skip
            if refused is not None and refused[0] == suggestion.id:
                problem_box(*refused[1])
        for suggestion, title in zip(changed, titles[len(suggestions) :], strict=True):
            st.markdown(f"{plain(title, 300)} · its field was edited since: change it on the Fields tab.")
            if refused is not None and refused[0] == suggestion.id:
                problem_box(*refused[1])


def _told_apart(suggestions: Sequence[Suggestion]) -> list[str]:
    """Return their titles; those with the same one say what they set, too."""
    times = Counter(one.title for one in suggestions)
    return [one.title if times[one.title] == 1 else f"{one.title}, {_sets(one.edit)}" for one in suggestions]


def _sets(edit: Edit) -> str:
    """Say what an edit sets, as far as there is room: the settings of its field have all of it."""
    words = [said for entry in edit.transforms for said in _table(entry)]
    others = [entry for entry in edit.transforms if not _table(entry)]
    more = f" and {len(words) - _NAMED:,} more" if len(words) > _NAMED else ""
    parts = [f"{', '.join(words[:_NAMED])}{more}"] if words else []
    compare = edit.rule
    nulls = {"absent": list(edit.absent)} if edit.absent else None
    settings = {
        "x-eval-transform": others or None, "x-eval-compare": compare, "x-eval-nulls": nulls,
        "x-eval-align": edit.align, "x-eval-threshold": edit.threshold,
    }  # fmt: skip
    parts += [f"{setting_label(key)} {setting_in_words(key, of)}" for key, of in settings.items() if of is not None]
    return ", ".join(parts) or json.dumps(edit.to_dict(), ensure_ascii=False)


def _table(entry: Any) -> list[str]:
    """List what a table of words does, one by one; nothing for another transform."""
    values = parse_xeval_entry(entry)[1].get("values")
    if isinstance(values, Mapping):
        return [f"{word} → {to}" for word, to in values.items()]
    return [f"{word} → null" for word in values] if isinstance(values, list) else []
