"""The panel of one field: all settings of how it is compared, as a form that writes to the field's row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import streamlit as st

from evaljson.base.errors import EvaljsonError, SchemaError
from evaljson.base.params import parse_xeval_entry
from evaljson.comparators.registry import comparator_names, find_comparator
from evaljson.report.fields.unreadable import Unread
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.schema.parse import entries
from evaljson.suggest.kinds.element_keys import SeldomSame, natural_keys, seldom_same_keys
from evaljson.ui.schema.alignment import align_form
from evaljson.ui.schema.null_policy import nulls_form
from evaljson.ui.schema.params_form import known_params, params_form
from evaljson.ui.schema.transforms import transforms_form
from evaljson.ui.schema.unapplied_edits import base_schema, row_of, write_cells
from evaljson.ui.schema.weight_and_threshold import FieldShares, weight_form
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import unread_in
from evaljson.ui.shared.parts import plain
from evaljson.wording.inherited import inherited_in_words
from evaljson.wording.rules import rule_in_words, transforms_in_words
from evaljson.wording.settings import setting_in_words
from evaljson.wording.values import as_text
from evaljson.workspace.edited_schema import EditedSchema
from evaljson.workspace.grid_cells import is_filled, json_text, read_cell

_PANEL: Final = "evaljson.panel"
_FITS: Final = 20
"""Characters of a path that has room in the heading of a narrow window."""
BY_TYPE: Final = "by type"


def show_panel(
    evaluation: OpenEvaluation,
    schema: EditedSchema,
    name: str,
    shares: FieldShares | None,
    variant: str | None = None,
) -> None:
    """Show the form of one field. `shares` are of the chosen variant."""
    nodes = dict(parse_eval_schema(base_schema(evaluation).schema).fields_by_name())
    node = nodes[name]
    st.subheader(f"▸ {_breaking_at_dots(plain(name, 120))}", anchor=False)
    row = row_of(evaluation, name)
    key = _stamped(name, row)
    now = dict(schema.tree.fields_by_name()).get(name)
    _say_inherited(now)
    _say_rule(now, f"Row {list(nodes).index(name) + 1:,} of {len(nodes):,}.")
    for refused in schema.refused:
        if refused.path == name and not any(_problem(column, row[column]) for column in refused.cells):
            st.error(f"{refused.columns} not accepted: {plain(refused.reason, 500)}")
    cells = _guarded(row, ("comparator", "parameters"), lambda: _comparator(evaluation, row, node, f"{key}.compare"))
    if variant is not None and now is not None and now.comparator is not None:
        scored = dict(evaluation.tree.fields_by_name()).get(name)
        if scored is not None and scored.transforms == now.transforms:  # else what is compared is not known yet
            _say_unread(evaluation, name, variant, unread_in(evaluation, variant, now.path, now.comparator))
    if node.is_unit or row["comparator"] or row["transforms"]:
        cells |= _guarded(row, ("transforms",), lambda: transforms_form(row, f"{key}.transforms", begin_anew))
    if node.type == "array" or (isinstance(node.type, tuple) and "array" in node.type) or node.additional is not None:
        natural = partial(_natural_keys, evaluation, variant, now)
        seldom = partial(_seldom_same, evaluation, variant, now)
        cells |= _guarded(
            row, ("alignment",), lambda: align_form(row, node, f"{key}.align", natural, seldom, begin_anew)
        )
    cells |= weight_form(row, node, shares, key)
    cells |= _guarded(row, ("nulls",), lambda: nulls_form(row, f"{key}.nulls"))
    cells["skip"] = st.checkbox("Skip: show it, but do not count it", bool(row["skip"]), key=f"{key}.skip")
    changed = {column: cell for column, cell in cells.items() if not _equal(column, cell, row[column])}
    if changed:
        _expect(name, {**row, **changed})
        write_cells(evaluation, name, changed)
        st.rerun()


def _natural_keys(evaluation: OpenEvaluation, variant: str | None, node: SchemaNode | None) -> list[str]:
    if node is not None and node.additional is not None:
        return list(node.additional.properties)  # whether they tell entries apart was not looked at
    if variant is None or node is None or node.items is None or not node.items.properties:
        return []
    return [key.name for key in natural_keys(node, {variant: evaluation.runs[variant]})]


def _seldom_same(evaluation: OpenEvaluation, variant: str | None, node: SchemaNode | None) -> list[SeldomSame]:
    if variant is None or node is None or node.items is None:
        return []
    return seldom_same_keys(node, {variant: evaluation.runs[variant]})


def _stamped(name: str, row: Mapping[str, Any]) -> str:
    """Return a key for the widgets that stays while only they change the row; otherwise they start again from it."""
    print_ = _print(row)
    last = st.session_state.get(_PANEL, ("", "", 0))
    if last[:2] != (name, print_):
        last = (name, print_, last[2] + 1)
        st.session_state[_PANEL] = last
    return f"schema.panel.{last[2]}"


def _expect(name: str, row: Mapping[str, Any]) -> None:
    st.session_state[_PANEL] = (name, _print(row), st.session_state[_PANEL][2])


def begin_anew() -> None:
    """Let the widgets of the panel start again from the row: their number changes."""
    st.session_state[_PANEL] = ("", "", st.session_state.get(_PANEL, ("", "", 0))[2] + 1)


def _print(row: Mapping[str, Any]) -> str:
    return repr({name: None if not is_filled(cell) else cell for name, cell in sorted(row.items())})


def _equal(column: str, cell: Any, other: Any) -> bool:
    """Check whether two cells mean the same, however they are written."""
    if not is_filled(cell) or not is_filled(other):
        return not is_filled(cell) and not is_filled(other)
    if column in ("parameters", "transforms", "nulls", "alignment") and isinstance(cell, str):
        try:
            return bool(read_cell(column, cell) == read_cell(column, other))
        except SchemaError:  # what cannot be read says what it says
            return cell == str(other)
    return bool(cell == other)


def _guarded(row: Mapping[str, Any], columns: Sequence[str], form: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Show a form for cells that can be read; otherwise a text field to correct them."""
    for column in columns:
        problem = _problem(column, row[column])
        if problem is not None:
            st.error(f"{column.capitalize()}: {plain(str(problem), 300)}")
            text = st.text_input(column.capitalize(), str(row[column]), key=f"schema.raw.{column}.{row[column]}")
            return {column: text}
    return form()


def _problem(column: str, cell: Any) -> EvaljsonError | None:
    """Return why the form of this column cannot show a cell; None if it can."""
    try:
        _check(column, read_cell(column, cell))
    except EvaljsonError as error:
        return error
    return None


def _check(column: str, value: Any) -> None:
    """Raise SchemaError for a value that the form of this column cannot show."""
    if value is None:
        return
    if column == "parameters" and not isinstance(value, dict):
        raise SchemaError("parameters are an object")
    readers: dict[str, Callable[[Any, str], Any]] = {
        "transforms": entries.read_transforms,
        "alignment": entries.read_align,
        "nulls": entries.read_nulls,
    }
    transforms = value if column == "transforms" else None
    if column == "alignment" and isinstance(value, Mapping):
        transforms = value.get("transform")
        value = {name: one for name, one in value.items() if name != "transform" or not isinstance(one, list)}
    if isinstance(transforms, list):  # a name that is not known can still be shown, and removed
        for entry in transforms:
            parse_xeval_entry(entry)
    if column in readers and not (column == "transforms" and isinstance(transforms, list)):
        readers[column](value, "")


def _breaking_at_dots(path: str) -> str:
    """Let a long path go on in the next line behind a dot, not in the middle of a word."""
    return path.replace(".", ".\u200b") if len(path) > _FITS else path


def _say_rule(node: SchemaNode | None, place: str) -> None:
    if node is None:
        st.caption(place)
        return
    if node.skip:
        st.caption(f"{place} Skipped: in no figure.")
        return
    if node.comparator is None:
        st.caption(f"{place} Scored by the fields inside it.")
        return
    words = ", ".join(filter(None, (transforms_in_words(node), rule_in_words(node.comparator.name, node))))
    st.caption(f"{place} {plain(words[:1].upper() + words[1:], 300)}.")


def _say_inherited(node: SchemaNode | None) -> None:
    for words in inherited_in_words(node) if node is not None else ():
        st.caption(f"{plain(words[:1].upper() + words[1:], 300)}. What is set here replaces it.")


def _say_unread(evaluation: OpenEvaluation, name: str, variant: str, found: Unread | None) -> None:
    """Say that the comparator cannot read the values of the field, with a button that takes one that can."""
    if found is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        other = found.instead and setting_in_words("x-eval-compare", {found.instead: found.params})
        attempt = f": try **{plain(other, 80)}**" if other else ""
        mark = "comma" if found.params.get("decimal") == "," else "point"
        doubt = f" It reads the {mark} of {plain(found.doubt, 40)} as a decimal {mark}." if found.doubt else ""
        alone = " Such a value equals only itself." if found.equals_itself and not found.lacks_unit else ""
        sides = f"values in gold and {plain(variant, 40)}"
        why = "name no unit where the other side does" if found.lacks_unit else f"cannot be read as {found.read_as}"
        st.markdown(
            f"⚠ {'About ' if found.is_sample else ''}{found.share:.0%} of {sides} {why}, "
            f"such as {plain(as_text(found.example), 40)}{attempt}.{alone}{doubt}"
        )
        if found.instead:
            cells = {"comparator": found.instead, "parameters": json_text(found.params) if found.params else ""}
            st.button(
                f"Use {found.instead}",
                key=f"schema.instead.{name}",
                on_click=write_cells,
                args=(evaluation, name, cells),
            )


def _comparator(evaluation: OpenEvaluation, row: Mapping[str, Any], node: SchemaNode, key: str) -> dict[str, Any]:
    names = ["", *comparator_names()]
    current = row["comparator"] or ""
    empty = "field by field, inside it" if node.children else BY_TYPE
    chosen = st.selectbox(
        "Comparator",
        names if current in names else [*names, current],
        names.index(current) if current in names else len(names),
        key=key,
        format_func=lambda name: name or empty,
        help="How the two values are compared.",
    )
    params_now = read_cell("parameters", row["parameters"]) or {}
    if chosen != current:
        return {"comparator": chosen, "parameters": ""}
    params = known_params(find_comparator, current)
    if not params:
        if current and params is None:
            st.caption("This comparator does not describe its parameters: enter them as JSON in the grid.")
        return {"comparator": chosen}
    with st.container(border=True):
        entered = params_form(params, params_now, f"{key}.{current}", _gold_texts(evaluation, node))
    return {"comparator": chosen, "parameters": json_text(entered) if entered else ""}


def _gold_texts(evaluation: OpenEvaluation, node: SchemaNode) -> list[str]:
    """List the texts that gold has at a field of the record itself, for lists of values."""
    if "." in node.path or "[" in node.path:
        return []
    records = [record for record in evaluation.gold.records if isinstance(record, dict)]
    return sorted(
        {record[node.path] for record in records if isinstance(record.get(node.path), str) and record[node.path]}
    )
