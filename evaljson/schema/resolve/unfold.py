"""A JSON Schema document unfolded into one tree: each node is flattened, then written down, then its children are."""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import type_name
from evaljson.base.paths import child, elements, entries
from evaljson.schema.limits import MAX_DEPTH, TOO_DEEP
from evaljson.schema.parse.document_types import BY, SCHEMAS
from evaljson.schema.resolve.alternatives import ValuesOf, how_united, mixed_types
from evaljson.schema.resolve.combine import alternatives, combine, with_conditions
from evaljson.schema.resolve.flat import ANY_TYPE, Combination, Expression, Flat, KeyClash
from evaljson.schema.resolve.keywords import branches, conditions, is_never, read_node
from evaljson.schema.resolve.listed_values import Values
from evaljson.schema.resolve.refs import LocatedSchema
from evaljson.schema.resolve.remarks import RemarkKind, SchemaRemark

_OF_ROOT = ("x-eval-id", "x-eval-cluster", "x-eval-confidence", BY, SCHEMAS)
_WAY_OUT = "Rewrite it without that, or give the node an x-eval-compare to compare it as one value."
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Unfolding:
    """Collects the remarks of one tree."""

    recursion: int
    """How often a definition that contains itself is laid out."""
    remarks: list[SchemaRemark] = field(default_factory=list)
    scored: bool = True
    """False below a node that is not scored through its children: those are kept where they are plain."""

    def node(self, expression: Expression, path: str, depth: int) -> dict[str, Any]:
        """Write the node and all nodes below it as JSON."""
        return self._reduce(self._flatten(expression, path), path, depth)

    def _flatten(self, expression: Expression, path: str) -> Flat:
        """Flatten a node with everything that it is combined with."""
        return with_conditions(self._gather(expression, path), path)

    def _gather(self, expression: Expression, path: str) -> Flat:
        """Flatten a node, but keep apart what holds under a condition, since that yields to everything else."""
        if isinstance(expression, Combination):
            return self._merged(expression, path)
        schema = expression.schema
        if not isinstance(schema, Mapping | bool):
            raise SchemaError(f"a schema is a JSON object, not {type_name(schema)}", path)
        if is_never(schema):
            raise SchemaError("the schema false allows no value at all: remove the field", path)
        flat = read_node(expression, path)
        members = [self._gather(inner, path) for inner in branches(expression, "allOf", path)]
        if members:
            flat = combine([flat, combine(members, "all", path)], "refine", path)
        for key in ("anyOf", "oneOf"):
            choices = [self._flatten(inner, path) for inner in branches(expression, key, path)]
            if choices:
                flat = combine([flat, self._choice(choices, expression, flat, path)], "refine", path)
        if "$ref" in expression.keywords:
            flat = combine([flat, self._target(expression, path)], "over", path)
        under = tuple(self._flatten(inner, path) for inner in conditions(expression, path))
        return replace(flat, conditional=flat.conditional + under) if under else flat

    def _merged(self, expression: Combination, path: str) -> Flat:
        if expression.rule != "any":
            return combine([self._gather(part, path) for part in expression.parts], expression.rule, path)
        parts = [self._flatten(part, path) for part in expression.parts]
        united = combine(parts, "any", path)
        notes = (*mixed_types(parts), *how_united(parts, None, self._values_at(path)))
        return replace(united, notes=united.notes + notes)

    def _choice(self, choices: list[Flat], source: LocatedSchema, node: Flat, path: str) -> Flat:
        united = alternatives(choices, node, path)
        notes = how_united(choices, source.keywords.get("discriminator"), self._values_at(path))
        return replace(united, notes=united.notes + notes)

    def _values_at(self, path: str) -> ValuesOf:
        def values_at(flat: Flat, key: str) -> Values | None:
            return self._flatten(flat.properties[key], child(path, key)).values

        return values_at

    def _target(self, source: LocatedSchema, path: str) -> Flat:
        target = source.follow(source.keywords["$ref"], path)
        flat = self._gather(target, path)
        if target.is_root:
            flat = replace(flat, settings={key: v for key, v in flat.settings.items() if key not in _OF_ROOT})
        again = target.times > self.recursion and (flat.has_children or flat.conditional)
        return replace(flat, cut=source.keywords["$ref"]) if again else flat

    def _reduce(self, flat: Flat, path: str, depth: int) -> dict[str, Any]:
        if depth > MAX_DEPTH:
            raise SchemaError(TOO_DEEP, path)
        settings = _settings(flat, path)
        types = flat.known_types or ANY_TYPE
        _check_children(flat, types, path)
        node: dict[str, Any] = {"type": types[0] if len(types) == 1 else list(types)} | copy.deepcopy(flat.kept)
        if flat.values is not None:
            node |= copy.deepcopy(flat.values.as_keyword())
        has_own_rule = "x-eval-compare" in settings or settings.get("x-eval-skip") is True
        if flat.cut is not None and not self.scored:
            raise SchemaError(f'"$ref" {flat.cut!r} is recursive', path)
        if len(types) > 1 or has_own_rule:
            if not has_own_rule:
                self._say(flat, path, True)
            return node | self._children_unscored(flat, path, depth) | settings
        if flat.cut is not None:
            self._remark(
                "cut",
                path,
                f"{flat.cut!r} is recursive, laid out {self._times}; from here on it is one value, compared by exact",
            )
            return node | settings | {"x-eval-compare": "exact"}
        if flat.conflict:
            raise SchemaError(f"{flat.conflict}. {_WAY_OUT}", path)
        self._say(flat, path, False)
        return node | self._children(flat, path, depth) | settings

    def _children(self, flat: Flat, path: str, depth: int) -> dict[str, Any]:
        children: dict[str, Any] = {}
        for key, expression in flat.properties.items():
            children.setdefault("properties", {})[key] = self.node(expression, child(path, key), depth + 1)
        for keyword, inner, where in (
            ("items", flat.items, elements(path)),
            ("additionalProperties", flat.additional, entries(path)),
        ):
            inner_flat = Flat() if inner is None else self._flatten(inner, where)
            if not inner_flat.is_blank:
                children[keyword] = self._reduce(inner_flat, where, depth + 1)
        return children

    def _children_unscored(self, flat: Flat, path: str, depth: int) -> dict[str, Any]:
        """Resolve children that nothing scores: recursive or differing ones may stay unknown."""
        if flat.conflict or flat.cut:
            return {}
        try:
            return replace(self, recursion=1, remarks=[], scored=False)._children(flat, path, depth)
        except SchemaError as error:
            logger.debug("%s: left out below a node that is not scored through its children: %s", path, error)
            return {}

    def _say(self, flat: Flat, path: str, as_unit: bool) -> None:
        """Remark on a node that is scored: as one value for its several types, or through its children."""
        for note in flat.notes:
            back = note.kind == "never" and note.key in flat.properties
            if as_unit == (note.kind == "mixed") and not back:
                self._remark(note.kind, path if note.key is None else child(path, note.key), note.message)

    def _remark(self, kind: RemarkKind, path: str, message: str) -> None:
        self.remarks.append(SchemaRemark(kind, path, message))

    @property
    def _times(self) -> str:
        return "once" if self.recursion == 1 else f"{self.recursion} times"


def _settings(flat: Flat, path: str) -> dict[str, Any]:
    for key, value in flat.settings.items():
        if isinstance(value, KeyClash):
            first, second = value.values
            raise SchemaError(
                f"{key} is {first!r:.60} in one part and {second!r:.60} in another: set it at the node", path
            )
    return copy.deepcopy(flat.settings)


def _check_children(flat: Flat, types: tuple[str, ...], path: str) -> None:
    for type_, keyword, there in (
        ("object", "properties", flat.properties),
        ("object", "additionalProperties", flat.additional),
        ("array", "items", flat.items),
    ):
        if there and type_ not in types:
            raise SchemaError(f'"{keyword}" has no meaning for type {" or ".join(types)}: correct one of them', path)
