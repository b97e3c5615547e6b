"""The form of one variant: name, notes, order and file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.store import Variant
from evaljson.ui.data.added_files import finish, take_in
from evaljson.ui.data.file_upload import uploader
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import may, needs
from evaljson.ui.shared.changes import attempt, delete_variant, show_done_beside
from evaljson.ui.shared.file_change import f1_since
from evaljson.ui.shared.ids_as_gold import ids_of_file
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, person
from evaljson.workspace.history import file_came, when
from evaljson.workspace.variant_notes import MOST, Notes, notes_of, tidy_tags

_AS_TYPED: Final = "%.10g"
"""Streamlit shows two decimals unless told otherwise: a cost of 0.004 would read 0.00."""
_TURN: Final = "variant.turn"
"""With the id of a variant, a number in the keys of its form, which starts again once something is saved."""
_FIELDS: Final = ("name", "label", "model", "tags", "link", "cost", "latency", "prompt")


def show_variant(evaluation: OpenEvaluation, variant: Variant) -> None:
    """Draw a box with everything that can be changed about a variant."""
    with st.container(border=True):
        by, at = file_came(server.store().evaluations.history(evaluation.id), variant)
        file = f"{plain(variant.dataset.name)} · added by {plain(person(by))} · {when(at)}"
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f"**{plain(variant.name)}**  \n{file}")
            with st.container(horizontal=True, width="content"):
                _place(evaluation, variant)
        _form(evaluation, variant)
        show_done_beside(variant.id, "data", evaluation.id)
        with st.expander("Replace its file"):
            uploader(
                f"Drop the file that replaces {plain(variant.dataset.name)}",
                f"variant.replace.{variant.id}",
                "extracted",
                evaluation.schema.get("x-eval-id"),
                lambda loaded: take_in(evaluation, loaded, partial(_replace, evaluation, variant)),
                keys=lambda: evaluation.tree.record_keys,
                several=False,
                done=lambda: finish(evaluation, variant.name),
                least="editor",
            )


def _place(evaluation: OpenEvaluation, variant: Variant) -> None:
    order = [stored.id for stored in evaluation.stored.variants]
    at = order.index(variant.id)
    for label, name, to in (("↑", "up", at - 1), ("↓", "down", at + 1)):
        st.button(
            label,
            key=f"variant.{name}",
            on_click=_move,
            args=(evaluation.id, evaluation.revision, variant.id, to - at),
            **needs(
                "editor",
                help=f"Move {name}. Once you put variants in order, the first one is the baseline.",
                disabled=not 0 <= to < len(order),
            ),
        )
    args = (evaluation.id, evaluation.revision, variant.id, variant.name)
    st.button("Remove", key="variant.remove", on_click=delete_variant, args=args, **needs("editor"))


def _move(identity: str, revision: int, variant: str, step: int) -> None:
    def move() -> None:
        now = server.store().evaluations.get(identity)
        order = [stored.id for stored in now.variants]
        to = order.index(variant) + step if variant in order else -1
        if 0 <= to < len(order):  # a click too many on the way to an end
            order.remove(variant)
            order.insert(to, variant)
            server.store().variants.reorder(identity, known_revision(now, revision), order, by=author.who())

    attempt(move)


def _form(evaluation: OpenEvaluation, variant: Variant) -> None:
    notes = notes_of(variant.meta)
    # Changes by others to this variant appear here; their changes elsewhere leave what is typed here alone.
    # A dropped file begins a new turn of all widgets: what is typed here has a turn of its own.
    seen = hash((variant.name, notes, st.session_state.get(_turn(variant.id), 0)))
    keys = {name: f"variant.{name}.{variant.id}.{seen}" for name in _FIELDS}
    kept = partial(_kept, keys)
    # No st.form: what is typed in one stays in the browser until Save, and is gone where a draft takes its place.
    with st.container():
        left, right = st.columns(2)
        left.text_input("Name", variant.name, max_chars=200, **kept("name"))
        what = "what makes it different"
        right.text_input("Label", notes.label, max_chars=MOST["label"], placeholder=what, **kept("label"))
        left.text_input("Model", notes.model, max_chars=MOST["model"], **kept("model"))
        right.text_input("Tags, separated by commas", ", ".join(notes.tags), **kept("tags"))
        link, cost, latency = st.columns([2, 1, 1])
        link.text_input("Link", notes.link, max_chars=MOST["link"], placeholder="https://…", **kept("link"))
        cost.number_input(
            "Cost", min_value=0.0, value=notes.cost, format=_AS_TYPED,
            help="In any unit, such as dollars per 1,000 records: the same for all variants.", **kept("cost"),
        )  # fmt: skip
        latency.number_input(
            "Latency in seconds", min_value=0.0, value=notes.latency, format=_AS_TYPED, **kept("latency")
        )
        if notes.link and notes.safe_link is None:
            st.caption("This is not an http or https address, so it is not shown as a link.")
        st.text_area("Prompt", notes.prompt, max_chars=MOST["prompt"], height=140, **kept("prompt"))
        args = (evaluation.id, evaluation.revision, variant, keys)
        st.button("Save", key="variant.save", type="primary", on_click=_save, args=args, **needs("editor"))


def _kept(keys: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return what all fields of the form have in common: what is typed stays while the form is not drawn, as a draft
    that takes its place ends on another page."""
    return {"key": keys[name], "persist_state": "session", "disabled": not may("editor")}


def _turn(variant: str) -> str:
    return f"{_TURN}.{variant}"


def _save(identity: str, revision: int, variant: Variant, keys: dict[str, str]) -> None:
    typed = {name: st.session_state[key] for name, key in keys.items()}
    notes = Notes(
        **{name: str(typed[name] or "").strip() for name in ("label", "model", "link")},
        prompt=str(typed["prompt"] or ""),
        tags=tidy_tags(str(typed["tags"] or "").split(",")),
        cost=typed["cost"],
        latency=typed["latency"],
    )
    name = str(typed["name"] or "").strip()

    def put(name: str, meta: Mapping[str, Any]) -> None:
        now = server.store().evaluations.get(identity)
        held = next((one for one in now.variants if one.id == variant.id), variant)
        if (held.name, held.meta) == (name, meta):
            return
        seen = known_revision(now, revision)
        renamed = None if name == held.name else name  # the name as it is stored stays, unless someone types another
        server.store().variants.update(identity, seen, variant.id, by=author.who(), name=renamed, meta=meta)

    def back() -> None:
        put(variant.name, variant.meta)
        start_again()

    def start_again() -> None:  # else the form goes on showing what was typed
        st.session_state[_turn(variant.id)] = st.session_state.get(_turn(variant.id), 0) + 1

    def save() -> None:
        put(name, notes.as_meta(variant.meta))
        start_again()

    message = f"Saved what is noted of {plain(name, 60)}."
    attempt(save, message, back, beside=variant.id)


def _replace(evaluation: OpenEvaluation, variant: Variant, loaded: LoadedRecords) -> None:
    def put(data: LoadedRecords | str) -> None:
        seen = known_revision(server.store().evaluations.get(evaluation.id), evaluation.revision)
        server.store().variants.update(evaluation.id, seen, variant.id, by=author.who(), data=data)

    def back() -> None:
        put(variant.dataset.id)
        scoring_work.score(evaluation.id)

    message = f"Replaced the file of {plain(variant.name, 60)} and scored it again."
    if ids := ids_of_file(evaluation, loaded):
        which = "is one of gold" if ids == 1 else "are those of gold"
        message += f" {counted(ids, 'id')} {which}, written otherwise: see *Look at the ids* on Overview."
    attempt(lambda: put(loaded), message, back, since=f1_since(evaluation))
