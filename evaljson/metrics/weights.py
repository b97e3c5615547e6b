"""The weights of JSON Difference: numbers from 0 to 1 in the shape of the document.

    {"price": 0.5}                          the weight of a key, whatever it holds
    {"menus": {"__menus": 0.8, "name": 0}}  of a container, under its name with two underscores, and of keys inside it;
                                            inside an array, of the keys of each element

Keys that are not named weigh 1. A key named like its container with two underscores cannot have a weight of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.errors import InputError, did_you_mean
from evaljson.base.jsontypes import type_name
from evaljson.base.paths import child, split


@dataclass(frozen=True, slots=True, eq=False)
class Weight:
    """The weight of a key, and of the keys below it."""

    path: str
    own: float = 1.0
    stated: bool = True
    """False if `own` is only the default of 1."""
    inner: dict[str, Weight] = field(default_factory=dict)

    def walk(self) -> Iterator[Weight]:
        """Yield all weights below, in no fixed order."""
        stack = [self]
        while stack:
            below = stack.pop().inner.values()
            yield from below
            stack.extend(below)


NEUTRAL = Weight("", stated=False)
"""Everything weighs 1."""


def loopback(key: str) -> str:
    """Return the name of a container's weight inside it."""
    return f"__{key}"


def read_weights(weights: Mapping[str, Any] | None) -> Weight:
    """Check the weights. Raises InputError with the path of a weight that is not a number from 0 to 1."""
    if weights is None:
        return NEUTRAL
    if not isinstance(weights, Mapping):
        raise InputError(f"weights are an object in the shape of the document, not {type_name(weights)}.", "weights")
    root = Weight("", stated=False)
    todo = [(root, weights)]
    while todo:
        parent, entries = todo.pop()
        for key, entry in entries.items():
            if not isinstance(key, str):
                raise InputError(f"a key of the weights is a string, not {key!r}.", parent.path)
            path = child(parent.path, key)
            if isinstance(entry, Mapping):
                name = loopback(key)
                weight = _number(entry[name], child(path, name)) if name in entry else 1.0
                parent.inner[key] = Weight(path, weight, stated=name in entry)
                todo.append((parent.inner[key], {inner: below for inner, below in entry.items() if inner != name}))
            else:
                parent.inner[key] = Weight(path, _number(entry, path))
    return root


def _number(entry: Any, path: str) -> float:
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        raise InputError(f"a weight is a number from 0 to 1, not {type_name(entry)}.", path)
    if not 0 <= entry <= 1:  # NaN fails both
        shown = "a number this large" if isinstance(entry, int) and entry.bit_length() > 256 else repr(entry)
        raise InputError(f"a weight is a number from 0 to 1, not {shown}; divide all of its object by one value.", path)
    return float(entry)


def unused_weights(weights: Weight, documents: Iterable[Any]) -> list[str]:
    """List the paths of weights for keys that no document has, sorted; only the topmost of nested ones."""
    used = {id(weights)}
    for document in documents:
        todo = [(weights, document)] if weights.inner else []
        while todo:
            weight, value = todo.pop()
            if isinstance(value, list):
                todo.extend((weight, item) for item in value)
            elif isinstance(value, dict):
                for key in weight.inner.keys() & value.keys():
                    below = weight.inner[key]
                    used.add(id(below))
                    if below.inner:
                        todo.append((below, value[key]))
    parents = [weights, *weights.walk()]
    return sorted(
        below.path
        for weight in parents
        if id(weight) in used
        for below in weight.inner.values()
        if id(below) not in used
    )


def refuse_unused(weights: Mapping[str, Any] | None, documents: Iterable[Any]) -> None:
    """Raise InputError with the path of the first weight for a key that no document has."""
    documents = list(documents)
    unused = unused_weights(read_weights(weights), documents)
    if unused:
        more = f" ({len(unused) - 1} more: {', '.join(unused[1:6])})" if len(unused) > 1 else ""
        *above, key = (str(step) for step in split(unused[0]))
        hint = did_you_mean(key, _keys_at(documents, above))
        raise InputError(f"no record has this key, so its weight has no effect{more}; correct it.{hint}", unused[0])


def _keys_at(documents: Iterable[Any], steps: Iterable[str]) -> set[str]:
    """Return the keys of the objects at these steps, looking inside arrays."""
    objects = list(_objects(documents))
    for step in steps:
        objects = list(_objects(value[step] for value in objects if step in value))
    return {key for value in objects for key in value}


def _objects(values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    todo = list(values)
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            todo.extend(value)
