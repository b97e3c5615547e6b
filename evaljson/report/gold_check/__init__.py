"""Check gold: values of gold that all variants contradict alike. Each may be an error of gold; none is said to be one.

model.py       the result
places.py      where every variant has an error of a kind that gold may have caused
alike.py       whether values of two variants are the same, by the rule of their field
narrow.py      what is left out: conventions, fields and records that are contradicted too often
texts.py       which of both values the text of the document has
check.py       check_gold()
"""

from __future__ import annotations

from evaljson.report.gold_check.check import check_gold
from evaljson.report.gold_check.model import ContradictedField, ContradictedValue, GoldCheck

__all__ = ["ContradictedField", "ContradictedValue", "GoldCheck", "check_gold"]
