"""Whether the values of variants are the same: equal as compared, or a match in both directions by the field's rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools
from evaljson.report.gold_check.places import GoldPlaces, GoldPlaceValues
from evaljson.results.compared_values import NONE
from evaljson.schema.node import SchemaNode
from evaljson.scoring.plan import UnitRule
from evaljson.scoring.schema_parts import make_parts
from evaljson.scoring.unit import call

Rules = Mapping[tuple[str | None, str], UnitRule]
"""By document type and schema path: rules of fields that compare two values at a time."""


def rules_of(tree: SchemaNode) -> Rules:
    """Return the rules that can be asked about two values: neither a judge nor a comparator of several fields."""
    found: dict[tuple[str | None, str], UnitRule] = {}
    for part in make_parts(tree, tree.id_field, []):
        for node in part.plan.walk():
            if node.unit is not None and not node.unit.is_batch and node.unit.compound is None:
                found.setdefault((part.value, node.path), node.unit)
    return found


def all_alike(places: GoldPlaces, values: GoldPlaceValues, types: Sequence[str | None] | None, rules: Rules) -> Bools:
    """Mark the places at which all variants say the same. `types` are document types by position in gold.

    Each distinct pair of values of a field is compared once.
    """
    says = values.extracted
    first = says.max(axis=0, initial=NONE)
    alike: Bools = ((says == first) | (says == NONE)).all(axis=0)
    known: dict[tuple[str | None, int, int, int], bool] = {}
    for place in np.flatnonzero(~alike).tolist():
        kind = None if types is None else types[int(places.position[place])]
        field = int(places.field[place])
        rule = rules.get((kind, places.fields[field]))
        if rule is None:
            continue
        said = sorted({code for code in says[:, place].tolist() if code != NONE})
        alike[place] = all(
            _match(rule, values.values, (kind, field, one, other), known) for one, other in combinations(said, 2)
        )
    return alike


def _match(
    rule: UnitRule, values: Sequence[Any], key: tuple[str | None, int, int, int],
    known: dict[tuple[str | None, int, int, int], bool],
) -> bool:  # fmt: skip
    if key not in known:
        one, other = values[key[2]], values[key[3]]
        has_null = one is None or other is None
        known[key] = not has_null and _scores_full(rule, one, other) and _scores_full(rule, other, one)
    return known[key]


def _scores_full(rule: UnitRule, gold: Any, extracted: Any) -> bool:
    result, failed = call(rule, gold, extracted)
    if failed or result.skip:
        return False
    return bool(result.score == 1.0 if rule.threshold is None else result.score >= rule.threshold)
