"""Splits records whose confidences are in an object of their own that mirrors the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaljson.base import paths
from evaljson.base.jsontypes import ABSENT
from evaljson.confidence.number import Reader
from evaljson.schema.node import ConfidenceSpec, SchemaNode

_SEVERAL = "there are several confidences for one value: they are not used"
_NO_VALUE = "there are confidences without a value: they are not used"


class Parallel:
    """Splits records into values and confidences."""

    def __init__(self, spec: ConfidenceSpec, reader: Reader) -> None:
        assert spec.parallel is not None
        self._steps = [str(step) for step in paths.split(spec.parallel)]
        self._reader = reader

    def split(self, root: SchemaNode, record: dict[str, Any]) -> tuple[Any, Any]:
        """Return the plain record, and its mirror: the same shape down to the fields, with confidences or None."""
        confidences, plain = take_out(record, self._steps, root)
        return plain, self._mirror(root, "", plain, confidences, None)

    def _mirror(self, node: SchemaNode | None, path: str, value: Any, confidences: Any, above: float | None) -> Any:
        several = type(confidences) in (dict, list)
        confidence = above if several else self._reader.read(confidences, path, above)
        if node is not None and not node.is_unit and value:
            if type(value) is dict and node.items is None:
                return self._mirror_object(node, path, value, confidences, confidence)
            if type(value) is list and node.items is not None:
                return self._mirror_array(node.items, value, confidences, confidence)
        if several and confidences:
            self._reader.note(path, _SEVERAL if value not in (None, [], {}) else _NO_VALUE)
            return None
        return confidence

    def _mirror_object(
        self, node: SchemaNode, path: str, value: dict[str, Any], confidences: Any, confidence: float | None
    ) -> Any:
        if type(confidences) is list:
            self._reader.note(path, "the confidences are an array where the record has an object: they are not used")
        known = confidences if type(confidences) is dict else {}
        self._note_unused(path, [known[key] for key in known.keys() - value.keys()])
        mirror = {}
        for key, item in value.items():
            child = node.properties.get(key, node.additional)
            where = paths.child(path, str(key)) if child is None else child.path
            mirror[key] = self._mirror(child, where, item, known.get(key, ABSENT), confidence)
        return mirror

    def _mirror_array(self, element: SchemaNode, value: list[Any], confidences: Any, confidence: float | None) -> Any:
        if type(confidences) is dict:
            message = "the confidences are an object where the record has an array: they are not used"
            self._reader.note(element.path, message)
        known = confidences if type(confidences) is list else []
        self._note_unused(element.path, known[len(value) :])
        beside = [*known[: len(value)], *[ABSENT] * (len(value) - len(known))]
        pairs = zip(value, beside, strict=True)
        return [
            self._mirror(element, element.path, item, item_confidence, confidence) for item, item_confidence in pairs
        ]

    def _note_unused(self, path: str, unused: Sequence[Any]) -> None:
        count = sum(confidence is not None for confidence in unused)
        if count:
            self._reader.note(path, _NO_VALUE, count)


def take_out(record: Any, steps: Sequence[str], node: SchemaNode | None) -> tuple[Any, Any]:
    """Return the value at a path of keys (ABSENT if there is none), and the record without it.

    An object on the way that holds nothing else is removed too, unless the schema has it.
    """
    key, *rest = steps
    if type(record) is not dict or key not in record:
        return ABSENT, record
    others = {name: item for name, item in record.items() if name != key}
    if not rest:
        return record[key], others
    child = node.properties.get(key) if node is not None else None
    value, below = take_out(record[key], rest, child)
    if value is ABSENT:
        return ABSENT, record
    return value, others if not below and child is None else {**record, key: below}
