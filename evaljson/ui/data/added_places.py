"""Records under a key of their own in a file added to a scored evaluation: taken from there, said so, undone."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read
from evaljson.store import Variant
from evaljson.ui.data.file_choices import is_found_place, opened_in_words
from evaljson.ui.data.read_like_others import show_found_place, show_opened, variant_like_gold
from evaljson.ui.session import author, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import may
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.file_change import f1_since
from evaljson.ui.shared.parts import plain

_ADDED: Final = "data.places-of-added"
"""Hash of each added file whose records, or some of them, are taken from a key around them."""


def with_place_of_gold(evaluation: OpenEvaluation, loaded: LoadedRecords) -> LoadedRecords:
    """Return the file with its records taken from the key around them where gold has none; else unchanged."""
    return variant_like_gold(loaded, evaluation.gold) or loaded


def note_place(loaded: LoadedRecords) -> None:
    """Remember a file as it is stored, if records are taken from a key around them."""
    if is_found_place(loaded, "extracted") or opened_in_words(as_read(loaded)) is not None:
        st.session_state.setdefault(_ADDED, set()).add(loaded.sha256)


def show_places_of_added(evaluation: OpenEvaluation) -> None:
    """Say of each file that was added here which key its records are taken from, with a button for whole entries."""
    added: set[str] = st.session_state.get(_ADDED, set())
    if not added or not may("editor"):
        return
    for variant in evaluation.stored.variants:
        loaded = evaluation.variants.get(variant.name)
        if loaded is None or loaded.sha256 not in added:
            continue
        take, key = partial(_replace, evaluation, variant), f"variant.{variant.id}"
        show_found_place(loaded.name, loaded, "extracted", key, take, None)
        show_opened(loaded.name, loaded, key, take)


def _replace(evaluation: OpenEvaluation, variant: Variant, whole: LoadedRecords) -> None:
    """Score a variant again with each entry of its file as a record."""

    def put(data: LoadedRecords | str) -> None:
        seen = known_revision(server.store().evaluations.get(evaluation.id), evaluation.revision)
        server.store().variants.update(evaluation.id, seen, variant.id, by=author.who(), data=data)
        scoring_work.score(evaluation.id)

    message = f"Took the entries of {plain(variant.dataset.name, 60)} whole, and scored them again."
    attempt(lambda: put(whole), message, lambda: put(variant.dataset.id), since=f1_since(evaluation))
