"""Which fields of the elements of an array tell them apart, in gold and in what was extracted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import split
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.suggest.kinds.numbering import is_named_after, is_numbering
from evaljson.suggest.proposal import share

_MOST: Final = 2
_UNIQUE: Final = 0.98
"""Share of the gold arrays in which every element has the key, each another one."""
_FOUND: Final = 0.6
"""Share of the gold keys that stand somewhere in the extracted array."""
_SAME: Final = 0.9
"""Share of the extracted numbers of elements that gold has too."""
_MEASURED: Final = re.compile(r"[<>~\u2248\u00b1+-]?\d+([.,]\d+)*(\s*[^\W\d_]{1,4}|\s*[%\u00b0]\w?)?")
"""A number, also with a unit."""
_NAMES_THINGS: Final = re.compile(
    r"(^|_|-|\b)(id|ids|no|nr|num|number|index|idx|key|code|line|pos|position|row|rank|item|sku|ean|isbn|year|step|page)s?"
    r"($|_|-|\b)|[a-z](Id|No|Nr|Number|Index|Key|Code|Line|Position|Year|Page|Row)$", re.I,
)  # fmt: skip
_MOSTLY_NUMBERS: Final = 0.5
_DIGITS_OF_CODE: Final = 4


@dataclass(frozen=True, slots=True)
class NaturalKey:
    """A field whose values tell the elements of an array apart."""

    name: str
    repeats: bool
    """Whether a gold array has a value of it twice: then it may tell the others apart by chance."""
    by_chance: bool
    """Whether only its values say that it numbers elements, not its name: floors may be numbered like that too."""


@dataclass(frozen=True, slots=True)
class SeldomSame:
    """A field that tells the elements apart on each side, but whose values are too seldom the same to be a key as it
    is: they may only be written otherwise."""

    name: str
    same: int
    """Gold values that stand in the extracted array too."""
    elements: int
    """Gold elements, of arrays that both sides have."""


@dataclass(slots=True)
class _Key:
    """How a field does as a key."""

    arrays: int = 0
    unique: int = 0
    found: int = 0
    elements: int = 0
    extracted: int = 0
    """Different keys of the extracted arrays."""
    apart: int = 0
    """Extracted arrays in which every element has the key, each another one."""
    repeats: bool = False
    """Whether any gold array has a value of it twice."""
    distinct: set[Any] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    """The distinct values of gold as texts."""
    numbers: list[list[Any]] = field(default_factory=list)
    """The values of each gold array."""
    seen: dict[int, tuple[list[Any], bool]] = field(default_factory=dict)
    """By `id` of a gold array, which variants share: its keys, and whether each is another one."""

    def add(self, gold: list[Any], extracted: list[Any], name: str) -> None:
        known = self.seen.get(id(gold))
        if known is None:
            mine = [strict_key(item.get(name)) if isinstance(item, dict) else None for item in gold]
            there = [key for key in mine if key is not None]
            is_distinct = len(set(there)) == len(there)
            known = self.seen[id(gold)] = mine, is_distinct and len(there) == len(mine)
            self.repeats |= not is_distinct
            self.distinct.update(mine)
            self.numbers.append([item.get(name) if isinstance(item, dict) else None for item in gold])
            self.texts.update(str(item.get(name)).strip() for item in gold if isinstance(item, dict))
        mine, is_unique = known
        others = {strict_key(item.get(name)) for item in extracted if isinstance(item, dict)}
        self.arrays += 1
        self.unique += is_unique
        self.found += sum(key in others for key in mine)
        self.elements += len(mine)
        self.extracted += len(others - {None})
        self.apart += len(others - {None}) == len(extracted)

    @property
    def holds(self) -> bool:
        return share(self.unique, self.arrays) >= _UNIQUE and share(self.found, self.elements) >= _FOUND

    @property
    def is_seldom_same(self) -> bool:
        """Check whether only the values of both sides keep it from being a key."""
        on_each_side = min(share(self.unique, self.arrays), share(self.apart, self.arrays)) >= _UNIQUE
        return on_each_side and share(self.found, self.elements) < _FOUND

    def numbers_elements(self, name: str, array: str) -> bool:
        """Check whether the values are numbers that gold gives elements, and the extraction has hardly any others."""
        return share(self.found, self.extracted) >= _SAME and is_numbering(self.numbers, name, array)

    def identifies(self, name: str) -> bool:
        """Check whether the values are names, codes or numbers of things, and not measured: two measured numbers are
        equal or different by chance."""
        numbers = [text for text in self.texts if _MEASURED.fullmatch(text)]
        if share(len(numbers), len(self.texts)) <= _MOSTLY_NUMBERS or _NAMES_THINGS.search(name):
            return True
        lengths = {len(number) for number in numbers if number.isdigit()}
        return len(lengths) == 1 and max(lengths) >= _DIGITS_OF_CODE and all(map(str.isdigit, numbers))


def natural_keys(array: SchemaNode, runs: Mapping[str, RunResult]) -> list[NaturalKey]:
    """Return the best two keys: found most often in the extraction, then with most different values, then texts. What
    numbers elements is a third one: it has few different values."""
    ranked, called = [], str(next((step for step in reversed(split(array.path)) if isinstance(step, str)), ""))
    for place, (node, name, key) in enumerate(_looked_at(array, runs)):
        numbers = node.type == "integer" and key.numbers_elements(name, called)
        if key.holds and (numbers or key.identifies(name)):
            holding, spread = round(share(key.found, key.elements), 2), round(share(len(key.distinct), key.elements), 2)
            by_chance = numbers and not key.identifies(name) and not is_named_after(called, name)
            found = NaturalKey(name, key.repeats, by_chance)
            ranked.append((by_chance, -holding, -spread, node.type != "string", place, numbers, found))
    best = [(numbers, key) for *_, numbers, key in sorted(ranked, key=lambda one: one[:5])]
    more = [key for numbers, key in best[_MOST:] if numbers]
    return [key for _, key in best[:_MOST]] + more[:1]


def seldom_same_keys(array: SchemaNode, runs: Mapping[str, RunResult]) -> list[SeldomSame]:
    """Return the fields that would be natural keys if their values were the same on both sides, most of these first."""
    found = [
        SeldomSame(name, key.found, key.elements)
        for _, name, key in _looked_at(array, runs)
        if key.is_seldom_same and key.identifies(name)
    ]
    return sorted(found, key=lambda one: -one.same)


def _looked_at(array: SchemaNode, runs: Mapping[str, RunResult]) -> Iterator[tuple[SchemaNode, str, _Key]]:
    """Yield the fields of the elements that may be keys, with their names and how they do as one."""
    assert array.items is not None
    pairs = [pair for run in runs.values() for record in run.records
             for pair in _arrays(record.gold, record.extracted, array.path)]  # fmt: skip
    for name, node in array.items.properties.items():
        if node.type in ("string", "integer"):
            key = _Key()
            for gold, extracted in pairs:
                key.add(gold, extracted, name)
            yield node, name, key


def _arrays(gold: Any, extracted: Any, path: str) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield the arrays of both sides at a path; those inside arrays by position, of maps by key."""
    level = [(gold, extracted)]
    for step in split(path):
        level = [pair for gold, other in level for pair in sides_below(gold, other, step)]
    for gold_array, other in level:
        if isinstance(gold_array, list) and isinstance(other, list) and gold_array:
            yield gold_array, other


def sides_below(gold: Any, extracted: Any, step: str | int | None) -> list[tuple[Any, Any]]:
    """Return what both sides have one step of a schema path further down, wherever either may have it."""
    if step is None:
        both = isinstance(gold, list) and isinstance(extracted, list)
        return list(zip(gold, extracted, strict=False)) if both else []
    if not isinstance(gold, dict) or not isinstance(extracted, dict):
        return []
    if step == "*" and "*" not in gold:
        return [(gold[key], extracted[key]) for key in gold if key in extracted]
    return [(gold.get(step), extracted.get(step))]
