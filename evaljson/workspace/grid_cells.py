"""Cells of the schema grid: settings written as the text, number or flag of a cell, and read back."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Collection, Mapping
from typing import Any, Final

import orjson

from evaljson.base.errors import SchemaError
from evaljson.base.limits import DEFAULTS
from evaljson.schema import parse_xeval_entry

NUMBERS: Final = {"weight": "x-eval-weight", "threshold": "x-eval-threshold"}
"""Columns that hold numbers, with their keys."""
_KEYS: Final = {"transforms": "x-eval-transform", "nulls": "x-eval-nulls", "alignment": "x-eval-align"}
"""Columns that hold text for a setting, with its key."""
_NOTHING: Final = {"transforms": [], "nulls": {"absent": []}, "weight": 1}
"""What an emptied cell means whose content was not the node's own, but that of defaults."""
EXAMPLES: Final = {
    "parameters": '{"tolerance": {"abs": 0.01}}',
    "transforms": 'lowercase, strip or ["lowercase", "strip"]',
    "alignment": 'hungarian, key_field: sku or {"match_by": "key_field", "key": ["sku", "lot"]}',
    "nulls": '{"absent": [null, ""]}',
}
"""What a cell may hold, by column."""
_BY_KEY: Final = "key_field: "


def is_filled(cell: Any) -> bool:
    """Check whether a cell says something."""
    return not (cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell)))


def json_text(value: Any) -> str:
    """Write a setting as JSON."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(value)


def transforms_text(entry: Any) -> str:
    """Write transforms as names with commas between them; as JSON where they have parameters, or there is none."""
    plain = entry and all(isinstance(name, str) and _is_plain_name(name) for name in entry)
    return ", ".join(entry) if plain else json_text(entry)


def alignment_text(entry: Any) -> str:
    """Write an alignment in short: ordered, hungarian, map_key, key_field: sku; as JSON where it says more."""
    if entry is None or entry in ({"ordered": True}, {"match_by": "ordered"}):
        return "ordered"
    if entry in ({"match_by": "hungarian"}, {"match_by": "map_key"}):
        return str(entry["match_by"])
    if isinstance(entry, Mapping) and set(entry) == {"match_by", "key"} and _is_plain_key(entry["key"]):
        return f"{_BY_KEY}{entry['key']}"
    return json_text(entry)


def _is_plain_name(name: str) -> bool:
    """Check whether the name is the same after it was written to a cell and read."""
    return _is_plain_key(name) and "," not in name and name[0] not in '[{"'


def _is_plain_key(key: Any) -> bool:
    """Check whether the key is the same after it was written to a cell and read."""
    return isinstance(key, str) and key != "" and key == key.strip()


def read_cell(column: str, cell: Any) -> Any:
    """Read a cell as the setting in a schema; None for an empty one. Raises SchemaError for text that is not JSON."""
    if not is_filled(cell):
        return None
    if isinstance(cell, str):
        _bounded(cell)
    if column == "transforms":
        return _transforms(str(cell))
    if column == "alignment":
        return _alignment(str(cell))
    return _json(cell, column) if column in ("parameters", "nulls") else cell


def _transforms(cell: str) -> Any:
    """Read JSON, or bare names with commas between them."""
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


def typed_json(text: str) -> Any:
    """Read JSON that someone typed. Raises ValueError with the reason."""
    try:
        return json.loads(_bounded(text))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _bounded(text: str) -> str:
    """Return the text. Raises SchemaError, a ValueError, for a longer one than may be typed here."""
    if len(text) > DEFAULTS.cell_characters:
        raise SchemaError(DEFAULTS.says("cell_characters", seen=len(text)))
    return text


def _json(text: Any, column: str) -> Any:
    try:
        return orjson.loads(str(text))
    except orjson.JSONDecodeError as error:
        raise SchemaError(
            f"{column} is not JSON: {error.msg} at column {error.colno}. Write it like {EXAMPLES[column]}"
        ) from None


def write_cells(node: dict[str, Any], cells: Mapping[str, Any], by_default: Collection[str] = ()) -> None:
    """Put the cells of one row into its node. Raises SchemaError for text that is not JSON.

    An emptied cell whose setting is `by_default` (a key) is no longer that of the defaults: the node then says so.
    """
    for column, cell in cells.items():
        if column == "skip":
            _put(node, "x-eval-skip", bool(cell) if cell or "x-eval-skip" in by_default else None)
        elif column in NUMBERS:
            value = _plain_number(cell) if is_filled(cell) else _emptied(NUMBERS[column], column, by_default)
            _put(node, NUMBERS[column], value)
        elif column in _KEYS:
            value = read_cell(column, cell) if is_filled(cell) else _emptied(_KEYS[column], column, by_default)
            _put(node, _KEYS[column], value)
    if "comparator" in cells or "parameters" in cells:
        _put(node, "x-eval-compare", _comparator(node, cells))


def _emptied(key: str, column: str, by_default: Collection[str]) -> Any:
    return copy.deepcopy(_NOTHING.get(column)) if key in by_default else None


def _comparator(node: Mapping[str, Any], cells: Mapping[str, Any]) -> Any:
    name, params = parse_xeval_entry(node["x-eval-compare"]) if "x-eval-compare" in node else ("", {})
    if "comparator" in cells:
        if cells["comparator"] != name:
            params = {}  # those of another comparator mean nothing to this one
        name = cells["comparator"] or ""
    if "parameters" in cells:
        params = read_cell("parameters", cells["parameters"]) if is_filled(cells["parameters"]) else {}
        if not isinstance(params, dict):
            raise SchemaError(f"parameters are an object, such as {EXAMPLES['parameters']}")
    if not name:
        if params:
            raise SchemaError("parameters need a comparator: choose one in this row")
        return None
    return {name: params} if params else name


def _plain_number(cell: Any) -> Any:
    """Return 2 instead of 2.0, as a person would write it."""
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


def _put(node: dict[str, Any], key: str, value: Any) -> None:
    if value is None:
        node.pop(key, None)
    else:
        node[key] = value
