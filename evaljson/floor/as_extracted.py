"""A gold record as an extraction could give it: declared keys only, and one of several acceptable values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any, Final

from evaljson.base.jsontypes import ABSENT
from evaljson.schema.node import SchemaNode

_ANY_OF: Final = "any_of"
Converter = Callable[[Any], Any]


def as_extracted(node: SchemaNode) -> Converter:
    """Return what makes an extraction of a value of gold, which is not changed; ABSENT where gold accepts nothing."""
    return _converter(node) or _as_it_is


def acceptable(node: SchemaNode, gold: Any) -> list[Any]:
    """Return the values that a unit accepts: with `any_of` each that gold lists, otherwise gold itself."""
    return gold if takes_any_of(node) and isinstance(gold, list) else [gold]


def takes_any_of(node: SchemaNode) -> bool:
    """Check whether gold lists acceptable values at a node."""
    return node.comparator is not None and node.comparator.name == _ANY_OF


def _as_it_is(gold: Any) -> Any:
    return gold


def _converter(node: SchemaNode) -> Converter | None:
    """Return the converter of a node; None where gold is taken as it is."""
    if node.is_unit:
        return (lambda gold: next(iter(acceptable(node, gold)), ABSENT)) if takes_any_of(node) else None
    if node.items is not None:
        return _of_array(_converter(node.items))
    children = {key: _converter(child) for key, child in node.properties.items()}
    if node.additional is None and not any(children.values()):
        return _of_flat_object(children.keys())
    return _of_object(children, None if node.additional is None else as_extracted(node.additional))


def _of_flat_object(known: Set[str]) -> Converter:
    """Return what drops keys; most objects have only those that stay, and are not copied."""

    def convert(gold: Any) -> Any:
        if not isinstance(gold, dict) or gold.keys() <= known:
            return gold
        return {key: value for key, value in gold.items() if key in known}

    return convert


def _of_object(children: Mapping[str, Converter | None], of_other_keys: Converter | None) -> Converter:
    def convert(gold: Any) -> Any:
        if not isinstance(gold, dict):
            return gold
        given = {}
        for key, value in gold.items():
            if key not in children and of_other_keys is None:
                continue
            child = children.get(key, of_other_keys)
            one = value if child is None else child(value)
            if one is not ABSENT:
                given[key] = one
        return given

    return convert


def _of_array(of_element: Converter | None) -> Converter | None:
    if of_element is None:
        return None

    def convert(gold: Any) -> Any:
        if not isinstance(gold, list):
            return gold
        return [one for element in gold if (one := of_element(element)) is not ABSENT]

    return convert
