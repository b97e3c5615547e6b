"""Cells of CSV in a draft that are read as the other side has its values: said so, and undone with one click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from evaljson.base.errors import EvaljsonError
from evaljson.load import LoadedRecords
from evaljson.load.set_aside import as_read, with_set_aside
from evaljson.load.typed_cells import AS_TEXT, CellReading, cell_counts, cell_reading, has_text_cells
from evaljson.report.records.read_cells import cells_in_words, declared_texts
from evaljson.schema import parse_eval_schema
from evaljson.ui.data.file_choices import Kind, cells_of, keep_cells_as_text, keeps_texts, with_cells, with_text_cells
from evaljson.ui.session import cache
from evaljson.ui.shared.changes import attempt
from evaljson.ui.shared.parts import plain
from evaljson.workspace.drafts import DataDraft


@dataclass(frozen=True, slots=True)
class _Texts:
    """The files of a draft with the cells of CSV as text."""

    gold: LoadedRecords
    variants: Mapping[str, LoadedRecords]


def read_cells_alike(draft: DataDraft) -> tuple[LoadedRecords | None, dict[str, LoadedRecords]]:
    """Read cells of gold and variants as the other side has its values; return the files that change.

    Nothing changes where the bytes of a table are gone.
    """
    texts = _texts(draft)
    if draft.gold is None or texts is None:
        return None, {}
    types = _types(draft, texts)
    if any(keeps_texts(loaded, kind) for kind, loaded in _files(draft)):
        types = CellReading(AS_TEXT, {})
    own = with_cells(as_read(draft.gold), "gold", types.gold)
    if own is not None and draft.gold.set_aside is not None:
        own = with_set_aside(own, draft.gold.set_aside.rows)
    others = {
        name: with_cells(loaded, "extracted", types.variants.get(name, AS_TEXT))
        for name, loaded in draft.variants.items()
    }
    return own, {name: loaded for name, loaded in others.items() if loaded is not None}


def _texts(draft: DataDraft) -> _Texts | None:
    """Return the files with their cells as text; None where there is no table, or one cannot be read again."""
    if draft.gold is None or not draft.variants:
        return None
    gold = with_text_cells(as_read(draft.gold), "gold")
    variants = {name: with_text_cells(loaded, "extracted") for name, loaded in draft.variants.items()}
    pairs = zip(_files(draft), [gold, *variants.values()], strict=True)
    tables = [cells_of(loaded, kind) for (kind, loaded), texts in pairs if has_text_cells(texts)]
    if not any(types is not None for types in tables) or None in tables:
        return None
    return _Texts(gold, variants)


def _files(draft: DataDraft) -> list[tuple[Kind, LoadedRecords]]:
    gold: list[tuple[Kind, LoadedRecords]] = [] if draft.gold is None else [("gold", as_read(draft.gold))]
    return [*gold, *(("extracted", loaded) for loaded in draft.variants.values())]


def _types(draft: DataDraft, texts: _Texts) -> CellReading:
    key = draft.pairing_key()
    declared = _declared(draft)
    files = tuple((name, loaded.sha256) for name, loaded in texts.variants.items())
    return cache.derived(
        ("types of cells", texts.gold.sha256, files, key, declared),
        lambda: cell_reading(texts.gold, texts.variants, key, declared),
    )


def _declared(draft: DataDraft) -> tuple[str, ...]:
    """List the paths that the schema that was handed in declares as text; none where it cannot be used."""
    if draft.schema is None:
        return ()
    try:
        return tuple(declared_texts(parse_eval_schema(draft.schema)))
    except EvaljsonError:
        return ()


def show_read_cells(
    name: str, loaded: LoadedRecords, kind: Kind, key: str, keep: Callable[[bool], None] | None = None
) -> None:
    """Say how cells are read as values, with a button that keeps texts; or that texts are kept, with one for values.

    `keep` is called with whether texts are to be kept; None: the form reads the file so the next time it is drawn.
    """
    cells = cells_of(loaded, kind)
    if not cells and not keeps_texts(loaded, kind):
        return
    chosen = keep or partial(_keep, loaded, kind)
    other = "the extractions have" if kind == "gold" else "gold has"
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        if cells:
            texts = partial(with_text_cells, loaded, kind)
            counts = cache.derived(("counts of cells", kind, loaded.sha256), lambda: cell_counts(texts(), cells))
            st.markdown(f"{cells_in_words(plain(name, 60), cells, counts)}, as {other} them.")
            st.button("Keep texts", key=f"{key}.texts", on_click=chosen, args=(True,))
        else:
            st.markdown(f"All cells of {plain(name, 60)} are kept as text; an empty one is an absent key.")
            st.button("Read them as values", key=f"{key}.values", on_click=chosen, args=(False,))


def _keep(loaded: LoadedRecords, kind: Kind, is_text: bool) -> None:
    attempt(partial(keep_cells_as_text, loaded, kind, is_text), is_change=False)
