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
from evaljson.suggest.proposal import share

_MOST: Final = 2
_UNIQUE: Final = 0.98
"""Share of the gold arrays in which every element has the key, each another one."""
_FOUND: Final = 0.6
"""Share of the gold keys that stand somewhere in the extracted array."""
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


@dataclass(slots=True)
class _Key:
    """How a field does as a key."""

    arrays: int = 0
    unique: int = 0
    found: int = 0
    elements: int = 0
    repeats: bool = False
    """Whether any gold array has a value of it twice."""
    distinct: set[Any] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    """The distinct values of gold as texts."""
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
            self.texts.update(str(item.get(name)).strip() for item in gold if isinstance(item, dict))
        mine, is_unique = known
        others = {strict_key(item.get(name)) for item in extracted if isinstance(item, dict)}
        self.arrays += 1
        self.unique += is_unique
        self.found += sum(key in others for key in mine)
        self.elements += len(mine)

    @property
    def holds(self) -> bool:
        return share(self.unique, self.arrays) >= _UNIQUE and share(self.found, self.elements) >= _FOUND

    def identifies(self, name: str) -> bool:
        """Check whether the values are names, codes or numbers of things, and not measured: two measured numbers are
        equal or different by chance."""
        numbers = [text for text in self.texts if _MEASURED.fullmatch(text)]
        if share(len(numbers), len(self.texts)) <= _MOSTLY_NUMBERS or _NAMES_THINGS.search(name):
            return True
        lengths = {len(number) for number in numbers if number.isdigit()}
        return len(lengths) == 1 and max(lengths) >= _DIGITS_OF_CODE and all(map(str.isdigit, numbers))


def natural_keys(array: SchemaNode, runs: Mapping[str, RunResult]) -> list[NaturalKey]:
    """Return the best two keys: found most often in the extraction, then with most different values, then texts."""
    assert array.items is not None
    pairs = [pair for run in runs.values() for record in run.records
             for pair in _arrays(record.gold, record.extracted, array.path)]  # fmt: skip
    ranked = []
    for place, (name, node) in enumerate(array.items.properties.items()):
        if node.type not in ("string", "integer"):
            continue
        key = _Key()
        for gold, extracted in pairs:
            key.add(gold, extracted, name)
        if key.holds and key.identifies(name):
            holding, spread = round(share(key.found, key.elements), 2), round(share(len(key.distinct), key.elements), 2)
            ranked.append((-holding, -spread, node.type != "string", place, NaturalKey(name, key.repeats)))
    return [key for *_, key in sorted(ranked, key=lambda one: one[:-1])[:_MOST]]


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
