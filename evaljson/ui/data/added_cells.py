"""Cells of CSV in a file that is added to a scored evaluation: read as its gold has the values, said so, undone."""

from __future__ import annotations

from functools import partial
from typing import Final

import streamlit as st

from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read
from evaljson.load.typed_cells import AS_TEXT, TableReading, cell_reading, has_text_cells
from evaljson.report.records.read_cells import declared_texts
from evaljson.store import Variant
from evaljson.ui.data.file_choices import keep_cells_as_text, with_cells
from evaljson.ui.data.read_cells import show_read_cells
from evaljson.ui.session import author, open_evaluation, server
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.own_changes import known_revision
from evaljson.ui.shared import scoring_work
from evaljson.ui.shared.allowed import may
from evaljson.ui.shared.changes import attempt

_ADDED: Final = "data.cells-of-added"
"""Hash of each added file whose cells are read as values, or were before someone kept texts -> the name of the file."""


def with_cells_of_gold(evaluation: OpenEvaluation, loaded: LoadedRecords) -> LoadedRecords:
    """Return the file with its cells as gold has the values, as gold itself was read; unchanged without such cells."""
    again = with_cells(loaded, "extracted", _reading(evaluation, loaded))
    if again is None:
        return loaded
    _note(again)
    return again


def _reading(evaluation: OpenEvaluation, loaded: LoadedRecords) -> TableReading:
    if not has_text_cells(loaded):
        return AS_TEXT
    id_key = evaluation.schema.get("x-eval-id")
    found = cell_reading(as_read(evaluation.gold), {"": loaded}, id_key, declared_texts(evaluation.tree))
    return found.variants.get("", AS_TEXT)


def _note(loaded: LoadedRecords) -> None:
    st.session_state.setdefault(_ADDED, {})[loaded.sha256] = loaded.name


def show_cells_of_added(evaluation: OpenEvaluation) -> None:
    """Say of each file that was added here how its cells are read, with a button for the other way."""
    added: dict[str, str] = st.session_state.get(_ADDED, {})
    if not added or not may("editor"):
        return
    for variant in evaluation.stored.variants:
        if variant.dataset.name not in added.values() or variant.name not in evaluation.variants:
            continue
        loaded = evaluation.variants[variant.name]
        if loaded.sha256 in added:
            keep = partial(_keep, evaluation.id, variant, loaded)
            show_read_cells(loaded.name, loaded, "extracted", f"variant.{variant.id}", keep)


def _keep(identity: str, variant: Variant, loaded: LoadedRecords, is_text: bool) -> None:
    """Score a variant again with its cells as texts, or as gold has the values."""

    def put() -> None:
        evaluation = open_evaluation.latest()
        again = with_cells(loaded, "extracted", AS_TEXT if is_text else _reading(evaluation, loaded))
        if again is None:
            return
        keep_cells_as_text(again, "extracted", is_text)
        _note(again)
        seen = known_revision(server.store().evaluations.get(identity), evaluation.revision)
        server.store().variants.update(identity, seen, variant.id, by=author.who(), data=again)
        scoring_work.score(identity)

    attempt(put)
