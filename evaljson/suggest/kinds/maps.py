"""Objects whose keys are data, such as prices by currency: they are maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from evaljson.schema.node import SchemaNode
from evaljson.suggest.edit import Edit
from evaljson.suggest.proposal import Proposal
from evaljson.suggest.values_below import values_below
from evaljson.suggest.wrong_pairs import Field

TITLES: Final = {"map": "Read the keys as data"}
_MAP_KEYS: Final = 8
_SHARED: Final = 0.8
"""Of the objects, the share with a key that is then a field, and not one of the data."""
_IN_COMMON: Final = 3
"""Entries in which each part of them occurs, on average: objects that share nothing are different things."""
_FEWEST: Final = 1.5
"""Keys that the objects of a map have at least, on average."""
_FEW: Final = 0.4
"""Of all keys, the share that an object has at most, on average."""


def keys_that_are_data(fld: Field, gold: Sequence[Any]) -> Iterator[Proposal]:
    """Propose a map for objects that share many keys, have only a few each, and hold one kind of value."""
    children = list(fld.node.properties.values())
    if len(children) < _MAP_KEYS or fld.node.additional is not None or not _agree(children):
        return
    objects = [value for value in values_below(gold, fld.path) if isinstance(value, dict)]
    if fld.path == "" or len(objects) < 3 or sum(map(len, objects)) > _FEW * len(children) * len(objects):
        return
    if _is_ordinary(objects):
        return
    sentence = (
        f"The field {fld.path} has {len(children):,} keys, and an object has only a few of them on average: they look "
        "like data, as in prices by currency"
    )
    why = "All entries then share one row of figures, and a key that gold lacks is an invented entry"
    anyway = "a new key is then no longer unknown"
    yield Proposal(
        "map", Edit(fld.path, as_map=True), sentence, "Reading its keys as data", (), 0, "low", why, anyway=anyway
    )


def _is_ordinary(objects: Sequence[dict[str, Any]]) -> bool:
    """Check for objects with fields: nearly all have some key in common, or each has little more than one key."""
    common = Counter(key for value in objects for key in value)
    return max(common.values(), default=0) > _SHARED * len(objects) or sum(common.values()) < _FEWEST * len(objects)


def _agree(nodes: Sequence[SchemaNode]) -> bool:
    """Check whether values of all nodes are compared alike; each may lack parts of objects that most others have."""
    if len(set(map(_settings, nodes))) > 1:
        return False
    parts: dict[str, list[SchemaNode]] = {}
    for node in nodes:
        for key, child in node.properties.items():
            parts.setdefault(key, []).append(child)
    in_common = sum(map(len, parts.values())) >= min(_IN_COMMON, len(nodes)) * len(parts)
    items = [node.items for node in nodes if node.items is not None]
    return in_common and all(map(_agree, parts.values())) and (not items or _agree(items))


def _settings(node: SchemaNode) -> str:
    settings = (
        node.type,
        node.comparator,
        node.transforms,
        node.weight,
        node.skip,
        node.threshold,
        node.nulls,
        node.align,
    )
    return repr(settings)
