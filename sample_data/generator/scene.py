"""What an error needs to know of the document that it is planted in."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from .jsontext import Record
from .parties import COUNTRIES, LANGUAGES

NOT_HERE: Final[Any] = type("NotHere", (), {"__repr__": lambda self: "NOT_HERE"})()
"""Answer of an error that makes no sense for a value, such as lost accents where there are none."""


@dataclass(frozen=True)
class Scene:
    """One document under one kind of error."""

    gold: Record
    rng: random.Random
    habit: int
    """Drawn once per document: a model that writes one date as 18.03.2024 writes the next one so too."""
    key: str = ""
    """Name of the field being damaged."""

    @property
    def country(self) -> Record:
        """The vendor's country: its conventions are those on the paper."""
        return COUNTRIES[self.gold["vendor"]["address"]["country"]]

    @property
    def language(self) -> Record:
        return LANGUAGES[self.country["language"]]

    def one_of(self, choices: list[Any]) -> Any:
        """The same choice everywhere in this document."""
        return choices[self.habit % len(choices)]
