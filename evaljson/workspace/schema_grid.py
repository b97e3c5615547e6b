"""The eval schema as a grid, one row per field, and edits of that grid put back into the schema.

Cells hold text, numbers and flags only: settings that are JSON are shown as JSON text (grid_cells.py).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
_TOGETHER: Final = {"comparator", "parameters"}
"""Columns that are one setting."""
Edits = Mapping[str, Mapping[str, Any]]
"""Path -> column -> new cell."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Cells of a row that cannot be used, and why."""

    path: str
    reason: str
    cells: Mapping[str, Any]

    @property
    def columns(self) -> str:
        """Name the columns of the cells: `Comparator and Parameters`."""
        return " and ".join(column.capitalize() for column in self.cells)


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
    """Return the schema with every cell that it accepts, and what is refused; each is checked on top of the last."""
    current: dict[str, Any] = dict(schema)
    refused: list[Refused] = []
    by_default = _by_default(schema) if edits else {}
    for path, cells in edits.items():
        row = _Row(path, by_default.get(path))
        current, of_row = row.put(current, cells)
        refused += of_row
    return current, refused


def cells_by_path(refused: Iterable[Refused]) -> dict[str, dict[str, Any]]:
    """Return the refused cells as edits."""
    cells: dict[str, dict[str, Any]] = {}
    for one in refused:
        cells.setdefault(one.path, {}).update(one.cells)
    return cells


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that is put into a schema."""

    path: str
    by_default: SchemaNode | None
    """Its node, where that takes anything from x-eval-defaults."""

    def put(self, schema: dict[str, Any], cells: Mapping[str, Any]) -> tuple[dict[str, Any], list[Refused]]:
        """Put all cells in; where they are refused together, those that are accepted without the others."""
        now, refused = self.taken(schema, [cells])
        if refused and len(cells) > 1:
            now, refused = self.taken(schema, _parts(cells))
        both = next((one for one in refused if set(one.cells) == _TOGETHER), None)
        alone = None if both is None else self.tried(now, {"comparator": cells["comparator"]})
        if both is None or alone is None or isinstance(alone, Refused):
            return now, refused
        # The parameters are not tried alone: they were not typed for the comparator that was there before.
        now, others = self.taken(alone, [one.cells for one in refused if one is not both])
        return now, [replace(both, cells={"parameters": cells["parameters"]}), *others]

    def taken(self, schema: dict[str, Any], parts: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], list[Refused]]:
        """Put in what is accepted, until nothing more is: one part may only be possible after another."""
        while True:
            refused = list[Refused]()
            for part in parts:
                found = self.tried(schema, part)
                if isinstance(found, Refused):
                    refused.append(found)
                else:
                    schema = found
            if not refused or len(refused) == len(parts):
                return schema, refused
            parts = [one.cells for one in refused]

    def tried(self, schema: Mapping[str, Any], cells: Mapping[str, Any]) -> dict[str, Any] | Refused:
        """Return the schema with these cells."""
        candidate, node = copy.deepcopy(dict(schema)), self.by_default
        try:
            write_cells(_nodes(candidate)[self.path], _with_comparator(cells, node), _taken(node) if node else ())
            parse_eval_schema(candidate)
        except SchemaError as error:
            elsewhere = f"{error.path}: " if error.path not in ("", self.path) else ""
            return Refused(self.path, elsewhere + error.problem, cells)
        return candidate


def _parts(cells: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cells one by one, but a comparator with its parameters."""
    together = {column: cell for column, cell in cells.items() if column in _TOGETHER}
    alone: list[Mapping[str, Any]] = [{column: cell} for column, cell in cells.items() if column not in _TOGETHER]
    return [together, *alone] if together else alone


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
