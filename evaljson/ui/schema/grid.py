"""The grid of the Schema page: one row per field, edited cell by cell."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pandas as pd
import streamlit as st

from evaljson.base.params import Param
from evaljson.comparators.registry import comparator_names, find_comparator
from evaljson.report.fields.examples import share_at
from evaljson.schema import SchemaNode, parse_eval_schema
from evaljson.schema.type_defaults import type_default
from evaljson.transforms.registry import find_transform, transform_names
from evaljson.ui.schema.row_in_sight import bring_into_sight
from evaljson.ui.schema.unapplied_edits import SchemaDraft, base_on, base_schema, rows_of, schema_draft
from evaljson.ui.session import cache, edits, widget_turn
from evaljson.ui.session.address import clicked, widget_key
from evaljson.ui.session.evaluation import OpenEvaluation
from evaljson.ui.session.run_facts import seen_fields
from evaljson.ui.shared.parts import data_line
from evaljson.wording.settings import raw_nodes
from evaljson.wording.short_names import shortened, shortened_path
from evaljson.wording.values import as_text
from evaljson.wording.words import counted, points_column
from evaljson.workspace.schema_grid import (
    COLUMNS,
    FIXED,
    INHERITED,
    SEEN,
    Edits,
    differing,
    grid_of,
    with_inherited,
    with_seen,
)

HELP = {
    "comparator": "How the two values are compared.",
    "parameters": 'As JSON, such as {"tolerance": {"abs": 0.01}}; the form beside the grid has all of them.',
    "transforms": 'Applied to both sides before comparing: strip, lowercase; or as JSON: ["strip", "lowercase"].',
    "alignment": "How elements of an array pair up: ordered (by position), hungarian (by content), key_field: sku (by "
    "a key). Entries of a map: map_key (their keys), hungarian or key_field. In a list, each pairs what the one before "
    'it left. As JSON: {"match_by": "key_field", "key": ["sku", "lot"]}.',
    INHERITED: "Settings that x-eval-defaults of the schema give the field; one of its own replaces each. The JSON tab "
    "changes defaults.",
    "weight": "How much the field counts; empty is 1.",
    "threshold": "A score at or above it is a match, below it is wrong; from 0 to 1.",
    "nulls": 'Values that count as absent, as JSON: {"absent": [null, ""]}.',
    "skip": "Shown, but not counted.",
    "wrong": "Share of its values that are wrong, missing or invented in the chosen variant.",
    "share": "The share of the total weight that the field has in the results of the chosen variant, whose invented "
    "elements count too, under the current version.",
}
_ROWS, _LONG, _PATH = 9, 120, 25
_GRID = "evaljson.grid"
_OPENED: Final = "schema.grid.opened"
"""Which field was clicked last."""
_SAID: Final = "evaljson.grid-said"
"""What the last grids held when they were drawn, by key."""
_HELD: Final = 3
"""How many of them are remembered."""
_WIDER: Final = """<style>@media (min-width:2400px){.ej-wider{display:none}}
.st-key-schema-grid [data-testid=stElementToolbar]{top:auto!important;bottom:-2.5rem}</style><div class="ej-wider"
style="font-size:.8rem;font-style:italic;opacity:.75">scroll sideways
</div>"""
_ORDER: Final = (
    "path", "comparator", "weight", "gold", "extracted", "wrong", "parameters", "type", "transforms", "alignment",
    INHERITED, "share", "threshold", "nulls", "skip",
)  # fmt: skip
"""The columns from left to right: in a narrow window, those that are edited most and an example are in sight."""


def edit_grid(evaluation: OpenEvaluation, variant: str | None, field: str | None) -> None:
    """Show the grid; edits are checked as they are typed, and stay unapplied, also while other pages are open.

    Examples and shares are from `variant`; the row of `field` is brought into sight.
    """
    if _key() not in st.session_state and edits.typed() != edits.pending():
        # The grid lost what was typed when another page was shown: it begins anew, with that in it.
        edits.set_pending(edits.typed())
        widget_turn.advance()
    pending = edits.pending()
    base = cache.derived(
        ("grid", widget_turn.current(), variant and evaluation.run_key(variant)),
        lambda: with_seen(
            grid_of(parse_eval_schema(base_schema(evaluation).schema), pending), _seen(evaluation, variant)
        ),
    )
    base = with_inherited(base, parse_eval_schema(base_schema(evaluation).schema))
    paths = base["path"].tolist()
    shown = shown_paths(paths)
    st.session_state[_GRID] = (paths, rows_of(evaluation), pending, schema_draft(evaluation))
    with st.container(key="schema-grid"):  # the bar of buttons over it would cover the arrow of the box above
        st.data_editor(
            _small(base.assign(path=shown)),
            key=_key(),
            hide_index=True,
            placeholder="",
            disabled=[*FIXED, *SEEN, INHERITED],
            num_rows="fixed",
            column_order=[name for name in _ORDER if name in base],
            column_config=_columns(),
            height=min(36 * (len(base) + 1) + 4, 36 * (_ROWS + 1) + 4),
            on_change=_typed_in,
            args=(_key(), evaluation),
        )
    st.html(_WIDER)
    if field in paths:
        bring_into_sight(paths.index(field), len(paths), shown[paths.index(field)], _key())
    state = copy.deepcopy(dict(st.session_state.get(_key()) or {}))
    said = {key: held for key, held in st.session_state.get(_SAID, {}).items() if key != _key()}
    st.session_state[_SAID] = {**dict(list(said.items())[-_HELD:]), _key(): state}
    edits.set_typed(_edits(paths, rows_of(evaluation), pending, state))


def _small(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the frame with texts as objects: their own type has 64 bits beside each on the way to the browser."""
    return frame.astype(dict.fromkeys(frame.select_dtypes("str").columns, object))


def shown_paths(paths: list[str]) -> list[str]:
    """Shorten long paths, as long as they stay different."""
    short = [shortened_path(path, _PATH) for path in paths]
    times = Counter(short)
    return [short_path if times[short_path] == 1 else path for short_path, path in zip(short, paths, strict=True)]


def _key() -> str:
    return f"schema.grid.{widget_turn.current()}"


def _typed_in(key: str, evaluation: OpenEvaluation) -> None:
    """Note what was typed, before the page may find a newer version: the edits are based on what was on the page."""
    state = st.session_state.get(key) or {}
    if state == st.session_state.get(_SAID, {}).get(key):
        return  # no one has typed: a browser says again what an earlier grid held, of edits that are settled
    paths, rows, pending, seen = st.session_state[_GRID]
    _open_panel(paths, state, st.session_state.get(_SAID, {}).get(key))
    edits.set_typed(_edits(paths, rows, pending, state))
    begun: SchemaDraft = seen
    base_on(evaluation, begun.number, begun.own)


def _open_clicked() -> None:
    """Open the form of the row whose field was clicked."""
    paths = st.session_state[_GRID][0]
    row = st.session_state[_OPENED].row
    if 0 <= row < len(paths):
        st.session_state[widget_key("schema", "field")] = paths[row]
        clicked()


def _open_panel(paths: list[str], state: Mapping[str, Any], before: Mapping[str, Any] | None) -> None:
    """Open the form of the row that was typed in."""
    cells, held = state.get("edited_rows") or {}, (before or {}).get("edited_rows") or {}
    typed = [int(row) for row in cells if cells[row] != held.get(row)]
    if len(typed) == 1 and typed[0] < len(paths):
        st.session_state[widget_key("schema", "field")] = paths[typed[0]]
        clicked()


def _seen(evaluation: OpenEvaluation, variant: str | None) -> dict[str, dict[str, Any]]:
    """Return what a run shows of each field."""
    if variant is None:
        return {}

    def build() -> dict[str, dict[str, Any]]:
        fields = seen_fields(evaluation, variant)
        examples, shares, seen = fields.examples, fields.shares, {}
        for name, node in parse_eval_schema(base_schema(evaluation).schema).fields_by_name():
            example = examples.get(node.path)
            seen[name] = {
                "gold": example.gold if example is not None else "",
                "extracted": example.extracted if example is not None else "",
                "wrong": points_column([example.wrong if example is not None else None], 0)[0],
                "share": share_at(shares, node.path) * 100,
            }
        return seen

    return cache.derived(("seen", evaluation.run_key(variant), widget_turn.current()), build)


def _columns() -> dict[str, Any]:
    """Return the columns. Their widths end where the grid does on a page of 1024 and of 1440 pixels: none is cut."""
    column = st.column_config
    return {
        "path": column.ButtonColumn(
            "Field",
            pinned=True,
            width=198,
            alignment="left",
            type="tertiary",
            key=_OPENED,
            on_click=_open_clicked,
            help="Click a field: the form beside the grid is its form then.",
        ),
        "type": column.TextColumn("Type", width=62),
        "gold": column.TextColumn(
            "Gold", width=86, help="An example, from a record where the field is wrong, if there is one."
        ),
        "extracted": column.TextColumn("Extracted", width=84, help="What was extracted there."),
        "wrong": column.NumberColumn("Wrong", width=58, format="%.0f%%", help=HELP["wrong"]),
        "comparator": column.SelectboxColumn(
            "Comparator", width=124, options=["", *comparator_names()], help=HELP["comparator"]
        ),
        "parameters": column.TextColumn("Parameters", width=114, help=HELP["parameters"]),
        "transforms": column.TextColumn("Transforms", width=108, help=HELP["transforms"]),
        "alignment": column.TextColumn("Alignment", width=104, help=HELP["alignment"]),
        INHERITED: column.TextColumn("From defaults", width=180, help=HELP[INHERITED]),
        "weight": column.NumberColumn("Weight", width=84, min_value=0, help=HELP["weight"]),
        "share": column.NumberColumn("Share", width=58, format="%.1f%%", help=HELP["share"]),
        "threshold": column.NumberColumn("Threshold", width=102, help=HELP["threshold"]),
        "nulls": column.TextColumn("Nulls", width=74, help=HELP["nulls"]),
        "skip": column.CheckboxColumn("Skip", width=64, help=HELP["skip"]),
    }


def _edits(
    paths: list[str], rows: Mapping[str, Mapping[str, Any]], pending: Edits, event: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return what differs from the schema: the edits the grid started with, and what was typed since."""
    changed = {path: dict(cells) for path, cells in pending.items()}
    for row, cells in (event.get("edited_rows") or {}).items():
        known = {name: cell for name, cell in cells.items() if name in COLUMNS and name not in FIXED}
        changed.setdefault(paths[int(row)], {}).update(known)
    edits = {path: differing(cells, rows[path]) for path, cells in changed.items() if path in rows}
    return {path: cells for path, cells in edits.items() if cells}


def show_known_names() -> None:
    """Show all comparators and transforms with their parameters."""
    rows = []
    for kind, names, find in (
        ("comparator", comparator_names(), find_comparator),
        ("transform", transform_names(), find_transform),
    ):
        for name in names:
            params = find(name).params
            words = "; ".join(map(_param_in_words, params or ())) or "none"
            rows.append((kind, name, "not described" if params is None else words))
    with st.expander("All comparators and transforms, with their parameters"):
        st.dataframe(pd.DataFrame(rows, columns=["Kind", "Name", "Parameters"]), hide_index=True)


def _param_in_words(param: Param) -> str:
    words = [param.kind, *(["required"] if param.required else [])]
    words += [f"one of {', '.join(as_text(choice) for choice in param.choices)}"] if param.choices else []
    words += [f"default {as_text(param.default)}"] if param.default is not None else []
    inside = f" ({'; '.join(map(_param_in_words, param.fields))})" if param.fields else ""
    return f"{param.name} ({', '.join(words)}): {param.doc}{inside}"


def show_without_effect(tree: SchemaNode) -> None:
    """Show settings that nothing reads: the field around them is compared as one value, or no field takes a default.

    Settings equal to the default of the type are left out: nobody has made them.
    """
    nodes = raw_nodes(tree.raw)
    lines = [line for line in tree.without_effect if not _says_its_type(line, nodes)]
    if lines:
        with st.expander(f"{counted(len(lines), 'setting')} without effect: show"):
            st.caption(
                "The field around each of them is compared as one value. To use them, clear the comparator of that "
                "field; otherwise remove them in the JSON tab. A default is here if no field takes it."
            )
            for line in lines:
                data_line(line)


def _says_its_type(line: str, nodes: Mapping[str, Mapping[str, Any]]) -> bool:
    """Check whether a line of `without_effect` is about the comparator that the field has by its type."""
    path, _, key = line.rpartition(": ")
    node = nodes.get(path, {})
    if key != "x-eval-compare" or not isinstance(node.get("type"), str):
        return False
    return bool(node.get(key) == type_default(node["type"]))


def label_of(name: str) -> str:
    """Shorten a path or a name for a select box, which reads no Markdown."""
    return shortened(name, _LONG)
