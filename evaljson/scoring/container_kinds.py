"""What the values of a container node are: absent, null, empty, filled, or of the wrong kind."""

from __future__ import annotations

from typing import Any

import numpy as np

from evaljson.base.arrays import ByteCodes
from evaljson.base.jsontypes import ABSENT
from evaljson.scoring.columns import Columns, refuse_non_json
from evaljson.scoring.plan import PlanNode

MISSING_KEY, LISTED, NULL, EMPTY, FILLED, WRONG = range(6)
"""LISTED: the null policy takes the value for a missing key."""


def kinds(plan: PlanNode, columns: Columns) -> tuple[ByteCodes, ByteCodes]:
    """What each side's values are, seen from a container node."""
    found = columns.cache.get("kinds")
    if found is None:
        right = list if plan.is_array else dict
        found = columns.cache["kinds"] = (_kinds(plan, columns.gold, right), _kinds(plan, columns.extracted, right))
    return found


def _kinds(plan: PlanNode, column: list[Any], right: type) -> ByteCodes:
    rule = plan.nulls
    kind = np.fromiter(
        (
            (FILLED if value else EMPTY)
            if isinstance(value, right)
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
