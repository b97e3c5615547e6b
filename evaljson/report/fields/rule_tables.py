"""How often variants break the rules of the eval schema, and which records do, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd

from evaljson.rules import RuleReport
from evaljson.wording.values import as_text
from evaljson.wording.words import points_column

RULE, OF, RECORD, AT, VALUES = "Rule", "Of", "Record", "Where", "Values"
MOST: Final = 1_000
"""Violations that are listed."""


def rates_by_rule(found: Mapping[str, RuleReport]) -> pd.DataFrame:
    """Return a row per rule, the share of objects that break it by side in points, in the order of the schema."""
    rules = next(iter(found.values())).rules
    columns = {
        name: points_column(None if (rule := one.at(each.path, each.name)) is None else rule.rate for each in rules)
        for name, one in found.items()
    }
    of = [rule.path or "(the record)" for rule in rules]
    return pd.DataFrame({RULE: [rule.name for rule in rules], OF: of, **columns})


def violation_rows(found: RuleReport) -> pd.DataFrame:
    """Return a row per object that breaks a rule, at most `MOST`, with the values that the rule read."""
    rows = [
        (str(one.record), one.rule, one.at, ", ".join(f"{name} {as_text(value)}" for name, value in one.values.items()))
        for one in found.violations[:MOST]
    ]
    return pd.DataFrame(rows, columns=[RECORD, RULE, AT, VALUES])
