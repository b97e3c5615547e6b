"""`x-eval-rule`: what has to hold between the values of an object, as {name: condition}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.params import short
from evaljson.logic import compile_condition
from evaljson.schema.node import RuleSpec

KEY = "x-eval-rule"
MOST = 50
"""Rules of one object."""
LONGEST_NAME = 120


def read_rules(entry: Any, raw: Mapping[str, Any], path: str) -> tuple[RuleSpec, ...]:
    """Read the value of the key, at the node that `raw` is. Raises SchemaError."""
    example = '{"due after invoice": {"<=": [{"date": {"var": "invoice_date"}}, {"date": {"var": "due_date"}}]}}'
    if not isinstance(entry, Mapping) or not entry:
        raise SchemaError(f"{KEY} takes an object of conditions by name, such as {example}, not {short(entry)}", path)
    if len(entry) > MOST:
        raise SchemaError(f"{KEY} takes at most {MOST} rules of one object, not {len(entry):,}", path)
    rules = []
    for name, condition in entry.items():
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
            raise SchemaError(f"{KEY}: a rule has a name of 1 to {LONGEST_NAME} characters, not {short(name)}", path)
        rules.append(RuleSpec(name, compile_condition(condition, raw, f"{KEY} {short(name)}", path)))
    return tuple(rules)
