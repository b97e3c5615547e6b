"""The eval schema as a grid, one row per field, and edits of that grid put back into the schema.

Cells hold text, numbers and flags only: settings that are JSON are shown as JSON text (grid_cells.py).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from evaljson.base.errors import SchemaError
from evaljson.base.paths import child, elements, entries
from evaljson.schema import SchemaNode, parse_eval_schema, parse_xeval_entry
from evaljson.schema.node import in_type
from evaljson.schema.parse.document_types import read_schemas
from evaljson.wording.inherited import inherited_in_words
from evaljson.workspace.grid_cells import (
    NUMBERS,
    alignment_text,
    is_filled,
    json_text,
    transforms_text,
    write_cells,
)

COLUMNS: Final = (
    "path", "type", "comparator", "parameters", "transforms", "alignment", "weight", "threshold", "nulls", "skip",
)  # fmt: skip
FIXED: Final = ("path", "type")
SEEN: Final = ("gold", "extracted", "wrong", "share")
"""Columns of the grid that come from a run; `with_seen` adds them."""
INHERITED: Final = "inherited"
"""Column that says in words which cells come from x-eval-defaults; `with_inherited` adds it where any do."""
Edits = Mapping[str, Mapping[str, Any]]
"""Path -> column -> new cell."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A row whose edit cannot be used, and why."""

    path: str
    reason: str
    cells: Mapping[str, Any]


def grid_of(tree: SchemaNode, pending: Edits | None = None) -> pd.DataFrame:
    """List all nodes below the root, in schema order; `pending` cells replace those of the schema."""
    rows = [{**_row(node), "path": name, **(pending or {}).get(name, {})} for name, node in tree.fields_by_name()]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    text = [name for name in COLUMNS if name not in (*NUMBERS, "skip")]
    return frame.astype({**dict.fromkeys(text, "str"), **dict.fromkeys(NUMBERS, "float64"), "skip": "bool"})


def with_seen(grid: pd.DataFrame, seen: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Add what a run shows of each field, by path: examples, the share that is wrong, the share of the weight."""
    columns = {name: [seen.get(path, {}).get(name) for path in grid["path"]] for name in SEEN}
    text = {name: pd.Series([cell or "" for cell in columns[name]], dtype="str") for name in ("gold", "extracted")}
    numbers = {name: pd.Series(columns[name], dtype="float64") for name in ("wrong", "share")}
    wide = grid.assign(**text, **numbers)
    order = [*COLUMNS[:2], "gold", "extracted", "wrong", *COLUMNS[2:7], "share", *COLUMNS[7:]]
    return wide[order]


def with_inherited(grid: pd.DataFrame, tree: SchemaNode) -> pd.DataFrame:
    """Add which settings come from defaults, before the weight; nothing where no field takes any."""
    words = {name: "; ".join(inherited_in_words(node)) for name, node in tree.fields_by_name()}
    if not any(words.values()):
        return grid
    wide, cells = grid.copy(), pd.Series([words[path] for path in grid["path"]], dtype="str")
    wide.insert(list(grid.columns).index("weight"), INHERITED, cells)
    return wide


def _row(node: SchemaNode) -> dict[str, Any]:
    raw = node.settings
    comparator, params = parse_xeval_entry(raw["x-eval-compare"]) if "x-eval-compare" in raw else ("", {})
    if not comparator and node.comparator is not None:
        comparator = node.comparator.name
    return {
        "path": node.path,
        "type": node.type if isinstance(node.type, str) else ", ".join(node.type),
        "comparator": comparator,
        "parameters": json_text(params) if params else "",
        "alignment": alignment_text(raw["x-eval-align"]) if "x-eval-align" in raw else _unset_alignment(node),
        "transforms": transforms_text(raw["x-eval-transform"]) if "x-eval-transform" in raw else "",
        "nulls": json_text(raw["x-eval-nulls"]) if "x-eval-nulls" in raw else "",
        **{column: raw.get(key, math.nan) for column, key in NUMBERS.items()},
        "skip": bool(raw.get("x-eval-skip", False)),
    }


def _unset_alignment(node: SchemaNode) -> str:
    """Write how elements or entries pair up where nothing is set; nothing for other fields."""
    if node.is_unit or (node.type != "array" and node.additional is None):
        return ""
    return node.align.strategy


def apply_edits(schema: Mapping[str, Any], edits: Edits) -> tuple[dict[str, Any], list[Refused]]:
    """Return the schema with every row that it accepts, and the rows refused; each is checked on top of the last."""
    current: dict[str, Any] = dict(schema)
    refused = []
    by_default = _by_default(schema) if edits else {}
    for path, cells in edits.items():
        candidate = copy.deepcopy(current)
        try:
            node = by_default.get(path)
            write_cells(_nodes(candidate)[path], _with_comparator(cells, node), _taken(node) if node else ())
            parse_eval_schema(candidate)
        except SchemaError as error:
            elsewhere = f"{error.path}: " if error.path not in ("", path) else ""
            refused.append(Refused(path, elsewhere + error.problem, cells))
        else:
            current = candidate
    return current, refused


def _with_comparator(cells: Mapping[str, Any], node: SchemaNode | None) -> Mapping[str, Any]:
    """Add the comparator that defaults give to parameters that were edited alone."""
    if node is None or node.comparator is None or "x-eval-compare" not in node.inherited or "parameters" not in cells:
        return cells
    return {"comparator": node.comparator.name, **cells}


def _by_default(schema: Mapping[str, Any]) -> dict[str, SchemaNode]:
    """Return the fields that take anything from x-eval-defaults, by path."""
    return {name: node for name, node in parse_eval_schema(schema).fields_by_name() if _taken(node)}


def _taken(node: SchemaNode) -> set[str]:
    return {key for key, one in node.inherited.items() if one.type is not None}


def _nodes(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return every raw node of a schema by path, those of a document type by `in_type`."""
    nodes = _nodes_below(schema)
    for value, root in read_schemas(schema).items():
        nodes |= {in_type(value, path): node for path, node in _nodes_below(root).items() if path}
    return nodes


def _nodes_below(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    nodes: dict[str, dict[str, Any]] = {}
    stack = [("", schema)]
    while stack:
        path, node = stack.pop()
        nodes[path] = node
        stack += [(child(path, key), inner) for key, inner in node.get("properties", {}).items()]
        for key, step in (("items", elements(path)), ("additionalProperties", entries(path))):
            if isinstance(node.get(key), dict):
                stack.append((step, node[key]))
    return nodes


def differing(cells: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cells that differ from those of a row of the grid; all empty cells are alike."""
    return {
        column: cell
        for column, cell in cells.items()
        if is_filled(cell) != is_filled(row[column]) or (is_filled(cell) and cell != row[column])
    }
