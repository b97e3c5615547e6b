"""Keys that an extraction calls otherwise than gold does: `vendor` for `supplier`, noticed by their values.

A pair is a field that gold has and the extraction lacks, and a key of the same object that the eval schema lacks. It is
a renamed key where the values of both agree in more than half of the records that have such a pair, and by more than
chance. The elements of an array count together, in any order. Of values that hardly differ from record to record, the
names must be alike too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rapidfuzz.fuzz import partial_ratio

from evaljson.base.paths import child
from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import SCHEMAS, schema_of

_LOOKED_AT: Final = 200
"""Records, spread over all, that are searched first; all are counted where these have such a pair."""
_LEAST: Final = 2
"""Records whose values agree."""
_HALF: Final = 0.5
_ALL_ALIKE: Final = 0.9
"""Agreement by chance from which on values say nothing."""
_ALIKE_NAMES: Final = 75
_MOST_PAIRS: Final = 2_000
"""Pairs of keys in one object: beyond that, keys are data."""
_MOST_VALUES: Final = 10_000

Place = tuple[str, ...]
Values = Counter[Hashable]


@dataclass(frozen=True, slots=True)
class RenamedKey:
    """A field of gold that one extraction has under another key."""

    place: Place
    """The steps through the schema to the object that has it."""
    parent: str
    """The schema path of that object."""
    key: str
    """As gold calls it."""
    called: str
    """As the extraction calls it."""
    records: int
    """Extracted records whose values agree with those of gold."""
    of: int
    """Extracted records that lack the one key and have the other."""
    among: int
    """All extracted records that were looked at."""

    @property
    def path(self) -> str:
        """The schema path of the field."""
        return child(self.parent, self.key)

    @property
    def called_path(self) -> str:
        """The schema path of the key that the schema lacks."""
        return child(self.parent, self.called)


@dataclass(slots=True)
class _Candidate:
    parent: str
    records: int = 0
    of: int = 0
    gold: Counter[Hashable] = field(default_factory=Counter)
    extracted: Counter[Hashable] = field(default_factory=Counter)

    def add(self, gold: Values, extracted: Values) -> None:
        self.of += 1
        self.records += (gold & extracted).total() > _HALF * max(gold.total(), extracted.total())
        self.gold[frozenset(gold.items())] += 1
        self.extracted[frozenset(extracted.items())] += 1

    def is_renamed(self, key: str, called: str) -> bool:
        """Check whether they agree too often for chance."""
        if self.records < _LEAST or self.records <= _HALF * self.of:
            return False
        by_chance = sum(count * self.extracted[values] for values, count in self.gold.items()) / self.of**2
        if by_chance > _ALL_ALIKE:
            return alike(key, called) >= _ALIKE_NAMES
        return (self.records / self.of - by_chance) / (1 - by_chance) > _HALF


def renamed_keys(run: RunResult, tree: SchemaNode) -> list[RenamedKey]:
    """List them, those of most records first; a field and a key are in one pair at most."""
    step = max(1, len(run.records) // _LOOKED_AT)
    found = _among(run, tree, range(0, len(run.records), step))
    return found if step == 1 or not found else _among(run, tree, range(len(run.records)))


def alike(key: str, called: str) -> float:
    """Return how alike two names are, from 0 to 100."""
    return partial_ratio(key.casefold(), called.casefold())


def _among(run: RunResult, tree: SchemaNode, numbers: Iterable[int]) -> list[RenamedKey]:
    starts: dict[int, Place] = {id(root): (SCHEMAS, value) for value, root in tree.schemas.items()}
    pairs: dict[tuple[Place, str, str], _Candidate] = {}
    among = 0
    for number in numbers:
        record = run.records[number]
        if record.extracted is None:
            continue
        among += 1
        root = schema_of(tree, record.gold)
        for place, node, missing, extra in _objects(record.gold, record.extracted, root, starts.get(id(root), ())):
            for key, gold in missing.items():
                for called, extracted in extra.items():
                    pairs.setdefault((place, key, called), _Candidate(node.path)).add(gold, extracted)
    renamed = [
        (place, key, called, pair) for (place, key, called), pair in pairs.items() if pair.is_renamed(key, called)
    ]
    renamed.sort(key=lambda one: (-one[3].records / one[3].of, -one[3].records, -alike(one[1], one[2]), one[:3]))
    chosen: list[RenamedKey] = []
    taken: set[tuple[Place, str, bool]] = set()
    for place, key, called, pair in renamed:
        if taken.isdisjoint({(place, key, True), (place, called, False)}):
            taken |= {(place, key, True), (place, called, False)}
            chosen.append(RenamedKey(place, pair.parent, key, called, pair.records, pair.of, among))
    return sorted(chosen, key=lambda one: (-one.records, one.path))


def _objects(
    gold: Any, extracted: Any, root: SchemaNode, start: Place
) -> Iterator[tuple[Place, SchemaNode, Mapping[str, Values], Mapping[str, Values]]]:
    """Yield place and node of the objects, the fields that only gold has there, and the keys that the schema lacks.

    The objects in an array are one place: their values count together.
    """
    stack: list[tuple[list[Any], list[Any], SchemaNode, Place]] = [([gold], [extracted], root, start)]
    while stack:
        golds, others, node, place = stack.pop()
        if node.is_unit or node.skip:
            continue
        if node.items is not None:
            inner = _elements(golds), _elements(others)
            stack.append((*inner, node.items, (*place, "items")))
        elif node.properties and node.additional is None:
            golds, others = _dicts(golds), _dicts(others)
            if not golds or not others:
                continue
            for name, member in node.properties.items():
                if member.items is not None or member.properties:
                    stack.append((_at(golds, name), _at(others, name), member, (*place, "properties", name)))
            known = node.properties.keys() | ({root.id_field} if node is root else set())
            extra = list(dict.fromkeys(key for one in others for key in one if key not in known))
            if extra:
                missing = [
                    name
                    for name, member in node.properties.items()
                    if not member.skip and _has_value(golds, name) and not _has_value(others, name)
                ]
                if 0 < len(missing) * len(extra) <= _MOST_PAIRS:
                    yield place, node, _values_of(golds, missing), _values_of(others, extra)


def _elements(values: Sequence[Any]) -> list[Any]:
    return [element for value in values if isinstance(value, list) for element in value]


def _dicts(values: Sequence[Any]) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)]


def _at(objects: Sequence[dict[str, Any]], key: str) -> list[Any]:
    return [one[key] for one in objects if key in one]


def _has_value(objects: Sequence[dict[str, Any]], key: str) -> bool:
    return any(one.get(key) is not None for one in objects)


def _values_of(objects: Sequence[dict[str, Any]], keys: Iterable[str]) -> dict[str, Values]:
    """Return by key what stands at it, at all depths; keys with only null, empty values and booleans are left."""
    every = {key: Counter(_leaves(_at(objects, key))) for key in keys}
    return {key: values for key, values in every.items() if values}


def _leaves(values: Sequence[Any]) -> Iterator[Hashable]:
    """Yield texts without case and white space, and numbers by value; booleans and null say nothing."""
    stack, seen = list(values), 0
    while stack and seen < _MOST_VALUES:
        value = stack.pop()
        seen += 1
        if isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
        elif isinstance(value, str) and (text := "".join(value.split()).casefold()):
            yield text
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield str(int(value)) if value == value // 1 and abs(value) < 2**53 else repr(value)
