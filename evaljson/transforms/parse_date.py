"""parse_date: text that holds a date as ISO 8601 text."""

from __future__ import annotations

from typing import Any

from evaljson.base.params import Param
from evaljson.transforms.base import refusal
from evaljson.transforms.date_text import DATE_PARAMS, iso_text, read_date

PARAMS: tuple[Param, ...] = (
    *DATE_PARAMS,
    Param("date_only", "boolean", "Whether a time of day is cut off; otherwise it is kept.", default=False),
)


def parse_date(value: Any, params: dict[str, Any]) -> str:
    """Convert a text with a date to ISO 8601: 2024-03-04, or 2024-03-04T10:15:00 with its zone if it has a time."""
    if not isinstance(value, str):
        raise refusal("parse_date", "text", value)
    reading = read_date(value, params)
    if reading.moment is None:
        raise ValueError(f"parse_date: the value {reading.problem}")
    return iso_text(reading.moment, reading.has_time and not params.get("date_only", False))
