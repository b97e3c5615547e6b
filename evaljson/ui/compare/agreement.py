"""The Agreement tab: how far variants agree with each other, without gold, and which fields to check first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pandas as pd
import streamlit as st

from evaljson.base.errors import InputError
from evaljson.compare import Agreement, Comparison, agreement
from evaljson.compare.agreement import agreement_frame
from evaljson.results.ranking import lowest_first
from evaljson.ui.compare.comparison_choice import PAGE, Chosen
from evaljson.ui.session import cache
from evaljson.ui.session.address import pick_button, pick_many
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.shared.parts import plain
from evaljson.wording.words import counted, points, points_column

_PAIRS = 200
"""Pairs of variants that stay in memory."""
_WITHOUT = "without gold"
_Load = Callable[[], tuple[dict[str, Any], Any, set[Any] | None]]


def show_agreement(
    evaluation: OpenEvaluation, chosen: Chosen, comparison: Comparison
) -> dict[str, str | list[str] | None]:
    """Draw the tab, and return its choices for the address."""
    id_key = evaluation.schema.get("x-eval-id")
    if not isinstance(id_key, str):
        st.info("Agreement needs an id, and the eval schema names none. Choose one on the Data page.")
        return {}
    st.caption(
        "Each variant is taken as gold for another, both ways. Where two disagree, at least one is "
        "wrong; where they agree, both may be. Records without gold count too, keys that the eval schema lacks do not."
    )
    names = list(evaluation.runs)
    first = [chosen.a.first, chosen.b.first]
    among = pick_many("Between", "among", names, page=PAGE, default=first, placeholder="two or more")
    over = _choose_records(evaluation, among or first, id_key)
    if len(among) < 2:
        st.info("Choose at least two variants.")
        return {"among": among, "over": None}
    pairs = _pairs(evaluation, among, id_key, over == _WITHOUT)
    if len(among) > 2:
        _show_matrix(pairs)
    if len(pairs) == 1:
        _show_pair(pairs[0])
    elif pairs:
        _show_fields(pairs)
    return {"among": [] if among == first else among, "over": over if over == _WITHOUT else None}


def _choose_records(evaluation: OpenEvaluation, names: Sequence[str], id_key: str) -> str:
    """Choose between all records and those without gold; return “all” where every record has gold."""
    stray = cache.shared(("stray", *map(evaluation.run_key, names), id_key), lambda: _stray(evaluation, names, id_key))
    if not stray:
        return "all"
    without_gold = f"{counted(len(stray), 'record')} {_WITHOUT}"
    return pick_button(
        "Over",
        "over",
        ["all", _WITHOUT],
        page=PAGE,
        show=lambda option: "all records" if option == "all" else without_gold,
    )


def _stray(evaluation: OpenEvaluation, names: Sequence[str], id_key: str) -> set[Any]:
    """Return the ids that every variant has and gold lacks."""
    gold = _ids(evaluation.gold.records, id_key)
    return set.intersection(*(_ids(evaluation.variants[name].records, id_key) for name in names)) - gold


def _ids(records: Sequence[Any], id_key: str) -> set[Any]:
    return {record[id_key] for record in records if isinstance(record, dict) and type(record.get(id_key)) in (str, int)}


def _pairs(evaluation: OpenEvaluation, among: Sequence[str], id_key: str, without: bool) -> list[Agreement]:
    agreements = []
    every = list(combinations(among, 2))
    bar = st.empty()
    stray = _stray(evaluation, among, id_key) if without else None
    for place, (a, b) in enumerate(every):
        bar.progress(place / len(every), text=f"Comparing {place + 1} of {len(every)}")
        records = {name: evaluation.variants[name].records for name in (a, b)}
        schema, keys = dict(evaluation.schema), (evaluation.run_key(a), evaluation.run_key(b))
        try:
            agreements.append(_pair(*keys, (a, b), None if stray is None else tuple(sorted(map(repr, stray))),
                               lambda records=records, schema=schema: (records, schema, stray)))  # type: ignore[misc]  # fmt: skip
        except InputError as error:
            st.warning(f"{plain(a)} and {plain(b)}: {plain(error.problem, 300)}")
    bar.empty()
    return agreements


@st.cache_resource(show_spinner=False, max_entries=_PAIRS)
def _pair(run_a: str, run_b: str, names: tuple[str, str], stray: tuple[str, ...] | None, _load: _Load) -> Agreement:
    """Compare two variants once per pair of runs: the run ids identify records and schema."""
    records, schema, only = _load()
    (pair,) = agreement(records, schema, schema["x-eval-id"], only)
    return pair


def _show_pair(pair: Agreement) -> None:
    over = f"{counted(pair.records, 'record')} that both produced"
    if not pair.records:
        said = "share no record.**"
    elif pair.f1 is None:
        said = f"have no field of the eval schema** in the {over}."
    else:
        said = f"agree: F1 {points(pair.f1)}** over {over}."
    st.markdown(f"**{plain(pair.a)} and {plain(pair.b)} {said}")
    _show_fields([pair])


def _show_matrix(pairs: Sequence[Agreement]) -> None:
    frame = agreement_frame(pairs)
    names = list(frame.columns)
    shown = pd.DataFrame({f"c{i}": points_column(frame[name].tolist()) for i, name in enumerate(names)})
    shown.insert(0, "variant", names)
    columns: dict[str, Any] = {"variant": st.column_config.TextColumn("", pinned=True)}
    columns |= {f"c{i}": st.column_config.NumberColumn(name[:30], format="%.1f") for i, name in enumerate(names)}
    st.caption("F1 of each pair of variants; 100 is full agreement.")
    st.dataframe(shown, hide_index=True, placeholder="–", column_config=columns)


def _show_fields(pairs: Sequence[Agreement]) -> None:
    """Draw a table of the fields, lowest agreement first."""
    fields = dict.fromkeys(field for pair in pairs for field in pair.per_field)
    means: dict[str, float | None] = {}
    for field in fields:
        known = [f1 for pair in pairs if (f1 := pair.per_field.get(field)) is not None]
        means[field] = sum(known) / len(known) if known else None
    ordered = lowest_first(means)
    names = pd.Series([field or "(the record)" for field in ordered], dtype=object)
    shown = points_column(means[field] for field in ordered)
    frame = pd.DataFrame({"field": names, "f1": pd.Series(shown, dtype="float64")})
    word = "Agreement (F1)" if len(pairs) == 1 else "Agreement (mean F1 of all pairs)"
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="–",
        column_config={
            "field": st.column_config.TextColumn("Field", width="large"),
            "f1": st.column_config.NumberColumn(word, format="%.1f"),
        },
    )
