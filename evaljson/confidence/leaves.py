"""Splits values that come with their confidence, as `{value, confidence}`.

Where the schema declares one of the two keys, an object with them is an ordinary object. Where it allows an object with
free keys, only an object with both keys and no other, whose value is an object or null, is split.
"""

from __future__ import annotations

from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT, SCALARS
from evaljson.confidence.number import Reader
from evaljson.schema.node import ConfidenceSpec, SchemaNode


class Leaves:
    """Splits records into values and confidences."""

    def __init__(self, spec: ConfidenceSpec, reader: Reader) -> None:
        assert spec.value is not None
        assert spec.confidence is not None
        self._value, self._confidence = spec.value, spec.confidence
        self._reader = reader

    def split(self, root: SchemaNode, record: dict[str, Any]) -> tuple[Any, Any]:
        """Return the plain record, and its mirror: the same shape down to the fields, with confidences or None."""
        return self._inside(root, "", record, None)

    def _split(self, node: SchemaNode | None, path: str, item: Any, above: float | None) -> tuple[Any, Any]:
        if not self._wraps(node, item):
            return self._inside(node, path, item, above)
        confidence = self._reader.read(item.get(self._confidence, ABSENT), path, above)
        others = len(item.keys() - {self._value, self._confidence})
        if others:
            self._reader.note(path, f"keys beside {self._value!r} and {self._confidence!r} are not scored", others)
        return self._inside(node, path, item[self._value], confidence)

    def _inside(self, node: SchemaNode | None, path: str, value: Any, confidence: float | None) -> tuple[Any, Any]:
        if node is None or node.is_unit:
            return self._without_parts(node, value), confidence
        if type(value) is dict and value and node.items is None:
            pairs = {key: self._child(node, path, key, item, confidence) for key, item in value.items()}
            return {key: plain for key, (plain, _) in pairs.items()}, {key: sure for key, (_, sure) in pairs.items()}
        if type(value) is list and value and node.items is not None:
            below = [self._split(node.items, node.items.path, item, confidence) for item in value]
            return [plain for plain, _ in below], [sure for _, sure in below]
        return value, confidence

    def _child(self, node: SchemaNode, path: str, key: str, item: Any, confidence: float | None) -> tuple[Any, Any]:
        child = node.properties.get(key, node.additional)
        return self._split(child, paths.child(path, str(key)) if child is None else child.path, item, confidence)

    def _wraps(self, node: SchemaNode | None, item: Any) -> bool:
        """Check whether the item is a value with its confidence."""
        if type(item) is not dict or self._value not in item:
            return False
        both, inner = self._confidence in item, item[self._value]
        if node is None:
            return both
        declared = node.raw.get("properties") or {}
        if self._value in declared or self._confidence in declared:
            return False
        if _may_be_object(node.type) and (node.additional is not None or not declared):
            only_both = both and len(item) == 2 and type(item[self._confidence]) in SCALARS
            return only_both and (inner is None or type(inner) is dict)
        return both or len(item) == 1

    def _without_parts(self, node: SchemaNode | None, value: Any) -> Any:
        """Split the elements of an array that is compared as a whole; their confidences are not used."""
        items = node.raw.get("items") if node is not None else None
        if type(value) is not list or node is None or not isinstance(items, dict) or _may_be_object(items.get("type")):
            return value
        wrapped = [type(part) is dict and part.keys() == {self._value, self._confidence} for part in value]
        if not any(wrapped):
            return value
        message = "confidences of parts of a value that is compared as a whole are not used"
        self._reader.note(node.path, message, sum(wrapped))
        return [part[self._value] if is_wrapped else part for part, is_wrapped in zip(value, wrapped, strict=True)]


def _may_be_object(kind: Any) -> bool:
    return kind is None or "object" in ((kind,) if isinstance(kind, str) else kind)
