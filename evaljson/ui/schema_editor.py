"""The editors of the Schema page: the grid, the raw JSON, and what both do on Apply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import pandas as pd
import streamlit as st

from evaljson.comparators.registry import comparator_names, find_comparator
from evaljson.errors import EvaljsonError, SchemaError
from evaljson.params import Param
from evaljson.report.values import as_text
from evaljson.report.words import counted
from evaljson.schema import SchemaNode
from evaljson.transforms.registry import find_transform, transform_names
from evaljson.ui import state
from evaljson.ui.evaluation import Evaluation, read_schema
from evaljson.ui.parts import data_line, plain, problem_box
from evaljson.ui.rescore import commit, first_schema, reset_label
from evaljson.ui.schema_file import parse_json
from evaljson.ui.schema_grid import COLUMNS, FIXED, Edits, Refused, apply_edits, differing, grid_of

HELP = {
    "comparator": "How the two values are compared.",
    "parameters": 'As JSON, such as {"tolerance": {"abs": 0.01}}; see the list below.',
    "transforms": 'Done to both sides before comparing: strip, lowercase; or as JSON: ["strip", "lowercase"].',
    "alignment": "How the elements of an array pair up: ordered (by position), hungarian (by content), key_field: sku "
    '(by a key), or JSON: {"match_by": "key_field", "key": ["sku", "lot"]}; as a list, each takes what the one before '
    "it left alone.",
    "weight": "How much the field counts; empty is 1.",
    "threshold": "A score at or above it is a match, below it is wrong; from 0 to 1.",
    "nulls": 'Values that count as absent, as JSON: {"absent": [null, ""]}.',
    "skip": "Shown, but in no figure.",
}


def edit_grid(evaluation: Evaluation) -> None:
    """The grid; edits are checked as they are typed, and wait for Apply, over a look at other pages too."""
    tree = evaluation.tree
    if _key() not in st.session_state and state.typed() != state.pending():
        # The grid lost what was typed when another page was shown: it begins anew, with that in it.
        state.set_pending(state.typed())
        state.next_turn()
    pending = state.pending()
    base = state.derived(("grid", state.turn()), lambda: grid_of(tree, pending))
    st.data_editor(
        base,
        key=_key(),
        hide_index=True,
        placeholder="",
        disabled=list(FIXED),
        num_rows="fixed",
        column_config=_columns(),
        height=min(36 * (len(base) + 1) + 4, 560),
    )
    edits = _edits(base, tree, pending, st.session_state.get(_key()) or {})
    state.set_typed(edits)
    changed, refused = apply_edits(evaluation.schema, edits)
    _show_checks(len(edits) - len(refused), refused)
    if edits:
        cells = sum(map(len, edits.values()))
        st.caption(f"{counted(cells, 'change')} not applied yet. Other pages show the figures without.")
    with st.container(horizontal=True):
        apply = st.button("Apply and score again", type="primary", key="schema.apply", disabled=not edits)
        st.button("Discard changes", key="schema.discard", disabled=not edits, on_click=_discard)
        reset = st.button(reset_label(evaluation), key="schema.reset")
    if apply:
        _commit(evaluation, changed, {one.path: one.cells for one in refused})
    if reset:
        _reset(evaluation)


def _key() -> str:
    return f"schema.grid.{state.turn()}"


def _discard() -> None:
    state.set_pending({})
    state.next_turn()


def _reset(evaluation: Evaluation) -> None:
    try:
        schema = first_schema(evaluation)
    except EvaljsonError as error:
        problem_box(getattr(error, "problem", str(error)), getattr(error, "path", ""), "The schema stays as it is.")
        return
    if schema == evaluation.schema:
        st.info("The schema is that one already.")
        return
    _commit(evaluation, schema)


def _commit(evaluation: Evaluation, schema: Mapping[str, Any], waiting: Edits | None = None) -> None:
    try:
        commit(evaluation, schema, waiting)
    except SchemaError as error:
        problem_box(error.problem, error.path, "Correct the schema; the schema in force and its runs are as before.")


def _columns() -> dict[str, Any]:
    column = st.column_config
    return {
        "path": column.TextColumn("Field", pinned=True, width="medium"),
        "type": column.TextColumn("Type", width="small"),
        "comparator": column.SelectboxColumn("Comparator", options=["", *comparator_names()], help=HELP["comparator"]),
        "parameters": column.TextColumn("Parameters", help=HELP["parameters"]),
        "transforms": column.TextColumn("Transforms", help=HELP["transforms"]),
        "alignment": column.TextColumn("Alignment", help=HELP["alignment"]),
        "weight": column.NumberColumn("Weight", min_value=0, help=HELP["weight"]),
        "threshold": column.NumberColumn("Threshold", help=HELP["threshold"]),
        "nulls": column.TextColumn("Nulls", help=HELP["nulls"]),
        "skip": column.CheckboxColumn("Skip", help=HELP["skip"]),
    }


def _edits(base: pd.DataFrame, tree: SchemaNode, pending: Edits, event: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What differs from the schema: what the grid began with, and what was typed since."""
    found = {path: dict(cells) for path, cells in pending.items()}
    for row, cells in (event.get("edited_rows") or {}).items():
        known = {name: cell for name, cell in cells.items() if name in COLUMNS and name not in FIXED}
        found.setdefault(str(base["path"].iloc[int(row)]), {}).update(known)
    schema: dict[Any, Any] = state.derived(
        ("schema rows", state.turn()), lambda: grid_of(tree).set_index("path").to_dict("index")
    )
    edits = {path: differing(cells, schema[path]) for path, cells in found.items()}
    return {path: cells for path, cells in edits.items() if cells}


def _show_checks(ready: int, refused: list[Refused]) -> None:
    if ready:
        st.caption(f"✓ {counted(ready, 'changed field')} ready to apply.")
    for one in refused:
        st.error(f"**{plain(one.path, 120)}**: {plain(one.reason, 600)}")
    if refused:
        st.caption("These stay in the grid until they are corrected; everything else can be applied.")


def edit_json(evaluation: Evaluation) -> None:
    """The whole schema as text."""
    text = st.text_area(
        "Eval schema as JSON",
        orjson.dumps(evaluation.schema, option=orjson.OPT_INDENT_2).decode(),
        height=480,
        key=f"schema.json.{state.turn()}",
    )
    try:
        given = parse_json(text or "")
        schema = read_schema(given)
    except SchemaError as error:
        problem_box(error.problem, error.path, "Correct the text above; nothing is changed before that.")
        return
    is_new = given != evaluation.schema
    st.caption("✓ The schema is valid." + (" Not applied yet." if is_new else ""))
    if st.button("Apply and score again", type="primary", key="schema.apply-json", disabled=not is_new):
        _commit(evaluation, schema)


def show_known_names() -> None:
    """Comparators and transforms with their parameters, as the registries have them."""
    rows = []
    for kind, names, find in (
        ("comparator", comparator_names(), find_comparator),
        ("transform", transform_names(), find_transform),
    ):
        for name in names:
            params = find(name).params
            told = "; ".join(map(_param_in_words, params or ())) or "none"
            rows.append((kind, name, "not described" if params is None else told))
    with st.expander("All comparators and transforms, with their parameters"):
        st.dataframe(pd.DataFrame(rows, columns=["Kind", "Name", "Parameters"]), hide_index=True)


def _param_in_words(param: Param) -> str:
    words = [param.kind, *(["needed"] if param.required else [])]
    words += [f"one of {', '.join(as_text(choice) for choice in param.choices)}"] if param.choices else []
    words += [f"unless given {as_text(param.default)}"] if param.default is not None else []
    inside = f" ({'; '.join(map(_param_in_words, param.fields))})" if param.fields else ""
    return f"{param.name} ({', '.join(words)}): {param.doc}{inside}"


def show_without_effect(tree: SchemaNode) -> None:
    """Settings that nothing reads."""
    if tree.without_effect:
        with st.expander(f"{counted(len(tree.without_effect), 'setting')} without effect: show"):
            for line in tree.without_effect:
                data_line(line)
