"""Dates as numbers of days, where a field holds dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.scoring.plan import PlanNode
from evaljson.transforms.date_text import read_date

_OF_DATES: Final = frozenset({"date", "datetime"})
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?", re.ASCII)
_MOST: Final = 0.9


def day_numbers(values: Sequence[Any], plan: PlanNode) -> Floats | None:
    """Return the days since year 1, with the time of day as a fraction, NaN for what is no date.

    None unless nine values of ten are dates: as the field's comparator reads them, else in ISO 8601.
    """
    assert plan.unit is not None
    spec = plan.schema.comparator
    by_comparator = spec is not None and spec.name in _OF_DATES
    params = plan.unit.params if by_comparator else {}
    read = {value: _day(value, params, by_comparator) for value in set(filter(_is_text, values))}
    days = np.array([read.get(value, np.nan) if _is_text(value) else np.nan for value in values], np.float64)
    return days if np.isfinite(days).sum() >= _MOST * len(days) else None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _day(text: str, params: Any, any_form: bool) -> float:
    if not any_form and not _ISO.fullmatch(text):
        return np.nan
    moment = read_date(text, params).moment
    if moment is None:
        return np.nan
    try:
        clock = moment.astimezone(UTC) if moment.tzinfo is not None else moment
    except OverflowError:  # at either end of the calendar
        clock = moment
    return clock.toordinal() + (clock.hour * 3600 + clock.minute * 60 + clock.second) / 86_400


def day_text(day: float) -> str:
    """Write a number of days as a date."""
    return datetime.fromordinal(max(1, int(day))).date().isoformat()
