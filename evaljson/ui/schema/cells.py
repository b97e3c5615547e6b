"""Cells of a row as the forms of the panel read and write them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import orjson

from evaljson.base.errors import EvaljsonError
from evaljson.base.params import Param


def is_empty(cell: Any) -> bool:
    """Whether a cell says nothing."""
    return cell is None or cell == "" or (isinstance(cell, float) and math.isnan(cell))


def as_cell(value: Any) -> str:
    """A setting as the text of a cell."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(value)


def known_params(find: Callable[[str], Any], name: str) -> tuple[Param, ...] | None:
    """What a comparator or transform takes; None where it does not say, nothing where there is no such name."""
    if not name:
        return ()
    try:
        found: tuple[Param, ...] | None = find(name).params
    except EvaljsonError:
        return ()
    return found
