"""The most common value of each field over all gold records: the best answer of who reads no document.

"Absent" is a value too, so an optional field that most records lack stays absent. What is inside an object is counted
over the objects that are there. An array has the most common length; its elements are the most common values, or so
many copies of the most common object. Of equally common values the one first in the order of their JSON text is taken,
and a value before "absent": the order of the records never matters.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.floor.as_extracted import acceptable, takes_any_of
from evaljson.schema.node import SchemaNode

_CONTAINER: Final = "container", "with fields of its own"
"""Stands for objects and arrays, which are looked into."""


def majority(node: SchemaNode, values: Sequence[Any]) -> Any:
    """Return the most common value of gold at a node; ABSENT where there is most often none."""
    best = next(_ranked(node, values), ABSENT)
    if best is not _CONTAINER:
        return best
    objects = [value for value in values if isinstance(value, dict)]
    arrays = [value for value in values if isinstance(value, list)]
    return _array(node.items, arrays) if node.items is not None and arrays else _object(node, objects)


def _ranked(node: SchemaNode, values: Sequence[Any]) -> Iterator[Any]:
    """Yield the different values, most common first; _CONTAINER for all that are looked into."""
    options = _options(node, values)
    keys = [option if option is _CONTAINER else strict_key(option) for option in options]
    counts, examples = Counter(keys), dict(zip(keys, options, strict=True))
    by_count: defaultdict[int, list[Any]] = defaultdict(list)
    for key, count in counts.items():
        by_count[count].append(examples[key])
    for count in sorted(by_count, reverse=True):
        equal = by_count[count]
        yield from sorted(equal, key=_order) if len(equal) > 1 else equal


def _options(node: SchemaNode, values: Sequence[Any]) -> list[Any]:
    """Return what each value of gold counts for: itself, each acceptable value, or "absent"."""
    absent = () if node.nulls is None else node.nulls.absent
    if node.is_unit and not absent and not takes_any_of(node):
        return list(values)
    return [option for value in values for option in _options_of(node, value, absent)]


def _options_of(node: SchemaNode, value: Any, absent: Sequence[Any]) -> list[Any]:
    if value is ABSENT or any(strict_equal(value, one) for one in absent):
        return [ABSENT]
    if node.is_unit:
        return list({strict_key(one): one for one in acceptable(node, value)}.values()) or [ABSENT]
    if isinstance(value, dict) or (isinstance(value, list) and node.items is not None):
        return [_CONTAINER]
    return [value]


def _order(value: Any) -> tuple[int, str]:
    if value is _CONTAINER:
        return 0, ""
    return (2, "") if value is ABSENT else (1, json.dumps(value, sort_keys=True, default=repr))


def _object(node: SchemaNode, objects: Sequence[dict[str, Any]]) -> dict[str, Any]:
    children = dict(node.properties)
    if node.additional is not None:
        counts = Counter(key for value in objects for key in value if key not in node.properties)
        # A key that fewer than half of the objects have is most often absent.
        children |= {key: node.additional for key in sorted(counts) if 2 * counts[key] >= len(objects)}
    given = {key: majority(child, [value.get(key, ABSENT) for value in objects]) for key, child in children.items()}
    return {key: value for key, value in given.items() if value is not ABSENT}


def _array(items: SchemaNode, arrays: Sequence[list[Any]]) -> list[Any]:
    lengths = Counter(map(len, arrays))
    length = min(lengths, key=lambda one: (-lengths[one], one))
    elements = [element for array in arrays for element in array]
    if items.is_unit:
        return [value for value in _ranked(items, elements) if value is not ABSENT][:length]
    element = majority(items, elements)
    return [] if element is ABSENT else [element] * length
