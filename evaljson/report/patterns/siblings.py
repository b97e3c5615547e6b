"""Wrong values that gold has at another field of the same object: two fields that an extraction mixes up."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Ints
from evaljson.base.jsontypes import strict_key
from evaljson.report.patterns.says_something import is_small_number, says_something
from evaljson.results.model import RunResult

_steps = lru_cache(maxsize=65_536)(paths.split)


def of_siblings(run: RunResult, rows: Ints) -> tuple[Ints, Ints]:
    """Return those of the rows of mismatches whose raw extracted value gold has under another key beside it.

    The second ones are those of small numbers, which may be there by chance.
    """
    records = run.tallies.rows.record[rows].tolist()
    results = run.table.some(rows)
    is_sibling = np.array(
        [
            says_something(result.extracted_value)
            and _is_beside(run.records[record].gold, result.path, result.extracted_value)
            for record, result in zip(records, results, strict=True)
        ],
        np.bool_,
    )
    is_small = np.array([is_small_number(result.extracted_value) for result in results], np.bool_)
    return rows[is_sibling & ~is_small], rows[is_sibling & is_small]


def _is_beside(gold: Any, path: str, extracted: Any) -> bool:
    *above, last = _steps(path)
    holder = gold
    for step in above:
        holder = _inside(holder, step)
    if not isinstance(holder, dict):
        return False
    if extracted == extracted:  # nearly all others go by the plain comparison, which is the fast one
        beside = [(key, value) for key, value in holder.items() if value == extracted]
    else:
        beside = list(holder.items())
    wanted = _key(extracted) if beside else None
    return any(key != last and not isinstance(value, dict | list) and _key(value) == wanted for key, value in beside)


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
