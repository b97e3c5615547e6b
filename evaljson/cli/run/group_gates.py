"""Gates checked against groups of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.cli.options.group_gates import GroupGate
from evaljson.cli.run.figures import run_figure
from evaljson.cli.run.gates import as_text, is_at_least
from evaljson.cli.run.undefined import why_undefined
from evaljson.results.groups import Group, Groups
from evaljson.wording.words import counted


@dataclass(frozen=True, slots=True)
class GroupGateResult:
    """A gate and the value that one group has for it."""

    gate: GroupGate
    group: str
    records: int
    actual: float | None
    """None if the figure is undefined, which fails the gate."""

    @property
    def passed(self) -> bool:
        """Whether the figure is defined, and high enough."""
        return is_at_least(self.actual, self.gate.wanted)

    def __str__(self) -> str:
        actual = (
            f"undefined: {why_undefined(self.gate.figure)}"
            if self.actual is None
            else as_text(self.actual, self.gate.wanted)
        )
        where = f"group {self.group} ({counted(self.records, 'record')})"
        return f"{where}: {self.gate.figure} is {actual}, wanted at least {self.gate.wanted:g}"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "gate": self.gate.text, "group": self.group, "figure": self.gate.figure, "wanted": self.gate.wanted,
            "actual": self.actual, "passed": self.passed,
        }  # fmt: skip


def check_group_gates(gates: Sequence[GroupGate], groups: Groups) -> list[GroupGateResult]:
    """Check each gate on its group, or on all. Raises InputError for a group that there is not."""
    labels = [group.label for group in groups.groups]
    for gate in gates:
        if gate.label is not None and gate.label not in labels:
            raise InputError(f"{gate.source}: there is no group {gate.label!r}.{did_you_mean(gate.label, labels)}")
    return [_checked(gate, one) for gate in gates for one in groups.groups if gate.label in (None, one.label)]


def _checked(gate: GroupGate, group: Group) -> GroupGateResult:
    return GroupGateResult(gate, group.label, group.records, run_figure(gate.figure, group.run))
