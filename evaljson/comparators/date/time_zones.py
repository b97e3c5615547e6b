"""Time zones by offset or by name."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from evaljson.base.params import short

_OFFSET = re.compile(r"([+-])(\d{2}):(\d{2})", re.ASCII)


def zone_problem(name: str) -> str | None:
    """Return why there is no such zone, or None."""
    return (
        None
        if find_zone(name)
        else f'there is no time zone {short(name)}: write "UTC", "+02:00" or a name as "Europe/Berlin"'
    )


@lru_cache(maxsize=256)
def find_zone(name: str) -> tzinfo | None:
    """Find the zone by name or offset; None if there is none."""
    match = _OFFSET.fullmatch(name)
    if match:
        minutes = int(match[2]) * 60 + int(match[3])
        return timezone(timedelta(minutes=-minutes if match[1] == "-" else minutes)) if minutes < 24 * 60 else None
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):  # unknown, a folder of zones, or no zone's name at all
        return None
