"""Reports gold keys that the schema lacks: they are not scored."""

from __future__ import annotations

from evaljson.base import paths
from evaljson.scoring.columns import Columns
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.scorer import unknown_keys
from evaljson.scoring.side import GOLD


def report_unknown_gold(plan: PlanNode, columns: Columns, problems: Problems) -> None:
    """Report each schema path that only gold has, and how often."""
    if plan.unit is not None or plan.schema.skip:
        return
    if plan.element is not None:
        report_unknown_gold(plan.element, columns.elements(plan.element.path)[0], problems)
        return
    for key, child in plan.children:
        if child.unit is None and not child.mute:
            report_unknown_gold(child, columns.child(key, child.path), problems)
    if plan.entry is not None:
        report_unknown_gold(plan.entry, columns.entries(plan.declared, plan.entry.path)[0], problems)
        return
    for keys in unknown_keys(plan, columns, GOLD).by_row.values():
        for key in keys:
            problems.add(
                "gold", paths.child(plan.path, key), "gold has this key and the schema does not: it is not scored"
            )
