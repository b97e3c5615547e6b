"""What one schema node says, and what its children are made of, before anything is worked out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson.schema.resolve.listed_values import Values
from evaljson.schema.resolve.refs import LocatedSchema
from evaljson.schema.resolve.remarks import Note

Rule = Literal["over", "refine", "all", "any", "extend"]
"""over: what an earlier part says wins. refine: types must agree, of `x-eval-*` keys the earlier ones win.
all: types and `x-eval-*` keys must agree. any: types add up, `x-eval-*` keys must agree. extend: as over, and the
later ones, which hold under a condition, add fields alone."""

ANY_TYPE = ("array", "boolean", "number", "object", "string")
"""The types of a node that says nothing."""


@dataclass(frozen=True, slots=True)
class KeyClash:
    """Stands for an `x-eval-*` key to which two parts give different values."""

    values: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Combination:
    """Several expressions for one node, not combined yet."""

    parts: tuple[Expression, ...]
    rule: Rule


Expression = LocatedSchema | Combination


@dataclass(frozen=True, slots=True)
class Flat:
    """What a node says, its children left as expressions."""

    types: tuple[str, ...] | None = None
    """The types it states, null left out unless it is the only one."""
    values: Values | None = None
    """Its enum or const."""
    properties: dict[str, Expression] = field(default_factory=dict)
    items: Expression | None = None
    additional: Expression | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    """Its `x-eval-*` keys; a value may be a Clash."""
    kept: dict[str, Any] = field(default_factory=dict)
    """Its keywords that say nothing of structure, such as title, description, default, format and required."""
    conflict: str | None = None
    """Why it cannot be scored through its children; of no account where it is not."""
    cut: str | None = None
    """The `$ref` of a recursive definition that is not laid out once more."""
    notes: tuple[Note, ...] = ()
    """What a person should know where it is scored."""
    conditional: tuple[Flat, ...] = ()
    """What holds under a condition, not worked in yet."""

    @property
    def known_types(self) -> tuple[str, ...] | None:
        """The types stated, or else those of its values, or else those that its children imply."""
        children = (("object", self.properties or self.additional), ("array", self.items))
        implied = tuple(name for name, there in children if there)
        return self.types or (self.values.types if self.values else None) or implied or None

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing that scoring reads."""
        return self.known_types is None and not self.settings and self.conflict is None

    @property
    def has_children(self) -> bool:
        """Whether it declares fields, entries or elements."""
        return bool(self.properties) or self.additional is not None or self.items is not None
