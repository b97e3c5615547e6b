"""Classifies the values of a container node: absent, null, empty, filled, or of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes
from evaljson.base.jsontypes import ABSENT
from evaljson.scoring.columns import Columns, refuse_non_json
from evaljson.scoring.plan import NullRule, PlanNode
from evaljson.scoring.side import Side

MISSING_KEY, LISTED, NULL, EMPTY, FILLED, WRONG = range(6)
"""LISTED: the null policy counts the value as a missing key."""


def kinds(plan: PlanNode, columns: Columns) -> tuple[ByteCodes, ByteCodes]:
    """Return the kinds of each side's values at a container node."""
    pair = columns.cache.get("kinds")
    if pair is None:
        expected = list if plan.is_array else dict
        plain = columns.raw.get(("kinds", expected))
        if plain is None:
            plain = tuple(
                _all_alike(filled) if filled is not None else _kinds(columns.of(side), expected, plan.path)
                for side, filled in zip(Side, _filled(columns, expected), strict=True)
            )
            columns.raw["kinds", expected] = plain
        pair = columns.cache["kinds"] = (
            _with_listed(plan.nulls, columns.gold, plain[0]),
            _with_listed(plan.nulls, columns.extracted, plain[1]),
        )
    return pair


def _filled(columns: Columns, expected: type) -> Iterator[Bools | None]:
    """Yield for each side which values are not empty; None where some are of another kind."""
    for side in Side:
        column = columns.of(side)
        if expected is dict:
            yield columns.sizes()[side] > 0 if column is columns.objects()[side] else None
        else:
            are_lists = set(map(type, column)) == {list}
            yield np.fromiter(map(bool, column), np.bool_, len(column)) if are_lists else None


def _all_alike(filled: Bools) -> ByteCodes:
    """Return the kinds of values that all are of the expected one."""
    return np.where(filled, np.int8(FILLED), np.int8(EMPTY))


def _kinds(column: list[Any], expected: type, path: str) -> ByteCodes:
    kind = np.fromiter(
        (
            (FILLED if value else EMPTY)
            if isinstance(value, expected)
            else MISSING_KEY
            if value is ABSENT
            else NULL
            if value is None
            else WRONG
            for value in column
        ),
        np.int8,
        len(column),
    )
    refuse_non_json((column[row] for row in np.flatnonzero(kind == WRONG).tolist()), path)
    return kind


def _with_listed(rule: NullRule | None, column: list[Any], plain: ByteCodes) -> ByteCodes:
    if rule is None:
        return plain
    kind = plain.copy()
    for row in np.flatnonzero((kind != MISSING_KEY) & ((kind != FILLED) | rule.lists_filled)).tolist():
        if rule.lists(column[row]):
            kind[row] = LISTED
    return kind
