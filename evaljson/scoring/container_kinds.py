"""Classifies the values of a container node: absent, null, empty, filled, or of the wrong type."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import ByteCodes
from evaljson.base.jsontypes import ABSENT
from evaljson.scoring.columns import Columns, refuse_non_json
from evaljson.scoring.plan import PlanNode

MISSING_KEY, LISTED, NULL, EMPTY, FILLED, WRONG = range(6)
"""LISTED: the null policy counts the value as a missing key."""


def kinds(plan: PlanNode, columns: Columns) -> tuple[ByteCodes, ByteCodes]:
    """Return the kinds of each side's values at a container node."""
    pair = columns.cache.get("kinds")
    if pair is None:
        expected = list if plan.is_array else dict
        pair = _kinds(plan, columns.gold, expected), _kinds(plan, columns.extracted, expected)
        columns.cache["kinds"] = pair
    return pair


def _kinds(plan: PlanNode, column: list[Any], expected: type) -> ByteCodes:
    rule = plan.nulls
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
    refuse_non_json((column[row] for row in np.flatnonzero(kind == WRONG).tolist()), plan.path)
    if rule is not None:
        for row in np.flatnonzero((kind != MISSING_KEY) & ((kind != FILLED) | rule.lists_filled)).tolist():
            if rule.lists(column[row]):
                kind[row] = LISTED
    return kind
