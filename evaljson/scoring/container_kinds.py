"""Classifies the values of a container node: absent, null, empty, filled, or of the wrong type."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import ByteCodes
from evaljson.base.jsontypes import ABSENT
from evaljson.scoring.columns import Columns, refuse_non_json
from evaljson.scoring.plan import NullRule, PlanNode

MISSING_KEY, LISTED, NULL, EMPTY, FILLED, WRONG = range(6)
"""LISTED: the null policy counts the value as a missing key."""


def kinds(plan: PlanNode, columns: Columns) -> tuple[ByteCodes, ByteCodes]:
    """Return the kinds of each side's values at a container node."""
    pair = columns.cache.get("kinds")
    if pair is None:
        expected = list if plan.is_array else dict
        plain = columns.raw.get(("kinds", expected))
        if plain is None:
            known = columns.objects() if expected is dict else (None, None)
            sides = zip((columns.gold, columns.extracted), known, strict=True)
            plain = tuple(
                _kinds(column, expected, plan.path, column is objects or set(map(type, column)) == {expected})
                for column, objects in sides
            )
            columns.raw["kinds", expected] = plain
        pair = columns.cache["kinds"] = (
            _with_listed(plan.nulls, columns.gold, plain[0]),
            _with_listed(plan.nulls, columns.extracted, plain[1]),
        )
    return pair


def _kinds(column: list[Any], expected: type, path: str, are_all: bool) -> ByteCodes:
    if are_all:
        filled = np.fromiter(map(bool, column), np.bool_, len(column))
        return np.where(filled, FILLED, EMPTY).astype(np.int8)
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
