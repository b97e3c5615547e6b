"""Describes damage to something that is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RESTORE: Final = (
    "import the last export into a new folder (evaljson workspace import FILE), or load the file again there"
)
REPORT: Final = "another program wrote to the database; import the last export into a new folder"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it was stored."""

    where: str
    """What is damaged and what it belongs to, in words."""
    what: str
    advice: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.advice}."
