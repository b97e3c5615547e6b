"""How gold and each variant keep the rules of the schema that they were scored under."""

from __future__ import annotations

from collections.abc import Mapping

from evaljson.results.model import RunResult
from evaljson.rules.check import check_rules
from evaljson.rules.model import RuleReport
from evaljson.schema.node import SchemaNode


def rules_of_runs(runs: Mapping[str, RunResult], tree: SchemaNode) -> dict[str, RuleReport]:
    """Check the records of runs over one gold, by the names of their variants; gold comes first."""
    most = max(runs.values(), key=lambda run: len(run.records))
    found = {"Gold": check_rules([one.gold for one in most.records], tree)}
    return found | {name: check_rules([one.extracted for one in run.records], tree) for name, run in runs.items()}


def has_rules(tree: SchemaNode) -> bool:
    """Check whether the schema has any rule between fields."""
    return any(node.rules for root in tree.roots for node in root.walk())
