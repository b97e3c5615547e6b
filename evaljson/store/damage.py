"""What is wrong with something that is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

RESTORE: Final = (
    "import the last export into a new folder (evaljson workspace import FILE), or load the file anew there"
)
REPORT: Final = "something else than evaljson wrote to the database; import the last export into a new folder"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as it was stored."""

    where: str
    """What is at fault and to whom it belongs, in words."""
    what: str
    advice: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.advice}."
