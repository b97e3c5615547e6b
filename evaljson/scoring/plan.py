"""The eval schema prepared for scoring: names resolved to functions, nodes numbered in schema order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base.jsontypes import strict_key
from evaljson.base.paths import above
from evaljson.comparators.base import Registered, says
from evaljson.comparators.nested.compound import CompoundComparator, is_asked_by_call
from evaljson.comparators.nested.declared_compound import Declared
from evaljson.comparators.nested.inner import with_listed
from evaljson.comparators.registry import find_comparator
from evaljson.schema.node import AlignSpec, ComparatorSpec, NullPolicy, SchemaNode, TransformSpec
from evaljson.transforms.base import RegisteredTransform
from evaljson.transforms.registry import find_transform

Transforms = tuple[tuple[str, Callable[[Any, dict[str, Any]], Any], dict[str, Any]], ...]
REFUSED = object()
"""In place of the value of a transform that refused."""


@dataclass(frozen=True, slots=True)
class Names:
    """Where the names of comparators and transforms are looked up."""

    comparator: Callable[[str], Registered] = find_comparator
    transform: Callable[[str], RegisteredTransform] = find_transform
    transforms_listed_values: bool = True
    """Whether the values that an `oneof` lists go through the field's transforms."""


@dataclass(frozen=True, slots=True)
class UnitRule:
    """How one field is compared."""

    comparator: Registered
    params: dict[str, Any]
    transforms: Transforms
    threshold: float | None
    nulls: NullRule | None
    compound: CompoundComparator | None = None
    """Its comparator, if that judges sibling fields together."""

    @property
    def is_batch(self) -> bool:
        """Whether its comparator takes many fields at once (except compounds)."""
        return says(self.comparator.fn, "is_batch") and self.compound is None

    def transform(self, value: Any) -> tuple[Any, str | None]:
        """Return (transformed value, None), or (REFUSED, reason)."""
        return transformed(value, self.transforms)

    def listed(self, value: Any) -> Any:
        """Transform a value that the parameters list; keep it as it is where a transform refuses."""
        new = self.transform(value)[0]
        return value if new is REFUSED else new


def transformed(value: Any, transforms: Transforms) -> tuple[Any, str | None]:
    """Return (transformed value, None), or (REFUSED, reason)."""
    for name, fn, params in transforms:
        try:
            value = fn(value, params)
        except Exception as error:  # a user's transform may raise anything; the reason is in the result
            return REFUSED, str(error) or f"{name} raised {type(error).__name__}"
    return value, None


@dataclass(frozen=True, slots=True)
class NullRule:
    """A null policy with its listed values as keys."""

    absent: frozenset[Hashable]
    both_absent_matches: bool
    lists_filled: bool
    """Whether a listed value is a container that holds something."""

    def lists(self, value: Any) -> bool:
        """Check whether the value counts as a missing key."""
        return strict_key(value) in self.absent


@dataclass(frozen=True, slots=True)
class Compound:
    """Sibling fields that one comparator judges together."""

    primary: PlanNode
    members: tuple[tuple[str, PlanNode], ...]
    """All fields that name it; those that it does not declare are only skipped."""
    comparator: CompoundComparator
    params: dict[str, Any]


@dataclass(frozen=True, eq=False, slots=True)
class Link:
    """One strategy of an alignment."""

    spec: AlignSpec
    element: PlanNode
    """The element that pairs are scored by, for hungarian: all of it, or some of its fields."""
    pair_weights: dict[int, float]
    """By node number, the product of the weights from the element down. Weights further up change no alignment, not
    even 0."""
    stand_in: bool
    """Whether the elements hold only batch fields: they are aligned by text similarity."""
    key_transforms: Transforms
    """Applied to the key values, for key_field."""


@dataclass(eq=False, slots=True)
class PlanNode:
    """One node of the schema with what scoring needs of it."""

    schema: SchemaNode
    number: int
    """Its place in schema order."""
    unit: UnitRule | None
    nulls: NullRule | None
    children: list[tuple[str, PlanNode]] = field(default_factory=list)
    """The declared properties that are scored one by one, in schema order."""
    compounds: list[Compound] = field(default_factory=list)
    entry: PlanNode | None = None
    element: PlanNode | None = None
    declared: frozenset[str] = frozenset()
    """Known keys: all properties, and the id at the root."""
    unknown_number: int = 0
    """The place of unknown keys of this object in schema order: after its known ones."""
    links: tuple[Link, ...] = ()
    """How the elements of an array are paired: each link pairs the elements that the one before left alone. Those of a
    map: empty where its entries are paired by their keys."""
    mute: bool = False
    """Whether its results are dropped; only whether it has any matters, where the other side lacks the whole object."""
    only_listed: bool = False
    """Whether this is the element of an alignment `on` some fields: its other keys do not count as unknown."""

    @property
    def path(self) -> str:
        """Schema path."""
        return self.schema.path

    @property
    def weight(self) -> float:
        """The product of the weights down to here."""
        return self.schema.total_weight

    @property
    def is_array(self) -> bool:
        """Whether its children are the elements of an array."""
        return self.element is not None

    def counts_as_absent(self, value: Any) -> bool:
        """Check whether the null policy lists the value, after transforms."""
        if self.nulls is None:
            return False
        new, refused = self.unit.transform(value) if self.unit is not None else (value, None)
        return self.nulls.lists(value if refused is not None else new)

    def below(self) -> Iterator[PlanNode]:
        """Yield the child nodes: properties (including members of compounds), map entries, array elements."""
        yield from (child for _, child in self.children)
        yield from (member for compound in self.compounds for _, member in compound.members)
        yield from (node for node in (self.entry, self.element) if node is not None)

    def walk(self) -> Iterator[PlanNode]:
        """Yield this node and all below it."""
        yield self
        for node in self.below():
            yield from node.walk()


@dataclass(slots=True)
class KeptPlans:
    """Plans of nodes, from one run to the next: read for the very same nodes of the schema, which they keep alive."""

    plans: dict[tuple[int, bool], PlanNode] = field(default_factory=dict)
    """By the `id` of the node, and whether its results are wanted."""
    next: int = 0
    """The number of the next node: numbers are never used twice."""


class Planner:
    """Builds plans; numbers continue from one plan to the next, so that all plans of a run have one order."""

    def __init__(
        self, only: Collection[str] | None = None, kept: KeptPlans | None = None, names: Names | None = None
    ) -> None:
        """Start a run; `only` are the schema paths at or below which results are wanted, None for all.

        With `kept`, plans of nodes of which all results are wanted, or none, are taken from there, and put there. Their
        numbers are then no longer in the order of the schema.
        """
        self._only = None if only is None else frozenset(only)
        self._around = frozenset(path for one in self._only or () for path in above(one))
        self._kept = KeptPlans() if kept is None else kept
        self._keeps = kept is not None
        self._names = names or Names()

    def plan(self, root: SchemaNode, id_field: str | None, labels: frozenset[str]) -> PlanNode:
        """Build the plan of a whole tree. `id_field` is not scored; `labels` do not count as unknown keys."""
        plan = self.node(root, id_field, self._only is None)
        plan.declared |= labels | ({id_field} if id_field is not None else frozenset())
        return plan

    def _number(self) -> int:
        self._kept.next += 1
        return self._kept.next - 1

    def node(self, schema: SchemaNode, leave_out: str | None = None, wanted: bool = False) -> PlanNode:
        """Build the plan of one node and all below it, without one key; `wanted` says that something around it is."""
        wanted = wanted or schema.path in (self._only or ())
        mute = not wanted and schema.path not in self._around
        if not self._keeps or leave_out is not None or not (wanted or mute):
            return self._build(schema, leave_out, wanted, mute)
        key = id(schema), wanted
        if key not in self._kept.plans:
            self._kept.plans[key] = self._build(schema, leave_out, wanted, mute)
        return self._kept.plans[key]

    def _build(self, schema: SchemaNode, leave_out: str | None, wanted: bool, mute: bool) -> PlanNode:
        plan = PlanNode(schema, self._number(), self._unit(schema), _null_rule(schema.nulls), mute=mute)
        if plan.unit is not None:
            return plan
        named = [(key, self.node(child, wanted=wanted)) for key, child in schema.properties.items() if key != leave_out]
        plan.compounds = list(_compounds(named))
        in_compounds = {id(member) for compound in plan.compounds for _, member in compound.members}
        plan.children = [(key, child) for key, child in named if id(child) not in in_compounds]
        plan.declared = frozenset(schema.properties)
        plan.entry = self.node(schema.additional, wanted=wanted) if schema.additional else None
        plan.element = self.node(schema.items, wanted=wanted) if schema.items else None
        plan.unknown_number = self._number()
        if plan.element is not None:
            plan.links = tuple(self._link(spec, plan.element) for spec in schema.align.chain())
        elif plan.entry is not None and schema.pairs_entries:
            plan.links = tuple(self._link(spec, plan.entry) for spec in schema.align.chain())
        return plan

    def _unit(self, schema: SchemaNode) -> UnitRule | None:
        spec = schema.comparator
        if spec is None:
            return None
        registered = self._names.comparator(spec.name)
        compound = _compound(registered.fn, spec)
        transforms = self._transforms(schema.transforms)
        rule = UnitRule(registered, dict(spec.params), transforms, schema.threshold, _null_rule(schema.nulls), compound)
        if self._names.transforms_listed_values and compound is None and not rule.is_batch:
            rule.params.update(with_listed(spec.name, rule.params, rule.listed))
        return rule

    def _transforms(self, specs: Iterable[TransformSpec]) -> Transforms:
        return tuple((spec.name, self._names.transform(spec.name).fn, dict(spec.params)) for spec in specs)

    def _link(self, spec: AlignSpec, element: PlanNode) -> Link:
        if spec.on:
            element = _restricted(element, frozenset(spec.on))
        weights = dict(_weights_below(element, 1.0))
        return Link(spec, element, weights, _only_batch(element), self._transforms(spec.transforms))


def _compound(fn: Any, spec: ComparatorSpec) -> CompoundComparator | None:
    if isinstance(fn, Declared):
        return fn.build(spec.params)
    return fn if isinstance(fn, CompoundComparator) and not is_asked_by_call(fn) else None


def _null_rule(policy: NullPolicy | None) -> NullRule | None:
    if policy is None:
        return None
    filled = any(isinstance(value, dict | list) and value for value in policy.absent)
    return NullRule(frozenset(map(strict_key, policy.absent)), policy.both_absent == "match", filled)


def _compounds(named: list[tuple[str, PlanNode]]) -> Iterator[Compound]:
    groups: dict[Hashable, list[tuple[str, PlanNode]]] = {}
    for key, child in named:
        spec: ComparatorSpec | None = child.schema.comparator
        if spec and child.unit and child.unit.compound and not child.schema.skip:
            groups.setdefault((spec.name, strict_key(dict(spec.params))), []).append((key, child))
    for members in groups.values():
        unit = members[0][1].unit
        assert unit is not None
        assert unit.compound is not None
        declared = [member for key, member in members if key in unit.compound.fields]
        primary = dict(members).get(unit.compound.primary) or (declared or [members[0][1]])[0]
        yield Compound(primary, tuple(members), unit.compound, unit.params)


def _restricted(element: PlanNode, on: frozenset[str]) -> PlanNode:
    """Return the element with only some of its fields, which may be free keys. A compound counts if one field does."""
    declared = [(key, child) for key, child in element.children if key in on]
    free = [] if element.entry is None else [(key, element.entry) for key in sorted(on - element.declared)]
    return replace(
        element,
        children=declared + free,
        compounds=[group for group in element.compounds if any(key in on for key, _ in group.members)],
        entry=None,
        only_listed=True,
    )


def _weights_below(node: PlanNode, above: float) -> Iterator[tuple[int, float]]:
    weight = above * node.schema.weight
    yield node.number, weight
    for child in node.below():
        yield from _weights_below(child, weight)


def _only_batch(element: PlanNode) -> bool:
    units = [node for node in element.walk() if node.unit and not node.schema.skip]
    return bool(units) and all(node.unit.is_batch for node in units if node.unit)
