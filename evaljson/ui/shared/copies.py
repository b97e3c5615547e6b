"""Copies in gold: left out of all figures with one click, and counted again with another."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaljson.base.errors import InputError
from evaljson.leaks.copies import copies_in
from evaljson.store import Evaluation
from evaljson.ui.session import author, cache, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import needs
from evaljson.ui.shared.changes import attempt
from evaljson.wording.words import counted
from evaljson.workspace.gold_copies import kept_copies
from evaljson.workspace.scoring_options import leave_out, policy_of


def open_copies(evaluation: OpenEvaluation) -> list[int]:
    """Return the places of the gold records that repeat another one exactly, except for their id, and still count."""
    if evaluation.stored.gold is None or evaluation.is_earlier:
        return []
    gold, id_key = evaluation.stored.gold.id, evaluation.schema.get("x-eval-id")

    def look() -> dict[int, int]:
        kept = kept_copies(server.store(), evaluation.id, gold, id_key)
        return copies_in(evaluation.gold.records, id_key) if kept is None else kept

    copies = cache.shared(("copies", gold, id_key), look)
    out = set(evaluation.missing_policy.without)
    return [place for place in copies if place not in out]


def show_leave_out(evaluation: OpenEvaluation, copies: Sequence[int]) -> None:
    """Draw the button that leaves them out."""
    every = [*evaluation.missing_policy.without, *copies]
    st.button(
        "Leave the copy out" if len(copies) == 1 else f"Leave the {len(copies):,} copies out",
        key="copies.leave-out",
        on_click=_put,
        args=(evaluation, every),
        **needs("editor", help="The first record of each stays. All variants are scored again; figures say so."),
    )


def show_count_again(evaluation: OpenEvaluation, page: str) -> None:
    """Draw the button that lets them count again, if any are left out."""
    if evaluation.missing_policy.without and not evaluation.is_earlier:
        st.button(
            "Count the copies again",
            key=f"{page}.copies.count",
            on_click=_put,
            args=(evaluation, []),
            **needs("editor"),
        )


def _put(evaluation: OpenEvaluation, places: Sequence[int]) -> None:
    store, identity = server.store(), evaluation.id
    before = list(evaluation.missing_policy.without)
    made: list[Evaluation] = []

    def put(wanted: Sequence[int], seen: int) -> Evaluation:
        revision = known_revision(store.evaluations.get(identity), seen)
        changed = leave_out(store, identity, revision, wanted, by=author.who())
        scoring_work.score(identity)
        return changed

    def holds() -> bool:
        now = store.evaluations.get(identity, deleted=True)
        return now.gold == made[0].gold and policy_of(now.settings, now.gold).without == tuple(places)

    def back() -> None:
        if not holds():  # places are those of the gold of then
            raise InputError("gold, or which of its records count, was changed since")
        put(before, made[0].revision)

    many = counted(len(places) or len(before), "copy", "copies")
    done = f"{many} in gold left out of all figures." if places else f"{many} in gold counted again."
    attempt(lambda: made.append(put(places, evaluation.revision)), done, back, holds=holds)
