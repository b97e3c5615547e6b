"""The parsed schema: plain dataclasses, which may be changed before scoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ComparatorSpec:
    """A comparator as the schema names it; without a name at containers."""

    name: str = ""
    params: dict[str, Any] = field(default_factory=dict)


@dataclass
class TransformSpec:
    """A transform as the schema names it."""

    name: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass
class SchemaNode:
    """One node of the schema."""

    path: str
    """Schema path: `items[].price`; the root is ""."""
    json_type: str
    """Its type; "multi" for several, which are in `allowed_types`."""
    comparator: ComparatorSpec = field(default_factory=ComparatorSpec)
    children: list[SchemaNode] = field(default_factory=list)
    """Of an object its properties in order, of an array the one node of its elements."""
    skip: bool = False
    transforms: list[TransformSpec] = field(default_factory=list)
    align: dict[str, Any] | None = None
    """x-eval-align as it is in the schema."""
    allowed_types: list[str] | None = None
    """The types of a "multi" node, in order, without null."""

    def walk(self) -> Iterator[SchemaNode]:
        """Iterate over this node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()
