"""Whether records keep the rules that the schema sets between their fields. Needs no gold.

model.py    the result
check.py    check_rules()
"""

from __future__ import annotations

from evaljson.rules.check import check_rules
from evaljson.rules.model import BrokenRule, CheckedRule, RuleReport

__all__ = ["BrokenRule", "CheckedRule", "RuleReport", "check_rules"]
