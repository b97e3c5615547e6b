"""Looks at a comparison while its records grow: planned before, or at any time.

A verdict that is asked for again after each batch of labels has as many chances to err as it is asked for. Planned
looks share the error out among them (evaljson/stats/alpha_spending.py); at any time, bets take the place of the
interval (evaljson/stats/betting.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.base.errors import InputError
from evaljson.compare.estimate import Estimate
from evaljson.compare.fields import FieldComparison
from evaljson.compare.verdict import verdict_of
from evaljson.stats.alpha_spending import boundaries, repeated_p
from evaljson.stats.betting import anytime_interval, anytime_sign_p
from evaljson.stats.power import smallest_detectable
from evaljson.stats.special import ndtr

MEANS: Final = ("f1", "precision", "recall")
"""Figures that are means over records, and so have an interval at any time."""
BETTING: Final = "betting"
_SUREST: Final = 1 - 1e-12


@dataclass(frozen=True, slots=True)
class Looks:
    """What is known of earlier and later looks at the same comparison."""

    planned: int | None = None
    """Records at the last look. Then verdicts hold for all looks together."""
    earlier: tuple[int, ...] = ()
    """Records at the looks before this one. Without a plan, a note says what looking again does."""
    any_time: bool = False
    """Whether verdicts shall hold at any time, however often one looks."""

    def __post_init__(self) -> None:
        """Raise InputError for numbers that make no sense."""
        if self.any_time and self.planned is not None:
            raise InputError("plan the number of records, or look at any time, not both")
        for records, name in ((self.planned, "planned"), *((one, "at an earlier look") for one in self.earlier)):
            if records is not None and (type(records) is not int or records < 1):
                raise InputError(f"the number of records {name} is a whole number from 1 up, not {records!r}")


@dataclass(frozen=True, slots=True)
class LookNow:
    """One look, as a comparison states it."""

    records: int
    """That are compared now."""
    planned: int | None
    earlier: tuple[int, ...]
    """From few to many; none without fewer records than now."""
    any_time: bool
    confidence: float
    """Of intervals at this look alone: so that all looks together are as sure as the comparison says."""

    @property
    def shares(self) -> tuple[float, ...]:
        """The shares of the planned records at all looks up to this one."""
        assert self.planned is not None
        return tuple(one / self.planned for one in (*self.earlier, self.records))


def look_now(looks: Looks | None, records: int, confidence: float) -> LookNow | None:
    """Return the present look at so many records; None without any looks. Raises InputError where the plan ended."""
    if looks is None or looks == Looks():
        return None
    earlier = tuple(sorted({one for one in looks.earlier if one < records}))
    if looks.planned is not None and any(one >= looks.planned for one in earlier):
        raise InputError(
            f"the plan ended with {looks.planned:,} records, which an earlier look had: compare further records alone, "
            "or at any time (any_time)"
        )
    now = LookNow(records, looks.planned, earlier, looks.any_time, confidence)
    if looks.planned is None or not records:
        return now
    error = 2 * float(ndtr(-boundaries(now.shares, _error(confidence))[-1]))
    return replace(now, confidence=max(confidence, min(1 - error, _SUREST)))


def check_any_time(now: LookNow, figure: str, repeats: int, clustered: bool = False) -> None:
    """Raise InputError where no interval holds at any time."""
    if now.any_time and figure not in MEANS:
        raise InputError(f"at any time, the verdict is on a mean over records ({', '.join(MEANS)}), not on {figure}")
    if now.any_time and repeats > 1:
        raise InputError("at any time, each variant is one run: repeats need a planned number of records")
    if now.any_time and clustered:
        raise InputError("at any time, each record counts by itself: clusters need a planned number of records")


def hold_estimates(
    now: LookNow, estimates: Sequence[Estimate], differences: Floats, confidence: float
) -> list[Estimate]:
    """Return estimates whose p holds for all looks; at any time, also their intervals.

    `differences` are those of the means among them, records x means. Without a plan nothing changes.
    """
    if now.planned is not None:
        p = [1.0 if one.p is None else one.p for one in estimates]
        repeated = repeated_p(p, now.shares, _error(confidence)).tolist()
        return [
            one if one.p is None else _with_p(one, to, confidence) for one, to in zip(estimates, repeated, strict=True)
        ]
    if not now.any_time:
        return list(estimates)
    means = iter(differences.T)
    return [_at_any_time(one, next(means), confidence) if one.figure in MEANS else one for one in estimates]


def _with_p(estimate: Estimate, p: float, confidence: float) -> Estimate:
    return replace(estimate, p=p, verdict=verdict_of(estimate.difference, p, confidence))


def _at_any_time(estimate: Estimate, differences: Floats, confidence: float) -> Estimate:
    if estimate.difference is None:
        return estimate
    low, high, p = anytime_interval(np.clip(differences, -1.0, 1.0), confidence)
    return replace(
        _with_p(estimate, p, confidence),
        low=min(low, estimate.difference),
        high=max(high, estimate.difference),
        smallest=smallest_detectable((high - low) / 2, len(differences), confidence),
        method=BETTING,
    )


def hold_fields(now: LookNow, fields: Sequence[FieldComparison], confidence: float) -> tuple[FieldComparison, ...]:
    """Return fields whose p holds for all looks; whoever adjusts them for each other decides their verdicts.

    At any time it is a bet on the records that changed, whether more of them raise F1 than lower it; where F1 goes the
    other way than most of them, there is no verdict.
    """
    if now.planned is not None:
        p = [1.0 if one.p is None else one.p for one in fields]
        held = repeated_p(p, now.shares, _error(confidence)).tolist() if p else []
    elif now.any_time:
        of_signs = anytime_sign_p([one.up for one in fields], [one.down for one in fields]).tolist()
        held = [p if (one.up - one.down) * one.direction > 0 else 1.0 for one, p in zip(fields, of_signs, strict=True)]
    else:
        return tuple(fields)
    return tuple(field if field.p is None else replace(field, p=p) for field, p in zip(fields, held, strict=True))


def _error(confidence: float) -> float:
    return round(1 - confidence, 12)
