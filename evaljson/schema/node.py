"""The parsed eval schema: a tree of frozen nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from evaljson.logic import Condition

Strategy = Literal["ordered", "key_field", "hungarian", "map_key"]


def in_type(value: str, path: str) -> str:
    """Name a field of one document type, for lists over several types."""
    return f"{value}: {path}"


@dataclass(frozen=True, slots=True)
class ComparatorSpec:
    """A comparator as the schema names it."""

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TransformSpec:
    """A transform as the schema names it."""

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AlignSpec:
    """How the elements of an array pair up, or the entries of a map."""

    strategy: Strategy = "ordered"
    key: str | tuple[str, ...] | None = None
    """The key of the elements, or several that must all agree, for key_field."""
    min_score: float = 0.0
    """Pairs that score below it stay unpaired, for hungarian."""
    on: tuple[str, ...] = ()
    """The fields of the elements that decide, for hungarian; all where empty."""
    transforms: tuple[TransformSpec, ...] = ()
    """Applied to the key values, for key_field."""
    then: AlignSpec | None = None
    """What is done with the elements that this leaves alone."""
    pairs_first: bool = False
    """Whether results list all pairs before the gold elements that stay alone, instead of in the order of gold."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of key_field, as a tuple."""
        return (self.key,) if isinstance(self.key, str) else self.key or ()

    def chain(self) -> Iterator[AlignSpec]:
        """Return this strategy, then those that follow it."""
        yield self
        if self.then is not None:
            yield from self.then.chain()


BY_MAP_KEY = AlignSpec("map_key")
"""How the entries of a map pair up where nothing else is said."""


@dataclass(frozen=True, slots=True)
class NullPolicy:
    """Which values count as a missing key, and what two missing ones are."""

    absent: tuple[Any, ...]
    both_absent: Literal["skip", "match"] = "skip"


@dataclass(frozen=True, slots=True)
class ConfidenceSpec:
    """Where an extraction says how sure it is of each value: beside the value, or in an object of its own."""

    value: str | None = None
    """The key that holds a value, for leaves."""
    confidence: str | None = None
    """The key beside it, for leaves."""
    parallel: str | None = None
    """The path of the object that mirrors the record; None for leaves."""
    scale: float = 1.0
    """What stands for certainty: 100 where it is in per cent."""


@dataclass(frozen=True, slots=True)
class RuleSpec:
    """What has to hold between the values of an object."""

    name: str
    condition: Condition = field(compare=False)


@dataclass(frozen=True, slots=True)
class Inherited:
    """A setting that a node takes from a node around it, or from its own x-eval-defaults."""

    value: Any
    """As written in the schema."""
    path: str
    """Of the node that it is written at."""
    type: str | None = None
    """The type that it is a default for; None for x-eval-nulls of a node, which hold for all types."""


@dataclass(frozen=True, slots=True)
class SchemaNode:
    """One node of the eval schema. Compare nodes with `is`; `raw` is the annotated JSON they came from."""

    path: str
    """Schema path: `items[].price`; the root is ""."""
    type: str | tuple[str, ...]
    """JSON type, or several."""
    properties: Mapping[str, SchemaNode] = field(default_factory=dict)
    items: SchemaNode | None = None
    additional: SchemaNode | None = None
    """The entries of a map with free keys (path `map.*`)."""
    comparator: ComparatorSpec | None = None
    """None exactly where the node is scored structurally, through its children."""
    transforms: tuple[TransformSpec, ...] = ()
    skip: bool = False
    skips_absent: bool = False
    """Whether, where skipped, it has a result even if neither side has the key."""
    align: AlignSpec = field(default_factory=AlignSpec)
    weight: float = 1.0
    """Its own x-eval-weight."""
    total_weight: float = 1.0
    """Product of the weights from the root down to here."""
    threshold: float | None = None
    nulls: NullPolicy | None = None
    """The null policy that applies here, own or inherited."""
    id_field: str | None = None
    """x-eval-id; on the root only."""
    cluster_field: str | None = None
    """x-eval-cluster; on the root only: the key of gold whose value says which records belong together."""
    by: str | None = None
    """x-eval-by; on the root only: the key of gold whose value says which schema a record is scored by."""
    schemas: Mapping[str, SchemaNode] = field(default_factory=dict)
    """x-eval-schemas: by value of that key, the root of its schema. Other records are scored by this root's own."""
    confidence: ConfidenceSpec | None = None
    """x-eval-confidence; on the root only."""
    rules: tuple[RuleSpec, ...] = ()
    """x-eval-rule: what has to hold between the values of this object. No score rests on them."""
    without_effect: tuple[str, ...] = ()
    """On the root: `path: key` of the settings below a unit, which nothing reads."""
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    inherited: Mapping[str, Inherited] = field(default_factory=dict, repr=False, compare=False)
    """By x-eval- key, the settings above that it takes from elsewhere."""
    defaults: Any = field(default=None, repr=False, compare=False)
    """What it may take from: the defaults that apply at this node, for parsing a changed schema again."""

    @property
    def is_unit(self) -> bool:
        """Whether a comparator scores the node as one value."""
        return self.comparator is not None

    @property
    def pairs_entries(self) -> bool:
        """Whether it is a map whose entries do not, or not only, pair up by their keys."""
        return self.additional is not None and not self.is_unit and self.align != BY_MAP_KEY

    @property
    def settings(self) -> dict[str, Any]:
        """The x-eval- keys that it has, and those that x-eval-defaults give it, as written."""
        written = {key: value for key, value in self.raw.items() if key.startswith("x-eval-")}
        return {**{key: one.value for key, one in self.inherited.items() if one.type is not None}, **written}

    @property
    def has_own(self) -> bool:
        """Whether it is a schema itself, and not only the place where the schemas of each value of `by` stand."""
        return self.by is None or bool(self.properties) or self.additional is not None or "x-eval-compare" in self.raw

    @property
    def roots(self) -> tuple[SchemaNode, ...]:
        """All schemas that records are scored by: itself, and with x-eval-by that of each value."""
        return (*((self,) if self.has_own else ()), *self.schemas.values())

    @property
    def children(self) -> tuple[SchemaNode, ...]:
        """Declared properties in schema order, then the map entry or the array element."""
        rest = tuple(node for node in (self.additional, self.items) if node is not None)
        return (*self.properties.values(), *rest)

    @property
    def record_keys(self) -> frozenset[str]:
        """Keys that records may have by this root, its id field included; empty where they may have any."""
        if any(root.additional is not None for root in self.roots):
            return frozenset()
        declared = {key for root in self.roots for key in root.properties}
        return frozenset(
            declared | {key for key in (self.id_field, self.by, self.cluster_field) if key} if declared else ()
        )

    def walk(self) -> Iterator[SchemaNode]:
        """Iterate over this node and all nodes below it, parents first, in schema order."""
        yield self
        for node in self.children:
            yield from node.walk()

    def fields_by_name(self) -> Iterator[tuple[str, SchemaNode]]:
        """Iterate over all nodes below the roots with unique names: the path, after the document type if any."""
        for node in self.walk() if self.has_own else ():
            if node.path:
                yield node.path, node
        for value, root in self.schemas.items():
            yield from ((in_type(value, node.path), node) for node in root.walk() if node.path)

    def leaves(self) -> Iterator[SchemaNode]:
        """Return the units below this node, or the node itself: what gets a result if both sides have it."""
        return (node for node in self.walk() if node.is_unit)
