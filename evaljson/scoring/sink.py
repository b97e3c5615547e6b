"""What the recursion hands its results to. A TableSink keeps them, a SumSink adds them up."""

from __future__ import annotations

from typing import Any, Protocol

from evaljson.scoring.columns import Columns
from evaljson.scoring.compound_groups import CompoundVerdict
from evaljson.scoring.placed import Level, OneSided, Placed, UnknownKeys
from evaljson.scoring.plan import Compound, PlanNode
from evaljson.scoring.row_pairs import Pairs
from evaljson.scoring.unit import Unit


class Sink(Protocol):
    """Takes results, many at a time."""

    def descend(self, plan: PlanNode, level: Level) -> Sink:
        """Return the sink for the elements of an array or map."""

    def unit(self, plan: PlanNode, columns: Columns, unit: Unit, pairs: Pairs) -> None:
        """Take pairs of one field's values."""

    def unit_one_sided(self, plan: PlanNode, columns: Columns, unit: Unit, alone: OneSided) -> None:
        """Take one field's values that only one side has."""

    def node(self, plan: PlanNode, columns: Columns, status: int, placed: Placed) -> None:
        """Take one result at the node for each row."""

    def unknown(self, plan: PlanNode, columns: Columns, unknown: UnknownKeys, pairs: Pairs) -> None:
        """Take extracted keys that the schema lacks."""

    def compound(self, compound: Compound, columns: Columns, verdict: CompoundVerdict, placed: Placed) -> None:
        """Take verdicts on sibling fields that are judged together."""


class DropSink:
    """Keeps nothing: for nodes whose results are not wanted."""

    def descend(self, *_: Any) -> DropSink:
        """Return the sink for the elements of an array or map."""
        return self

    def unit(self, *_: Any) -> None:
        """Do nothing."""

    unit_one_sided = node = unknown = compound = unit


DROP = DropSink()
