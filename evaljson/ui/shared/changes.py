"""Changes made with a click: told where they could not be made, and undone with another click."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.store import Conflict, NotAllowed, NotFound, StoreUnavailable
from evaljson.ui.session import author, open_evaluation, server, widget_turn
from evaljson.ui.session.own_changes import is_own_change, known_revision
from evaljson.ui.shared.ask_name import ask_after_change, noted
from evaljson.ui.shared.parts import data_line, plain, problem_box
from evaljson.wording.words import NOBODY, person
from evaljson.workspace.history import in_words, when

_REFUSED, _UNDO = "evaljson.refused", "evaljson.undo"
AGAIN: Final = "Settle that and repeat: nothing was changed, what you typed is kept."
"""Where the store could not do it."""
_PERHAPS_YOU: Final = "This was changed in another tab, or by someone without a name,"
_NAMED: Final = 5
"""How many changes of others are listed at most."""


@dataclass(frozen=True)
class _Refused:
    what: str
    where: str
    others: tuple[str, ...]
    """What was changed meanwhile, except in this session; then nothing is wrong with what was tried."""
    is_someone_else: bool
    """Whether that was surely another person: their name is another one."""
    is_conflict: bool
    is_allowed: bool
    """Whether the person may do what they tried."""
    is_store: bool
    """Whether nothing is wrong with what was tried: the store is full, locked or read-only."""
    beside: str = ""
    """What the button is of, if the page says beside it that nothing was changed."""


@dataclass(frozen=True)
class _Undo:
    told: str
    back: Callable[[], object] | None
    place: tuple[str, str] | None = None
    """The page and the id of the evaluation or draft that show it: those that show it first. None: not shown yet."""
    beside: str = ""
    """What the button is of, if the page shows this beside it; else it is shown at the top."""
    holds: Callable[[], bool] = lambda: True
    """Whether what was done is still so."""
    since: Callable[[], str] = str
    """What came of it by now, in Markdown; asked each time it is shown."""


def attempt(
    work: Callable[[], object],
    message: str = "",
    back: Callable[[], object] | None = None,
    *,
    is_change: bool = True,
    beside: str = "",
    holds: Callable[[], bool] = lambda: True,
    since: Callable[[], str] = str,
) -> bool:
    """Make a change and return whether it was made; errors are shown at the top of the page.

    For callbacks, which nothing else guards. `message` says what was done, in Markdown, and `back` undoes it.
    `is_change`: whether the history of what is open says of it, so that it is worth a name.
    `beside` names what the button is of, far from the top of a page: `show_done_beside` then says what was done there.
    `holds`: whether what was done is still so; what a later change replaced is not said any more.
    `since` says what came of it, which may not be known yet: that of each page run is shown behind the message.
    """
    st.session_state.pop(_REFUSED, None)
    st.session_state.pop(_UNDO, None)
    try:
        work()
    except EvaljsonError as error:
        st.session_state[_REFUSED] = replace(_refused(error), beside=beside)
        return False
    if is_change:
        noted()
    if back is not None:
        st.session_state[_UNDO] = _Undo(message, back, beside=beside, holds=holds, since=since)
    return True


def tell_once_there(since: Callable[[], str]) -> None:
    """Show on the next page that is opened what came of something that cannot be undone; nothing while that is ""."""
    st.session_state[_UNDO] = _Undo("", None, since=since)


def tried(work: Callable[..., object], *args: object) -> None:
    """`attempt` in the shape of a callback, for what opens something and changes nothing that is there."""
    attempt(lambda: work(*args), is_change=False)


def _refused(error: EvaljsonError) -> _Refused:
    events = error.events if isinstance(error, Conflict) else ()
    of = error.evaluation if isinstance(error, Conflict) else ""
    foreign = [event for event in events if not is_own_change(of, event.revision)]
    others = tuple(f"{person(event.who)} {in_words(event)} ({when(event.moment)})" for event in foreign[-_NAMED:])
    is_someone_else = any(event.who not in (NOBODY, author.who()) for event in foreign)
    moved = isinstance(error, Conflict | NotFound)
    full = isinstance(error, StoreUnavailable)
    problem, path = getattr(error, "problem", str(error)), getattr(error, "path", "")
    allowed = not isinstance(error, NotAllowed)
    return _Refused(problem, path, others, is_someone_else, moved, allowed, full)


def show_changes(page: str, evaluation: str) -> None:
    """Show what could not be done, or what was done with a button to undo it; otherwise nothing.

    What was done stays on the page that shows it first, with the evaluation or draft of this id: elsewhere it would be
    taken for something about what is shown there.
    """
    with st.container():  # also when empty: without it Streamlit draws all below again, and the page jumps to its top
        _show_changes(page, evaluation)


def _show_changes(page: str, evaluation: str) -> None:
    refused: _Refused | None = st.session_state.get(_REFUSED)
    if refused is not None:
        _show_refused(refused)
    undo = _undo()
    if undo is not None and undo.place is None:
        undo = st.session_state[_UNDO] = replace(undo, place=(page, evaluation))
    if undo is not None and undo.place == (page, evaluation) and not undo.beside:
        _show_done(undo)
    ask_after_change()


def show_done_beside(name: str, page: str, evaluation: str) -> None:
    """Show beside its button what was done with it, or that nothing was; see `attempt`. For below `show_changes`."""
    undo = _undo()
    refused: _Refused | None = st.session_state.get(_REFUSED)
    if undo is not None and undo.place == (page, evaluation) and undo.beside == name:
        _show_done(undo)
    if refused is not None and refused.beside == name:
        st.markdown("⚠ Nothing was changed: the top of the page says why.")


def has_undo() -> bool:
    """Check whether something is shown that was done last and can be undone, or that could not be done."""
    undo = _undo()
    return (undo is not None and undo.back is not None) or _REFUSED in st.session_state


def _undo() -> _Undo | None:
    """Return what was done last; drop it once that is not so any more."""
    undo: _Undo | None = st.session_state.get(_UNDO)
    if undo is not None and not undo.holds():
        undo = None
        st.session_state.pop(_UNDO)
    return undo


def _show_done(undo: _Undo) -> None:
    said = " ".join(filter(None, (undo.told, undo.since())))
    if not said:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(said)
        if undo.back is not None:
            st.button("Undo", key="data.undo", on_click=_take_back, args=(undo.back, undo.beside))
        st.button("Close", key="data.keep", on_click=_clear)


def _take_back(back: Callable[[], object], beside: str) -> None:
    attempt(back, beside=beside)


def show_conflict(error: Conflict) -> None:
    """Show the error of a change that was tried while the page was drawn."""
    _show_refused(_refused(error))


def _show_refused(refused: _Refused) -> None:
    if refused.is_store:
        problem_box(refused.what, refused.where, AGAIN)
        return
    if not refused.is_allowed:
        problem_box(refused.what, refused.where, "Nothing was changed.")
        return
    if not refused.is_conflict:
        problem_box(refused.what, refused.where, "Correct it and try again; nothing was changed.")
        return
    if refused.others:
        with st.container(border=True):
            who = "Someone else changed this" if refused.is_someone_else else _PERHAPS_YOU
            st.markdown(f"⚠ **{who} first, so your change was not stored.** Meanwhile:")
            for change in refused.others:
                data_line(f"• {change}")
            st.markdown("Below is what is stored now. If your change is still right, repeat it.")
            _reload_button()
        return
    problem_box(refused.what, refused.where, "If it is still right, repeat it.")
    _reload_button()


def _reload_button() -> None:
    st.button("Reload", key="data.reload", type="primary", on_click=_reload)


def _clear() -> None:
    st.session_state.pop(_REFUSED, None)
    st.session_state.pop(_UNDO, None)


def _reload() -> None:
    """Reset forms to what is stored."""
    _clear()
    widget_turn.advance()


def delete_variant(evaluation: str, revision: int, variant: str, name: str) -> None:
    """Delete a variant, with an undo."""
    variants = server.store().variants

    def restore() -> None:
        now = server.store().evaluations.get(evaluation)
        variants.undelete(evaluation, now.revision, variant, by=author.who())

    now = server.store().evaluations.get(evaluation, deleted=True)
    seen = known_revision(now, revision)
    if seen == now.revision and all(there.id != variant for there in now.variants):
        return  # the second of two clicks: it is removed by now
    attempt(lambda: variants.delete(evaluation, seen, variant, by=author.who()), f"Removed {plain(name, 60)}.", restore)


def delete_evaluation(identity: str, revision: int, name: str) -> None:
    """Delete an evaluation, with an undo; if it is open, open the sample."""
    now = server.store().evaluations.get(identity, deleted=True)
    seen = known_revision(now, revision)
    if seen == now.revision and now.deleted_at is not None:
        return  # the second of two clicks: it is deleted by now
    was_open = open_evaluation.asked() == identity

    def restore() -> None:
        open_evaluation.restore(identity)
        if was_open:
            open_evaluation.go_to(identity)

    def delete() -> None:
        server.store().evaluations.delete(identity, seen, by=author.who())
        if was_open:
            open_evaluation.open_sample()

    attempt(delete, f"Deleted {plain(name, 60)}.", restore)
