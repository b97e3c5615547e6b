"""Wrong values that gold has at another field of the same object: two fields that an extraction mixes up."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.report.patterns.says_something import is_small_number, says_something
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult

_steps = lru_cache(maxsize=65_536)(paths.split)


@dataclass(frozen=True, slots=True)
class Siblings:
    """What rows of mismatches have of the fields beside them, as parallel arrays."""

    beside: Bools
    """Whether gold has the raw extracted value under another key of the same object, and the value says something."""
    swapped: Bools
    """Whether moreover the value of gold was extracted there, and one of both values says something."""
    small: Bools
    """Whether the extracted value is a small number, which may be there by chance."""


def of_siblings(run: RunResult, rows: Ints) -> Siblings:
    """Look at what these rows of mismatches have of the fields beside them."""
    found = [
        _of_result(run.records[record].gold, run.records[record].extracted, result)
        for record, result in zip(run.tallies.rows.record[rows].tolist(), run.table.some(rows), strict=True)
    ]
    return Siblings(*np.array(found, np.bool_).reshape(-1, 3).T)


def _of_result(gold: Any, extracted: Any, result: FieldResult) -> tuple[bool, bool, bool]:
    mine, theirs = result.extracted_value, result.gold_value
    tells, other_tells = says_something(mine), says_something(theirs)
    keys = _keys_beside(gold, result.path, mine) if tells or other_tells else []
    swapped = False
    if keys and result.extracted_path is not None:
        swapped = not set(keys).isdisjoint(_keys_beside(extracted, result.extracted_path, theirs))
    return tells and bool(keys), swapped, is_small_number(mine)


def _keys_beside(record: Any, path: str, wanted: Any) -> list[str]:
    """Return the other keys of the object around a path that have a value."""
    *above, last = _steps(path)
    holder = record
    for step in above:
        holder = _inside(holder, step)
    if not isinstance(holder, dict):
        return []
    if wanted == wanted:  # nearly all others go by the plain comparison, which is the fast one
        beside = [(key, value) for key, value in holder.items() if value == wanted]
    else:
        beside = list(holder.items())
    wanted_key = _key(wanted) if beside else None
    return [
        key for key, value in beside if key != last and not isinstance(value, dict | list) and _key(value) == wanted_key
    ]


def _inside(holder: Any, step: str | int | None) -> Any:
    """Return what is at one step of a path; None where nothing is."""
    if isinstance(holder, dict):
        return holder.get(step)
    is_element = isinstance(holder, list) and isinstance(step, int) and 0 <= step < len(holder)
    return holder[step] if is_element else None


def _key(value: Any) -> Hashable:
    """Numbers are equal by value, all else strictly."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
    return ("number", value) if is_number else strict_key(value)
