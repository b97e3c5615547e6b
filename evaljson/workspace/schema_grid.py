"""The eval schema as a grid, one row a field, and edits of that grid back into the schema.

Cells hold text, numbers and flags only: settings that are JSON stand there as JSON text.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
import pandas as pd

from evaljson.base.errors import SchemaError
from evaljson.base.paths import child, elements, entries
from evaljson.schema import SchemaNode, parse_eval_schema, parse_xeval_entry
from evaljson.schema.node import in_type
from evaljson.schema.parse.document_types import read_schemas

COLUMNS: Final = (
    "path", "type", "comparator", "parameters", "transforms", "alignment", "weight", "threshold", "nulls", "skip",
)  # fmt: skip
FIXED: Final = ("path", "type")
SEEN: Final = ("gold", "extracted", "wrong", "share")
"""Columns of the grid that come from a run; `with_seen` puts them in."""
_JSON_TEXT = {"transforms": "x-eval-transform", "nulls": "x-eval-nulls"}
_BY_KEY = "key_field: "
_NUMBERS = {"weight": "x-eval-weight", "threshold": "x-eval-threshold"}
EXAMPLES: Final = {
    "parameters": '{"tolerance": {"abs": 0.01}}',
    "transforms": 'lowercase, strip or ["lowercase", "strip"]',
    "alignment": 'hungarian, key_field: sku or {"match_by": "key_field", "key": ["sku", "lot"]}',
    "nulls": '{"absent": [null, ""]}',
}
"""What a cell may hold, by column."""
Edits = Mapping[str, Mapping[str, Any]]
"""Path -> column -> new cell."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A row whose edit cannot be used, and why."""

    path: str
    reason: str
    cells: Mapping[str, Any]


def grid_of(tree: SchemaNode, pending: Edits | None = None) -> pd.DataFrame:
    """All nodes below the root, in schema order; `pending` cells stand in the place of those of the schema."""
    rows = [{**_row(node), "path": name, **(pending or {}).get(name, {})} for name, node in tree.fields_by_name()]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    text = [name for name in COLUMNS if name not in (*_NUMBERS, "skip")]
    return frame.astype({**dict.fromkeys(text, "str"), **dict.fromkeys(_NUMBERS, "float64"), "skip": "bool"})


def with_seen(grid: pd.DataFrame, seen: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """The grid with what a run shows of each field, by path: examples, share that is wrong, share of the weight."""
    columns = {name: [seen.get(path, {}).get(name) for path in grid["path"]] for name in SEEN}
    text = {name: pd.Series([cell or "" for cell in columns[name]], dtype="str") for name in ("gold", "extracted")}
    numbers = {name: pd.Series(columns[name], dtype="float64") for name in ("wrong", "share")}
    wide = grid.assign(**text, **numbers)
    order = [*COLUMNS[:2], "gold", "extracted", "wrong", *COLUMNS[2:7], "share", *COLUMNS[7:]]
    return wide[order]


def _row(node: SchemaNode) -> dict[str, Any]:
    raw = node.raw
    comparator, params = parse_xeval_entry(raw["x-eval-compare"]) if "x-eval-compare" in raw else ("", {})
    if not comparator and node.comparator is not None:
        comparator = node.comparator.name
    return {
        "path": node.path,
        "type": node.type if isinstance(node.type, str) else ", ".join(node.type),
        "comparator": comparator,
        "parameters": _text(params) if params else "",
        "alignment": alignment_text(raw.get("x-eval-align")) if "x-eval-align" in raw or _is_aligned(node) else "",
        "transforms": _transforms_text(raw["x-eval-transform"]) if "x-eval-transform" in raw else "",
        "nulls": _text(raw["x-eval-nulls"]) if "x-eval-nulls" in raw else "",
        **{name: raw.get(key, math.nan) for name, key in _NUMBERS.items()},
        "skip": bool(raw.get("x-eval-skip", False)),
    }


def _is_aligned(node: SchemaNode) -> bool:
    return node.type == "array" and not node.is_unit


def _text(value: Any) -> str:
    return orjson.dumps(value).decode()


def _transforms_text(entry: Any) -> str:
    """Names with commas between them; as JSON text where it says more, or nothing."""
    plain = entry and all(isinstance(one, str) and _is_plain_name(one) for one in entry)
    return ", ".join(entry) if plain else _text(entry)


def _is_plain_name(name: str) -> bool:
    """Whether a cell gives back the same name."""
    return _is_plain_key(name) and "," not in name and name[0] not in '[{"'


def alignment_text(entry: Any) -> str:
    """An alignment in short: ordered, hungarian, key_field: sku; as JSON text where it says more."""
    if entry is None or entry in ({"ordered": True}, {"match_by": "ordered"}):
        return "ordered"
    if entry == {"match_by": "hungarian"}:
        return "hungarian"
    if isinstance(entry, Mapping) and set(entry) == {"match_by", "key"} and _is_plain_key(entry["key"]):
        return f"{_BY_KEY}{entry['key']}"
    return _text(entry)


def _is_plain_key(key: Any) -> bool:
    """Whether a cell gives back the same key."""
    return isinstance(key, str) and key != "" and key == key.strip()


def apply_edits(schema: Mapping[str, Any], edits: Edits) -> tuple[dict[str, Any], list[Refused]]:
    """The schema with every row that it can take, each checked on its own on top of those before it; and the others."""
    current: dict[str, Any] = dict(schema)
    refused = []
    for path, cells in edits.items():
        candidate = copy.deepcopy(current)
        try:
            _write(_nodes(candidate)[path], cells)
            parse_eval_schema(candidate)
        except SchemaError as error:
            elsewhere = f"{error.path}: " if error.path not in ("", path) else ""
            refused.append(Refused(path, elsewhere + error.problem, cells))
        else:
            current = candidate
    return current, refused


def _nodes(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every node of a schema as it stands in it, by path; those of a document type by `in_type`."""
    found = _nodes_below(schema)
    for value, root in read_schemas(schema).items():
        found |= {in_type(value, path): node for path, node in _nodes_below(root).items() if path}
    return found


def _nodes_below(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    stack = [("", schema)]
    while stack:
        path, node = stack.pop()
        found[path] = node
        stack += [(child(path, key), inner) for key, inner in node.get("properties", {}).items()]
        for key, step in (("items", elements(path)), ("additionalProperties", entries(path))):
            if isinstance(node.get(key), dict):
                stack.append((step, node[key]))
    return found


def _write(node: dict[str, Any], cells: Mapping[str, Any]) -> None:
    """Put the cells of one row into its node. Raises SchemaError for text that is no JSON."""
    for name, cell in cells.items():
        if name == "transforms":
            _put(node, "x-eval-transform", _transforms(str(cell)) if _filled(cell) else None)
        elif name in _JSON_TEXT:
            _put(node, _JSON_TEXT[name], _json(cell, name) if _filled(cell) else None)
        elif name in _NUMBERS:
            _put(node, _NUMBERS[name], _plain_number(cell) if _filled(cell) else None)
        elif name == "skip":
            _put(node, "x-eval-skip", True if cell else None)
        elif name == "alignment":
            _put(node, "x-eval-align", _alignment(str(cell)) if _filled(cell) else None)
    if "comparator" in cells or "parameters" in cells:
        _put(node, "x-eval-compare", _comparator(node, cells))


def _comparator(node: Mapping[str, Any], cells: Mapping[str, Any]) -> Any:
    name, params = parse_xeval_entry(node["x-eval-compare"]) if "x-eval-compare" in node else ("", {})
    if "comparator" in cells:
        if cells["comparator"] != name:
            params = {}  # those of another comparator mean nothing to this one
        name = cells["comparator"] or ""
    if "parameters" in cells:
        params = _json(cells["parameters"], "parameters") if _filled(cells["parameters"]) else {}
        if not isinstance(params, dict):
            raise SchemaError(f"parameters are an object, such as {EXAMPLES['parameters']}")
    if not name:
        if params:
            raise SchemaError("parameters need a comparator: choose one in this row")
        return None
    return {name: params} if params else name


def _transforms(cell: str) -> Any:
    """JSON, or bare names with commas between them."""
    text = cell.strip()
    if text.startswith(("[", "{", '"')):
        return _json(text, "transforms")
    return [name.strip() for name in text.split(",") if name.strip()]


def _alignment(cell: str) -> Any:
    text = cell.strip()
    if text.startswith(("{", "[")):
        return _json(text, "alignment")
    if text.startswith(_BY_KEY.strip()):
        return {"match_by": "key_field", "key": text.removeprefix(_BY_KEY.strip()).strip()}
    return {"ordered": True} if text == "ordered" else {"match_by": text}


def read_cell(name: str, cell: Any) -> Any:
    """What the text of a cell says, as it stands in a schema; None for an empty one. Raises SchemaError."""
    if not _filled(cell):
        return None
    if name in ("transforms", "alignment"):
        return (_transforms if name == "transforms" else _alignment)(str(cell))
    return _json(cell, name) if name in ("parameters", "nulls") else cell


def _json(text: Any, name: str) -> Any:
    try:
        return orjson.loads(str(text))
    except orjson.JSONDecodeError as error:
        raise SchemaError(
            f"{name} is not JSON: {error.msg} at column {error.colno}. Write it such as {EXAMPLES[name]}"
        ) from None


def differing(cells: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """The cells that say something else than this row of the grid does; of empty cells, one is like another."""
    return {
        name: cell
        for name, cell in cells.items()
        if _filled(cell) != _filled(row[name]) or (_filled(cell) and cell != row[name])
    }


def _filled(cell: Any) -> bool:
    return not (cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell)))


def _plain_number(cell: Any) -> Any:
    """2 and not 2.0, as a person would write it."""
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _put(node: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        node.pop(key, None)
    else:
        node[key] = value
