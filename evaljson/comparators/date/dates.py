"""date and datetime: days and moments by value, however they are written. See `transforms/date_text.py`.

A value that cannot be read matches only what is strictly equal to it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Any, ClassVar

from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import LARGEST, Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.date.time_zones import find_zone, zone_problem
from evaljson.comparators.number.tolerance import exact
from evaljson.comparators.read_once import by_calls, by_key
from evaljson.transforms.date_text import DATE_PARAMS, DateReading, read_date
from evaljson.transforms.number_text import number_text


def _tolerance(unit: str) -> Param:
    return Param(
        "tolerance",
        "object",
        "How far extracted may be from gold.",
        fields=(Param(unit, "number", f"In {unit}, earlier or later.", required=True, minimum=0, maximum=LARGEST),),
    )


class Date:
    """Equality of days, within a tolerance where one is set. A time of day is not compared. Symmetric."""

    params: ClassVar[tuple[Param, ...]] = (*DATE_PARAMS, _tolerance("days"))

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        sides = _both(gold, extracted, params, "date")
        if isinstance(sides, ComparatorResult):
            return sides
        left, right = (moment.date() for _, moment in sides)
        notes = _notes(reading for reading, _ in sides)
        timed = [side for side, (reading, _) in zip(_SIDES, sides, strict=True) if reading.has_time]
        notes += [f"the time of {' and '.join(timed)} is not compared"] if timed else []
        off = abs((left - right).days)
        matched, far = off <= _allowed(params, "days"), f"{off} {'day' if off == 1 else 'days'} apart"
        return ComparatorResult(float(matched), "date", "; ".join([far, *notes] if off else notes) or None)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Compare by code if there is no tolerance: values of the same day are equal."""
        if params.get("tolerance"):
            return by_calls(values, lambda gold, extracted: self(gold, extracted, params))
        return by_key(values, lambda value: (moment := read_date(value, params).moment) and moment.date())


class DateTime:
    """Equality of moments, within a tolerance where one is set. Symmetric.

    Times with a zone are compared as moments, times without one by the clock; one of each only where `timezone` says
    what the one without means. A day without a time is its midnight.
    """

    params: ClassVar[tuple[Param, ...]] = (
        *DATE_PARAMS,
        _tolerance("seconds"),
        Param(
            "timezone",
            "string",
            'The zone of times that name none: "UTC", "+02:00" or a name such as "Europe/Berlin".',
            longest=100,
            check=zone_problem,
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        sides = _both(gold, extracted, params, "datetime")
        if isinstance(sides, ComparatorResult):
            return sides
        zone = find_zone(params["timezone"]) if "timezone" in params else None
        left, right = (_in_zone(moment, zone) for _, moment in sides)
        notes = _notes(reading for reading, _ in sides)
        untimed = [side for side, (reading, _) in zip(_SIDES, sides, strict=True) if not reading.has_time]
        notes += [f"{' and '.join(untimed)} without a time, read as 00:00"] if untimed else []
        if (left.tzinfo is None) != (right.tzinfo is None):
            bare, other = ("gold", "extracted") if left.tzinfo is None else ("extracted", "gold")
            why = f'{bare} names no time zone, {other} does: "timezone" can say which one is meant'
            return ComparatorResult(0.0, "datetime", "; ".join([why, *notes]))
        off = abs(_wall(left) - _wall(right))
        seconds = exact(off.days * 86400 + off.seconds) + exact(off.microseconds) / 10**6
        matched, far = seconds <= _allowed(params, "seconds"), f"{_in_units(seconds)} apart"
        return ComparatorResult(float(matched), "datetime", "; ".join([far, *notes] if off else notes) or None)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer:
        """Compare by code if there is no tolerance: moments are equal in UTC, or on the clock if neither has a zone."""
        if params.get("tolerance"):
            return by_calls(values, lambda gold, extracted: self(gold, extracted, params))
        zone = find_zone(params["timezone"]) if "timezone" in params else None

        def key(value: Any) -> Hashable | None:
            moment = read_date(value, params).moment
            placed = moment and _in_zone(moment, zone)
            return placed and (placed.tzinfo is None, _wall(placed))

        return by_key(values, key)


_SIDES = ("gold", "extracted")
Sides = tuple[tuple[DateReading, datetime], tuple[DateReading, datetime]]


def _both(gold: Any, extracted: Any, params: Params, name: str) -> Sides | ComparatorResult:
    """Read both sides, or return the result if that is not needed or not possible."""
    if strict_equal(gold, extracted):
        return ComparatorResult(1.0, name)
    left, right = read_date(gold, params), read_date(extracted, params)
    if left.moment is None or right.moment is None:
        side, reading = ("gold", left) if left.moment is None else ("extracted", right)
        return ComparatorResult(0.0, name, f"{side} {reading.problem}")
    return (left, left.moment), (right, right.moment)


def _in_zone(moment: datetime, zone: tzinfo | None) -> datetime:
    return moment.replace(tzinfo=zone) if moment.tzinfo is None and zone is not None else moment


def _wall(moment: datetime) -> timedelta:
    """Time since the start of the calendar, in UTC where there is a zone: no overflow at its ends."""
    offset = moment.utcoffset() or timedelta()
    return moment.replace(tzinfo=None) - datetime.min - offset


def _allowed(params: Params, unit: str) -> Fraction:
    return exact((params.get("tolerance") or {}).get(unit, 0))


_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60))


def _in_units(seconds: Fraction) -> str:
    """Write how long it is, exactly: `111 days, 17 hours, 15 minutes`."""
    parts, rest = list[str](), seconds
    for unit, size in _UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {unit}{'' if count == 1 else 's'}")
    if rest:
        parts.append(f"{number_text(rest)} second{'' if rest == 1 else 's'}")
    return ", ".join(parts)


def _notes(readings: Iterable[DateReading]) -> list[str]:
    return [f"{side} {reading.note}" for side, reading in zip(_SIDES, readings, strict=True) if reading.note]


date = Date()
datetime_ = DateTime()
