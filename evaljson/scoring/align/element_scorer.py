"""What alignment needs of the scorer, to score pairs of elements."""

from __future__ import annotations

from typing import Protocol

from evaljson.scoring.columns import Columns
from evaljson.scoring.plan import PlanNode
from evaljson.scoring.problems import Problems
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.sink import Sink


class ElementScorer(Protocol):
    """Scores pairs of elements into a sink."""

    problems: Problems

    def is_judged(self, element: PlanNode) -> bool:
        """Check whether a judge decides every field of the elements while they are paired."""

    def pairs(self, plan: PlanNode, columns: Columns, pairs: Pairs, sink: Sink) -> None:
        """Score pairs of values at a node."""
