"""How long the rest of a review takes, at the pace at which people answered of late."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from statistics import median_low
from typing import Final

from evaljson.wording.words import counted

SECONDS_A_CARD: Final = 30
"""What a card is expected to take one person, before anyone answered."""
LOOKED_BACK: Final = timedelta(minutes=10)
"""Answers before that say nothing of the pace."""
_HOURS_FROM: Final = 120
"""Minutes."""
_WHOLE_HOURS_FROM: Final = 20
"""Half hours."""
_LEAST: Final = 3
"""Fewest answers of late that make a pace."""
_LEAST_SECONDS: Final = 60
"""Seconds ago that the first of these has to be at least: a few quick cards say little of the rest."""
_PAUSE: Final = 4
"""Times the usual time between two answers; what is longer counts as that: the person paused."""


def minutes_each(opinions: int, cards: int, people: int) -> int:
    """Return the minutes that each of so many people needs, before anyone answered: nobody answers a card twice."""
    return math.ceil(min(opinions / max(people, 1), cards) * SECONDS_A_CARD / 60)


def within_reach(wanted: Iterable[tuple[int, Collection[str]]], people: Collection[str]) -> int:
    """Count the opinions that these people can still give.

    `wanted` has the opinions that each card still wants, and who has given one on it.
    """
    return sum(min(count, sum(one not in given for one in people)) for count, given in wanted if count > 0)


def who_can_go_on(wanted: Iterable[tuple[int, Collection[str]]], people: Collection[str]) -> list[str]:
    """List those of these people, sorted, who can still give one of the opinions; `wanted` as in `within_reach`."""
    able = {one for count, given in wanted if count > 0 for one in people if one not in given}
    return sorted(able)


def minutes_left(answered: Iterable[tuple[datetime, str]], left: int, people: int, now: datetime) -> int | None:
    """Return the minutes until so many opinions are given, by the answers of the last ten minutes.

    `answered` are the moments of answers of cards, and who gave them; the `people` who go on are as fast as those. What
    counts is the time between two answers of a person, long pauses aside. None where the answers are too few to tell.
    """
    if left <= 0:
        return 0
    of_late = [(moment, who) for moment, who in answered if now - LOOKED_BACK <= moment <= now]
    between = _seconds_between(of_late)
    if len(between) < _LEAST - 1 or (now - min(of_late)[0]).total_seconds() < _LEAST_SECONDS:
        return None
    longest = _PAUSE * median_low(between)
    seconds = sum(min(each, longest) for each in between) / len(between)
    return math.ceil(left * seconds / 60 / max(people, 1))


def _seconds_between(answered: Iterable[tuple[datetime, str]]) -> list[float]:
    """Return the seconds from each answer of a person to the next one of the same person."""
    last, between = dict[str, datetime](), list[float]()
    for moment, who in sorted(answered):
        if who in last:
            between.append((moment - last[who]).total_seconds())
        last[who] = moment
    return between


def minutes_in_words(minutes: int) -> str:
    """Write how long something takes: `12 minutes`, from two hours on `2.5 hours`, and from ten on `28 hours`."""
    if minutes < _HOURS_FROM:
        return counted(minutes, "minute")
    halves = round(minutes / 30)
    hours = f"{round(minutes / 60):,}" if halves >= _WHOLE_HOURS_FROM else f"{halves / 2:g}"
    return f"{hours} hours"
