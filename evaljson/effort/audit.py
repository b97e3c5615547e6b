"""Audits: some accepted values, drawn at random, are looked at; what they show of all accepted ones."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.effort.model import AuditPlan
from evaljson.stats.exact_share import audit_for, chance_of_at_most, most_of_pile
from evaljson.wording.words import counted, points

_ALLOWED: Final = (0, 1, 2, 3, 5)
_STEPS: Final = 1_000
"""To which a share is written: a tenth of a per cent."""
_NOISE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What an audit shows."""

    accepted: int
    drawn: int
    wrong: int
    """Of those drawn."""
    level: float
    most: float
    """The largest share of wrong values among the accepted that the audit leaves possible."""

    @property
    def sentence(self) -> str:
        """What it shows, in a sentence; the bound is rounded up, since less is not shown."""
        most = points(math.ceil(self.most * _STEPS - _NOISE) / _STEPS)
        return (
            f"{self.wrong:,} of {counted(self.drawn, 'audited value')} {'is' if self.wrong == 1 else 'are'} wrong: at "
            f"most {most}% of the {self.accepted:,} accepted values are wrong "
            f"({100 * self.level:g}% sure)."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {**asdict(self), "sentence": self.sentence}


def audited(accepted: int, drawn: int, wrong: int, level: float = 0.95) -> AuditResult:
    """Say how many accepted values are wrong at most, if `wrong` of those drawn at random are. Raises InputError.

    It holds for any number of values, however they are related, if each accepted value is as likely to be drawn.
    """
    if accepted < 1:
        raise InputError("an audit needs values that were accepted: their number is 1 or more")
    return AuditResult(accepted, drawn, wrong, level, most_of_pile(wrong, drawn, accepted, level) / accepted)


def audit_plans(accepted: int, target: float, level: float, wrong_now: int) -> tuple[AuditPlan, ...]:
    """Return the audits that show the target; `wrong_now` of as many accepted values are wrong, as far as is known."""
    plans = []
    for allowed in _ALLOWED:
        audit = audit_for(allowed, accepted, target, level) if accepted else None
        if audit is not None:
            plans.append(AuditPlan(*audit, chance_of_at_most(allowed, wrong_now, audit.drawn, accepted)))
    return tuple(plans)
