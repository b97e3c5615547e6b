"""Keys that an extraction calls otherwise than gold does: `vendor` for `supplier`, noticed by their values.

A pair is a field that gold has and the extraction lacks, and a key of the same object that the eval schema lacks. It is
a renamed key where the values of both agree in more than half of the records that have such a pair, and by more than
chance. Values agree whatever their case, white space and order; the elements of an array count together. Of booleans,
and of values that hardly differ from record to record, the names must be alike too.

What is inside a field under another key has the names of gold around it only once the field has its own: such fields
are looked into next, and so on inwards.

A key around the whole record is no other name of one of its fields: it is listed as what it is, and what is inside is
looked into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rapidfuzz.fuzz import partial_ratio

from evaljson.results.model import RunResult
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.document_types import SCHEMAS, schema_of
from evaljson.suggest.keys_around import keys_around_records
from evaljson.suggest.names_of_gold import Place, RenamedKey, with_keys_of_gold

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

Values = Counter[Hashable]
_ANSWERS: Final = frozenset(frozenset({(answer, 1)}) for answer in (True, False))
"""What stands at a key that has true or false alone: two of these often agree, so the names must be alike too."""


@dataclass(slots=True)
class _Candidate:
    parent: str
    same: int = 0
    records: int = 0
    of: int = 0
    gold: Counter[Hashable] = field(default_factory=Counter)
    extracted: Counter[Hashable] = field(default_factory=Counter)

    def add(self, gold: Values, extracted: Values) -> None:
        self.of += 1
        self.same += gold == extracted
        self.records += (gold & extracted).total() > _HALF * max(gold.total(), extracted.total())
        self.gold[frozenset(gold.items())] += 1
        self.extracted[frozenset(extracted.items())] += 1

    def is_renamed(self, key: str, called: str) -> bool:
        """Check whether they agree too often for chance."""
        if self.records < _LEAST or self.records <= _HALF * self.of:
            return False
        if self.gold.keys() | self.extracted.keys() <= _ANSWERS and alike(key, called) < _ALIKE_NAMES:
            return False
        by_chance = sum(count * self.extracted[values] for values, count in self.gold.items()) / self.of**2
        if by_chance > _ALL_ALIKE:
            return alike(key, called) >= _ALIKE_NAMES
        return (self.records / self.of - by_chance) / (1 - by_chance) > _HALF


def renamed_keys(run: RunResult, tree: SchemaNode) -> list[RenamedKey]:
    """List keys around whole records, then renamed ones, those of most records first, then those inside them; a field
    and a key are in one pair at most."""
    around = keys_around_records(run, tree)
    extracted: list[Any] = [record.extracted for record in run.records]
    if around:
        extracted = with_keys_of_gold(run, tree, extracted, around)
    step = max(1, len(run.records) // _LOOKED_AT)
    if step > 1 and not _among(run, tree, range(0, len(run.records), step), extracted, ((),)):
        return around
    every = list(around)
    inside: tuple[Place, ...] = ((),)
    while found := _among(run, tree, range(len(run.records)), extracted, inside):
        opened = tuple((*key.place, "properties", key.key) for key in found)
        outermost = [key for key in found if not _is_in(key.place, opened)]
        every += outermost  # the others are found again, then in the records of both names
        extracted = with_keys_of_gold(run, tree, extracted, outermost)
        inside = opened
    return every


def alike(key: str, called: str) -> float:
    """Return how alike two names are, from 0 to 100."""
    return partial_ratio(key.casefold(), called.casefold())


def _is_in(place: Place, places: Sequence[Place]) -> bool:
    return any(place[: len(around)] == around for around in places)


def _among(
    run: RunResult, tree: SchemaNode, numbers: Iterable[int], every: Sequence[Any], inside: Sequence[Place]
) -> list[RenamedKey]:
    """Look into some of the extracted records, which are `every`, at and below some places."""
    starts: dict[int, Place] = {id(root): (SCHEMAS, value) for value, root in tree.schemas.items()}
    pairs: dict[tuple[Place, str, str], _Candidate] = {}
    among = 0
    for number in numbers:
        gold, extracted = run.records[number].gold, every[number]
        if extracted is None:
            continue
        among += 1
        root = schema_of(tree, gold)
        for place, node, missing, extra in _objects(gold, extracted, root, starts.get(id(root), ())):
            if not _is_in(place, inside):
                continue
            for key, values in missing.items():
                for called, others in extra.items():
                    pairs.setdefault((place, key, called), _Candidate(node.path)).add(values, others)
    renamed = [
        (place, key, called, pair) for (place, key, called), pair in pairs.items() if pair.is_renamed(key, called)
    ]
    renamed.sort(key=lambda one: (-one[3].records / one[3].of, -one[3].records, -alike(one[1], one[2]), one[:3]))
    chosen: list[RenamedKey] = []
    taken: set[tuple[Place, str, bool]] = set()
    for place, key, called, pair in renamed:
        if taken.isdisjoint({(place, key, True), (place, called, False)}):
            taken |= {(place, key, True), (place, called, False)}
            chosen.append(RenamedKey(place, pair.parent, key, called, pair.same, pair.records, pair.of, among))
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
    """Return by key what stands at it, at all depths; keys with only null and empty values are left."""
    every = {key: Counter(_leaves(_at(objects, key))) for key in keys}
    return {key: values for key, values in every.items() if values}


def _leaves(values: Sequence[Any]) -> Iterator[Hashable]:
    """Yield texts without case and white space, booleans, and numbers by value; null says nothing."""
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
        elif isinstance(value, bool):
            yield value
        elif isinstance(value, int | float):
            yield str(int(value)) if value == value // 1 and abs(value) < 2**53 else repr(value)
