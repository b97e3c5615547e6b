"""Describes one change of an evaluation: who changed what, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One change of an evaluation."""

    revision: int
    """The revision it led to."""
    moment: datetime
    who: str
    what: str
    """In the past tense: "renamed", "added variant"."""
    detail: dict[str, Any]
    """Names and ids, and the values before the change."""

    @property
    def version(self) -> int | None:
        """The version of the eval schema that it made current; None for any other change."""
        number: int | None = self.detail.get("number") if self.what == "changed the schema:" else None
        return number

    def __str__(self) -> str:
        name = self.detail.get("name")
        of_what = f" {name!r}" if name is not None else ""
        return f"{self.who} {self.what}{of_what} ({self.moment.day} {self.moment:%b %Y, %H:%M} UTC)"
