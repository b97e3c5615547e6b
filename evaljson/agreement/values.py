"""Agreement on the values of one field, however they were collected, such as in a review."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from evaljson.agreement.annotated import annotated
from evaljson.agreement.gold_sets import measured
from evaljson.agreement.model import FieldAgreement
from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.stats.jackknife import group_numbers, numbered
from evaljson.stats.wilson import check_level

_KEY = "value"


def agreement_of_values(
    units: Sequence[Mapping[str, Any]],
    field: Mapping[str, Any],
    records: Sequence[Hashable] | None = None,
    *,
    level: float = 0.95,
) -> FieldAgreement:
    """Measure how far people agree on the values of one field, under its own schema: `{"type": "number", ...}`.

    A unit is what people said of one place, by name: ABSENT where they say that there is no value; who said nothing is
    not in it. `records` names the record of each unit: intervals then leave out whole records. Raises SchemaError,
    InputError (both ValueError).
    """
    check_level(level)
    tree = parse_eval_schema({"type": "object", "properties": {_KEY: dict(field)}})
    node = tree.properties[_KEY]
    if not node.is_unit:
        raise InputError("agreement_of_values takes a field that is compared as one value; use agreement for objects")
    names = list(dict.fromkeys(name for unit in units for name in unit))
    people = annotated({name: [_record(unit, name) for unit in units] for name in names}, None)
    groups = group_numbers(None if records is None else numbered(records), len(units))
    found = measured(people, tree, groups, level).fields
    return found[0] if found else FieldAgreement(_KEY)


def _record(unit: Mapping[str, Any], name: str) -> dict[str, Any] | None:
    if name not in unit:
        return None
    return {} if unit[name] is ABSENT else {_KEY: unit[name]}
