"""Which variants a page offers: those with a model or with tags, chosen, and as they stand in the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

import streamlit as st

from evaljson.load.variant_names import called
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.workspace.variant_notes import notes_of

T = TypeVar("T")
ADDRESS: Final = "only"
"""In the address once for each choice: only=model:x&only=tag:cheap."""
_CHOSEN, _TOLD = "evaljson.only", "evaljson.only.told"
_MODEL, _TAG = "model:", "tag:"


def marks_of(evaluation: OpenEvaluation) -> dict[str, frozenset[str]]:
    """Return what each variant can be found by: `model:x`, `tag:cheap`."""
    marks_by_variant = {}
    for variant in evaluation.stored.variants:
        notes = notes_of(variant.meta)
        marks = [_MODEL + notes.model] if notes.model else []
        marks_by_variant[variant.name] = frozenset([*marks, *(_TAG + tag for tag in notes.tags)])
    return marks_by_variant


def passes(marks: frozenset[str], chosen: Sequence[str]) -> bool:
    """Check whether a variant has one of the chosen models and all of the chosen tags."""
    models = [mark for mark in chosen if mark.startswith(_MODEL)]
    tags = [mark for mark in chosen if mark.startswith(_TAG)]
    return (not models or any(mark in marks for mark in models)) and all(mark in marks for mark in tags)


def offered(evaluation: OpenEvaluation, of: Mapping[str, T], *, page: str, least: int = 1) -> Mapping[str, T]:
    """Return the runs of `of` (by variant name) that pass; show the filter if any variant has a model or tag.

    Where fewer than `least` pass, all are offered, and that is said. A variant that the address names is offered
    always: a link shows what it says.
    """
    marks = {name: variant_marks for name, variant_marks in marks_of(evaluation).items() if name in of}
    options = sorted({option for variant_marks in marks.values() for option in variant_marks})
    if not options:
        return of
    chosen = _choose(options, page)
    if not chosen:
        return of
    names = [name for name in of if passes(marks.get(name, frozenset()), chosen)]
    if len(names) < least:
        note = "No variant passes" if not names else f"Only {plain(names[0])} passes"
        st.caption(f"{note}, so all are offered.")
        return of
    named = {called(st.query_params.get(side, ""), of) for side in ("a", "b")}
    return _Some(of, [name for name in of if name in names or name in named])


def _choose(options: Sequence[str], page: str) -> list[str]:
    key = f"{page}.variants-only"
    asked = st.query_params.get_all(ADDRESS)
    if asked and asked != st.session_state.get(_TOLD):
        st.session_state[_CHOSEN] = asked
        st.session_state[key] = [option for option in asked if option in options]
    elif key not in st.session_state:
        st.session_state[key] = [option for option in st.session_state.get(_CHOSEN, []) if option in options]
    st.session_state[key] = [
        option for option in st.session_state[key] if option in options
    ]  # of another evaluation, or gone
    chosen = st.multiselect(
        "Only variants with",
        options,
        key=key,
        placeholder="any model, any tag",
        help="One of the chosen models, and all of the chosen tags.",
    )
    st.session_state[_CHOSEN] = st.session_state[_TOLD] = list(chosen)
    if chosen != asked:
        if chosen:
            st.query_params[ADDRESS] = chosen
        else:
            st.query_params.pop(ADDRESS, None)
    return list(chosen)


class _Some(Mapping[str, T]):
    """Some of a mapping whose values are read when they are looked at."""

    def __init__(self, of: Mapping[str, T], names: Sequence[str]) -> None:
        self._of, self._names = of, dict.fromkeys(names)

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
