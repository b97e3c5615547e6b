"""What a record says, as facts: a path and a value. Facts that few records have tell which record it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.jsontypes import MAX_NESTING, strict_key
from evaljson.leaks.texts import plain

ENOUGH: Final = 2.0
"""So much must be shared for it to be more than chance: two values of a record's own, or one long text."""
ENOUGH_OF_ALL: Final = 1.0
"""The same where all facts of a record are shared, `SEVERAL` or more."""
SEVERAL: Final = 4
_LONG, _SHORT, _SHORTEST = 30, 6, 4
_FEW: Final = 3
_FEW_OF: Final = 0.01
MOST: Final = 5_000
"""Facts of one record; what comes after is not looked at."""
Fact = tuple[str, str]
"""Path without positions, and the value as plain text."""


def facts(record: Any, without: str | None = None) -> dict[Fact, str]:
    """Return the facts of a record with their values as written; keys at the root named `without` are left out."""
    return {(path, text): shown for path, value in _leaves(record, without) if (text := plain(shown := _text(value)))}


def _leaves(record: Any, without: str | None) -> Iterator[tuple[str, Any]]:
    stack, seen = [("", record, 0)], 0
    while stack and seen < MOST:
        path, value, depth = stack.pop()
        if isinstance(value, dict) and depth < MAX_NESTING:
            children = [(f"{path}.{key}", item, depth + 1) for key, item in value.items() if depth or key != without]
            stack.extend(reversed(children))
        elif isinstance(value, list) and depth < MAX_NESTING:
            stack.extend((f"{path}[]", item, depth + 1) for item in reversed(value))
        elif value is not None and not isinstance(value, bool | dict | list):
            seen += 1
            yield path, value


def _text(value: Any) -> str:
    if isinstance(value, float):
        return str(int(value)) if math.isfinite(value) and value.is_integer() and abs(value) < 1e15 else repr(value)
    try:
        return str(value)
    except ValueError:  # an integer beyond Python's limit for text
        return ""


def weight(text: str) -> float:
    """Return how much a value of plain text tells, if few records have it."""
    if len(text) >= _LONG:
        return ENOUGH
    return 1.0 if len(text) >= _SHORT else 0.5 if len(text) >= _SHORTEST else 0.0


@dataclass(frozen=True, eq=False)
class Known:
    """The facts of many records, and which of them few records have."""

    records: Sequence[Any]
    facts: list[dict[Fact, str]]
    without: str | None
    """The key at the root that is no fact: the id."""
    by_fact: dict[Fact, list[int]]
    """Of the facts that few records have: their places."""
    by_text: dict[str, list[int]]
    """The same of values, whatever their path."""

    @classmethod
    def of(cls, records: Sequence[Any], without: str | None) -> Known:
        """Look at records; None among them has no facts."""
        listed = [{} if record is None else facts(record, without) for record in records]
        few = max(_FEW, math.ceil(_FEW_OF * len(listed)))
        count_facts = Counter(fact for one in listed for fact in one)
        count_texts = Counter(text for one in listed for text in {text for _, text in one})
        by_fact: dict[Fact, list[int]] = {}
        by_text: dict[str, list[int]] = {}
        for place, one in enumerate(listed):
            for fact in one:
                if count_facts[fact] <= few and weight(fact[1]):
                    by_fact.setdefault(fact, []).append(place)
            for text in dict.fromkeys(text for _, text in one):  # in an order that is the same in each process
                if count_texts[text] <= few and weight(text) >= 1:
                    by_text.setdefault(text, []).append(place)
        return cls(records, listed, without, by_fact, by_text)

    def key_of(self, place: int) -> Any:
        """Return a key that two records share if all of their values are equal, the id aside."""
        record = self.records[place]
        values = {key: value for key, value in record.items() if key != self.without} if record else record
        return strict_key(values)

    def shared_with(self, other: dict[Fact, str], least: float = ENOUGH) -> dict[int, float]:
        """Return the records that share enough facts of their own with another one, with how much these tell."""
        told: dict[int, float] = {}
        for fact in other:
            for place in self.by_fact.get(fact, ()):
                told[place] = told.get(place, 0.0) + weight(fact[1])
        return {place: much for place, much in told.items() if much >= least}
