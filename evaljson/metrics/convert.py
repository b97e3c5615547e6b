"""Convert weights of JSON Difference to `x-eval-weight` in an eval schema, and back.

This converts settings, not scores: the metric averages level by level, the engine sums leaves, each weighted with the
product of the weights on its path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.metrics.weights import Weight, loopback, read_weights
from evaljson.schema.given import AnySchema
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_eval_schema
from evaljson.schema.resolve.resolve import model_resolved

_KEY = "x-eval-weight"


@dataclass(frozen=True, slots=True)
class SchemaWeights:
    """The weights of an eval schema in the form that JSON Difference takes."""

    weights: dict[str, Any]
    notes: tuple[str, ...]
    """Differences from the schema, each with its path: scaled siblings, and settings that cannot be converted."""


def weights_to_schema(weights: Mapping[str, Any], schema: AnySchema) -> dict[str, Any]:
    """Return a copy of a resolved schema with the weights as `x-eval-weight`; other nodes are unchanged.

    Raises InputError for invalid weights, SchemaError for weights of keys that the schema does not declare.
    """
    read = read_weights(weights)
    schema = model_resolved(schema)
    parse_eval_schema(schema)
    try:  # not deepcopy: a node in two places would stay one node
        written: dict[str, Any] = json.loads(json.dumps(dict(schema)))
    except RecursionError:
        raise SchemaError("the schema is nested too deeply to be copied: simplify it") from None
    todo: list[tuple[Any, Weight]] = [(written, read)]
    while todo:
        node, weight = todo.pop()
        properties = _elements(node).get("properties", {})
        for key, below in weight.inner.items():
            if key not in properties:
                raise SchemaError(
                    f"the schema declares no key {key!r} here.{did_you_mean(key, properties)}", below.path
                )
            if below.stated:
                properties[key][_KEY] = below.own
            todo.append((properties[key], below))
    return written


def _elements(node: Any) -> Any:
    """Return the node, or the node of the array's elements: weights inside an array are those of its elements."""
    while isinstance(node.get("items"), Mapping) and not node.get("properties"):
        node = node["items"]
    return node


def weights_from_schema(schema: AnySchema | SchemaNode) -> SchemaWeights:
    """Return the weights of an eval schema for JSON Difference, whose weights are at most 1, with notes on differences.

    If a weight is above 1, it and its siblings are divided by the largest, which keeps their shares. Raises SchemaError
    if the schema cannot be used, or a key has the name of its container's weight.
    """
    root = parse_eval_schema(schema)
    reader = _Reader()
    if root.weight != 1:
        reader.notes.append(f"the record: {_KEY} {root.weight:g} is left out: it is a factor of everything.")
    reader.notes += [f"{place} has no effect there and is left out." for place in root.without_effect if _KEY in place]
    return SchemaWeights(reader.inner(root, None), tuple(reader.notes))


@dataclass(slots=True)
class _Reader:
    notes: list[str] = field(default_factory=list)

    def inner(self, node: SchemaNode, container: str | None) -> dict[str, Any]:
        """Return the weights of the keys inside a node, whose own key is `container`."""
        stated = {key: self._own(child) for key, child in node.properties.items()}
        if node.additional is not None and any(below.weight != 1 for below in node.additional.walk()):
            self.notes.append(f"{node.additional.path}: weights of free keys are left out: each weight needs a name.")
        scale = max((weight for weight in stated.values() if weight is not None), default=1.0)
        if scale > 1:
            self.notes.append(
                f"{node.path or 'the record'}: weights of its keys are divided by {scale:g}, to be at most 1."
            )
        weights = dict[str, Any]()
        for key, child in node.properties.items():
            key_weight = stated[key]
            entry = self._entry(
                key, child, (1.0 if key_weight is None else key_weight) / scale if scale > 1 else key_weight
            )
            if entry is None:
                continue
            if container is not None and key == loopback(container):
                raise SchemaError(f"the weight {key!r} would be that of its container: rename the key.", child.path)
            weights[key] = entry
        return weights

    def _entry(self, key: str, node: SchemaNode, key_weight: float | None) -> float | dict[str, Any] | None:
        if key_weight == 0 and node.weight != 0:
            self.notes.append(f"{node.path}: the weight is too small beside its siblings and becomes 0.")
        below = node
        while below.items is not None:
            below = below.items
        inner = self.inner(below, key)
        if not inner:
            return key_weight
        return inner if key_weight is None else {loopback(key): key_weight, **inner}

    def _own(self, node: SchemaNode) -> float | None:
        """Return the weight at a key, None if it has none; weights of elements are factors of their array's."""
        weight, stated = node.weight, _KEY in node.settings
        if node.skip:
            self.notes.append(
                f"{node.path}: x-eval-skip is not a weight and is left out; a weight of 0 has the same effect."
            )
        while node.items is not None:
            node = node.items
            if node.weight != 1:
                self.notes.append(f"{node.path}: {_KEY} {node.weight:g} has become a factor of its array's weight.")
                weight, stated = weight * node.weight, True
        return weight if stated else None
