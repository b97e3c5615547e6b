"""Strict JSON from files and from the command line: no repeated key, no NaN."""

from __future__ import annotations

import json
from typing import Any

from evaljson.base.errors import LoadError
from evaljson.base.limits import DEFAULTS
from evaljson.cli.files.read import read_file
from evaljson.load.byte_limit import ByteLimit

_LIMIT = ByteLimit(DEFAULTS.schema_bytes, DEFAULTS.says("schema_bytes"))


def read_json(file: str, limit: ByteLimit | None = None) -> tuple[Any, str]:
    """Return what a JSON file holds, and its name; `limit` replaces that of schemas. Raises LoadError."""
    data, name = read_file(file, limit or _LIMIT)
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_constant=_no_constant), name
    except json.JSONDecodeError as error:
        raise LoadError(f"{name}: no valid JSON at line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except UnicodeDecodeError as error:
        raise LoadError(f"{name}: byte {error.start:,} is not UTF-8; save the file as UTF-8.") from error
    except RecursionError as error:
        raise LoadError(f"{name}: nested too deeply; flatten it.") from error
    except ValueError as error:
        raise LoadError(f"{name}: {error}.") from error


def json_at(text: str, at: int) -> tuple[Any, int]:
    """Parse the JSON value that begins at a place in a text; also return where it ends. Raises ValueError."""
    try:
        return json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant).raw_decode(text, at)
    except RecursionError:
        raise ValueError("nested too deeply; flatten it") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object. Raises ValueError for a repeated key, of which Python would silently keep the last."""
    parsed = dict(pairs)
    if len(parsed) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {repeated!r} appears twice in one object; remove one of the two")
    return parsed


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON; write a number or null")
