"""Whether two values of a field mean the same under its rule: a date in two writings is one correction of gold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np

from evaljson.base.errors import EvaljsonError
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.evaluate import score_pairs
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.scoring.status import MATCH, SKIPPED

SameMeaning = Callable[[str, Any, Any], bool]
"""Takes the schema path of a field and two values; ABSENT is one, too."""

_KEY: Final = "value"
_NOTHING_MEANS: Final = "\ue000 no value of gold \ue001"
"""A value of gold by which nothing is right, unless the rule takes what it lists whatever gold is."""


def strictly(_field: str, one: Any, other: Any) -> bool:
    """Check whether two values are equal, type and all: what is known where there is no rule."""
    return strict_equal(one, other)


def schema_of_field(node: SchemaNode) -> dict[str, Any]:
    """Return the schema of one field alone, with what it takes from around it."""
    return {**{key: setting.value for key, setting in node.inherited.items()}, **node.raw}


class RulesOfFields:
    """The rules of an eval schema; the schema is read once values are asked about that are written differently.

    A field of several document types needs the rules of all of them to agree. No paid comparator is called, and a field
    whose rule cannot be used alone knows equal values only. Safe for threads: what they find at once is the same.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        """Take an eval schema as it is stored."""
        self._schema = schema
        self._found: dict[tuple[str, Hashable, Hashable], bool] = {}

    def __call__(self, field: str, one: Any, other: Any) -> bool:
        """Check whether two values mean the same, whichever of them is gold."""
        if strict_equal(one, other):
            return True
        if field.endswith("]") and (one is ABSENT or other is ABSENT):  # an element is there or not
            return False
        key = (field, strict_key(one), strict_key(other))
        if key not in self._found:
            rules = self._rules.get(field, ())
            self._found[key] = bool(rules) and all(
                rule is not None and _mean_the_same(rule, one, other) for rule in rules
            )
        return self._found[key]

    @cached_property
    def _rules(self) -> dict[str, list[SchemaNode | None]]:
        """By schema path, each as that of an object with this field alone; None where it cannot be used alone."""
        found: dict[str, list[SchemaNode | None]] = {}
        try:
            roots = parse_eval_schema(self._schema).roots
        except EvaljsonError:  # a plug-in of it may be gone
            return {}
        for root in roots:
            for node in root.walk():
                found.setdefault(node.path, []).append(_alone(node))
        return found


def _alone(node: SchemaNode) -> SchemaNode | None:
    try:
        return parse_eval_schema({"type": "object", "properties": {_KEY: schema_of_field(node)}})
    except EvaljsonError:  # an id field belongs on the root, for one
        return None


def _mean_the_same(rule: SchemaNode, one: Any, other: Any) -> bool:
    pairs = [(one, other), (other, one), (_NOTHING_MEANS, one), (_NOTHING_MEANS, other)]
    gold, extracted = (
        [{} if value is ABSENT else {_KEY: value} for value in side] for side in zip(*pairs, strict=True)
    )
    try:
        rows = score_pairs(rule, gold, extracted, ask=False).tallies.rows
    except EvaljsonError:  # its comparator takes values only within a record
        return False
    wrong = set(rows.record[~np.isin(rows.status, (MATCH, SKIPPED))].tolist())
    return wrong == {2, 3}
