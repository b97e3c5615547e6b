"""An annotated schema as JSON -> a checked tree of SchemaNode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from evaljson.base import paths
from evaljson.base.errors import SchemaError, did_you_mean
from evaljson.base.jsontypes import find_non_json, type_name
from evaljson.base.listed import first_of
from evaljson.base.params import parse_xeval_entry, short
from evaljson.schema.given import AnySchema
from evaljson.schema.node import BY_MAP_KEY, AlignSpec, ComparatorSpec, Inherited, SchemaNode
from evaljson.schema.parse import defaults, entries
from evaljson.schema.parse.confidence import check_confidence, read_confidence
from evaljson.schema.parse.defaults import Defaults, check_defaults
from evaljson.schema.parse.document_types import naming_schema, read_schemas, refuse_root_keys
from evaljson.schema.parse.rules import KEY as RULES
from evaljson.schema.parse.rules import read_rules
from evaljson.schema.resolve.resolve import model_resolved
from evaljson.schema.shape import check_shape
from evaljson.schema.type_defaults import type_default

__all__ = ["parse_eval_schema", "parse_xeval_entry"]

_TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
_ANY = ("array", "boolean", "number", "object", "string")
"""What resolving makes of a node without type."""
_A_MAP = 'an object with a schema in "additionalProperties"'
_UNRESOLVED = ("$ref", "allOf", "anyOf", "oneOf", "not", "if", "patternProperties", "prefixItems")


def parse_eval_schema(schema: AnySchema | SchemaNode) -> SchemaNode:
    """Check an eval schema and give it as a tree.

    All problems are found in one go; SchemaError carries the first one's path and names the others. A tree that is
    parsed already is given back as it is; the schema of a Pydantic model is resolved first.
    """
    if isinstance(schema, SchemaNode):
        return schema
    resolved = model_resolved(schema)
    _refuse_non_json(resolved)
    return _parsed(resolved, None)


def parse_again(schema: Mapping[str, Any], old: SchemaNode) -> SchemaNode:
    """Parse a changed copy of the schema that `old` was parsed from.

    Nodes whose JSON is the very same object in both are taken over, so the work grows with what differs. Notes on
    settings without effect (`without_effect`) are those of what differs. Raises SchemaError as `parse_eval_schema`.
    """
    return _parsed(schema, old)


def _parsed(schema: Mapping[str, Any], old: SchemaNode | None) -> SchemaNode:
    schemas, known = read_schemas(schema), {} if old is None else old.schemas
    root = _parse_root(schema, Defaults(), old)
    above = Defaults().below(schema, "")
    below = {value: _parse_one_of(value, raw, above, known.get(value)) for value, raw in schemas.items()}
    tree = replace(root, by=schema.get("x-eval-by"), schemas=below)
    check_confidence(tree.confidence, tree.roots)
    return replace(tree, without_effect=(*tree.without_effect, *unused_defaults(tree)))


def _parse_root(schema: Mapping[str, Any], above: Defaults, old: SchemaNode | None) -> SchemaNode:
    """Parse a whole schema, or that of one document type, which inherits what the root says of all."""
    parser = _Parser()
    with parser.problems:
        root = parser.node(schema, "", _Above(defaults=above), old)
    if parser.problems:
        raise parser.combined()
    if root.type != "object":
        raise SchemaError(f'a record is an object: the root\'s type must be "object", not {root.type!r}')
    return replace(root, without_effect=tuple(parser.without_effect))


def _parse_one_of(value: str, raw: Any, above: Defaults, old: SchemaNode | None) -> SchemaNode:
    with naming_schema(value):
        refuse_root_keys(raw)
        return _parse_root(raw, above, old)


def _refuse_non_json(schema: Any) -> None:
    non_json = find_non_json(dict(schema) if isinstance(schema, Mapping) else schema, "")
    if non_json:
        where, odd = non_json
        raise SchemaError(f"an eval schema is JSON; at {where or 'the root'} (as a path into it) it holds {odd}")


def inherited_by(raw: Mapping[str, Any], path: str, above: Defaults) -> dict[str, Inherited]:
    """Return the settings that a node takes from `above` or its own x-eval-defaults, by key."""
    type_ = _read_type(raw, path)
    return _taken(raw, path, type_, _is_unit(raw, _containers(raw, type_, path)), above)


def _taken(raw: Mapping[str, Any], path: str, type_: Any, unit: bool, above: Defaults) -> dict[str, Inherited]:
    at = above.at(raw, path)
    return {key: value for key, value in at.of(type_, unit).items() if key not in raw} if at.by_type else {}


def _is_unit(raw: Mapping[str, Any], containers: tuple[Mapping[str, Any], Any, Any]) -> bool:
    properties, additional, items = containers
    return "x-eval-compare" in raw or not (properties or additional is not None or items is not None)


@dataclass(frozen=True, slots=True)
class _Above:
    """What a node inherits."""

    weight: float = 1.0
    defaults: Defaults = field(default_factory=Defaults)
    depth: int = 0

    def gives(self, node: SchemaNode) -> bool:
        """Check whether a node that was parsed elsewhere inherits the same from here."""
        inherits = node.defaults == self.defaults.at(node.raw, node.path)
        return inherits and node.total_weight == self.weight * node.weight


class _Problems(list[SchemaError]):
    """As a context, it notes a problem, and what parses goes on with the rest of the schema.

    A class, since each node is such a context five times: a generator takes three times as long.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, SchemaError):
            return False
        self.append(error)
        return True


@dataclass(slots=True)
class _Parser:
    problems: _Problems = field(default_factory=_Problems)
    without_effect: list[str] = field(default_factory=list)

    def combined(self) -> SchemaError:
        first, *others = self.problems
        if not others:
            return first
        listed = first_of(list(map(str, others)), 5, "; ")
        return SchemaError(f"{first.problem} ({len(others)} more: {listed})", first.path)

    def node(self, raw: Any, path: str, above: _Above, old: SchemaNode | None = None) -> SchemaNode:
        if old is not None and raw is old.raw and above.gives(old):
            return old
        check_shape(raw, path, above.depth, _UNRESOLVED)
        with self.problems:
            entries.check_keys(raw, path)
        with self.problems:
            if defaults.KEY in raw:
                check_defaults(raw[defaults.KEY], path)
        type_ = _read_type(raw, path)
        properties, additional, items = _containers(raw, type_, path)
        unit = _is_unit(raw, (properties, additional, items))
        inherited = _taken(raw, path, type_, unit, above.defaults)
        settings = self._settings(raw, inherited, path, type_, above, unit, is_map=additional is not None)
        common = {"path": path, "type": type_, "raw": raw, "inherited": inherited, **settings}
        common["defaults"] = above.defaults.at(raw, path)
        if unit:
            self._note_settings_below(raw, path)
            return SchemaNode(**common)
        below = _Above(settings["total_weight"], above.defaults.below(raw, path), above.depth + 1)
        known = {} if old is None else old.properties
        children = self._children(properties, path, below, known)
        with self.problems:
            _check_compounds(children)
        entry = self._below(additional, paths.entries(path), below, old and old.additional)
        element = self._below(items, paths.elements(path), below, old and old.items)
        with self.problems:
            _check_alignment(settings["align"], element, entry, path, inherited.get("x-eval-align"))
        return SchemaNode(**common, properties=children, additional=entry, items=element)

    def _children(
        self, properties: Mapping[str, Any], path: str, below: _Above, known: Mapping[str, SchemaNode]
    ) -> dict[str, SchemaNode]:
        children = {
            key: self._below(value, paths.child(path, key), below, known.get(key)) for key, value in properties.items()
        }
        return {key: node for key, node in children.items() if node is not None}

    def _below(self, raw: Any, path: str, below: _Above, old: SchemaNode | None) -> SchemaNode | None:
        if raw is None:
            return None
        with self.problems:
            return self.node(raw, path, below, old)
        return None

    def _settings(
        self,
        raw: Mapping[str, Any],
        inherited: Mapping[str, Inherited],
        path: str,
        type_: Any,
        above: _Above,
        unit: bool,
        *,
        is_map: bool,
    ) -> dict[str, Any]:
        """Read its own settings, and those that it inherits."""
        every = {**{key: setting.value for key, setting in inherited.items()}, **raw} if inherited else raw

        def read(key: str, default: Any, reader: Callable[[Any, str], Any] | None = None) -> Any:
            """Read the setting; the default if it is not set or refused."""
            if key not in every:
                return default
            if key in inherited:  # what is wrong with it is said where it is written
                with suppress(SchemaError):
                    return entries.READERS[key](every[key], path)
                return default
            with self.problems:
                return (reader or entries.READERS[key])(every[key], path)
            return default

        weight = read("x-eval-weight", 1.0)
        compared = read("x-eval-compare", None) if unit else None
        if unit and "x-eval-compare" not in every:
            compared = entries.read_comparator(type_default(type_), path)
        with self.problems:
            self._check_places(raw, path, type_, unit, is_map)
            if above.weight * weight > entries.MAX_WEIGHT:
                raise SchemaError(f"the weights on the way here multiply to more than {entries.MAX_WEIGHT:g}", path)
        return {
            "comparator": compared or (ComparatorSpec("exact") if unit else None),
            "transforms": read("x-eval-transform", ()),
            "skip": read("x-eval-skip", False),
            "align": read("x-eval-align", BY_MAP_KEY if is_map else AlignSpec()),
            "weight": weight,
            "total_weight": above.weight * weight,
            "threshold": read("x-eval-threshold", None),
            "nulls": read("x-eval-nulls", None),
            "id_field": read("x-eval-id", None, lambda entry, at: entries.read_text(entry, "x-eval-id", at)),
            "cluster_field": read(
                "x-eval-cluster", None, lambda entry, at: entries.read_text(entry, "x-eval-cluster", at)
            ),
            "confidence": read("x-eval-confidence", None, read_confidence),
            "rules": read(RULES, (), lambda entry, at: read_rules(entry, raw, at)),
        }

    def _check_places(self, raw: Mapping[str, Any], path: str, type_: Any, unit: bool, is_map: bool) -> None:
        """Refuse settings on nodes where they can do nothing."""
        is_array = "array" in ((type_,) if isinstance(type_, str) else type_)
        if "x-eval-align" in raw and not (is_array or is_map):
            raise SchemaError(f"x-eval-align belongs on an array, or on a map ({_A_MAP})", path)
        if "x-eval-align" in raw and unit:
            what = "array" if is_array else "map"
            self.without_effect.append(f"{path}: x-eval-align (the {what} is compared as one value)")
        for key in ("x-eval-id", "x-eval-cluster", "x-eval-confidence", "x-eval-by", "x-eval-schemas"):
            if key in raw and path:
                raise SchemaError(f"{key} belongs on the root", path)
        if RULES in raw and (unit or type_ != "object"):
            raise SchemaError(f"{RULES} belongs on an object with fields: the root, or the elements of an array", path)
        for key in ("x-eval-threshold", "x-eval-transform"):
            if key in raw and not unit:
                raise SchemaError(f"{key} belongs on a field that is compared as one value, not on its container", path)

    def _note_settings_below(self, raw: Mapping[str, Any], path: str) -> None:
        stack: list[tuple[str, Any]] = []
        _push_children(raw, path, stack)
        while stack:
            where, node = stack.pop()
            if isinstance(node, Mapping):
                self.without_effect += [f"{where}: {key}" for key in node if str(key).startswith("x-eval-")]
                _push_children(node, where, stack)


def _push_children(raw: Mapping[str, Any], path: str, stack: list[tuple[str, Any]]) -> None:
    properties = raw.get("properties")
    if isinstance(properties, Mapping):
        stack.extend((paths.child(path, str(key)), node) for key, node in properties.items())
    stack.append((paths.elements(path), raw.get("items")))
    stack.append((paths.entries(path), raw.get("additionalProperties")))


def _read_type(raw: Mapping[str, Any], path: str) -> str | tuple[str, ...]:
    type_ = raw.get("type")
    if type_ is None:
        guess = "object" if "properties" in raw else "array" if "items" in raw else None
        if guess is None and raw.get("x-eval-skip") is True:
            return _ANY
        if guess is None:
            raise SchemaError(
                f'the node has no type: add one of {", ".join(_TYPES)}; or "x-eval-skip": true to leave out what is '
                "here; or pass the schema through resolve_schema_references, for which it is any type",
                path,
            )
        return guess
    names = type_ if isinstance(type_, list) else [type_]
    for name in names:
        if name not in _TYPES:
            raise SchemaError(f"there is no JSON type {short(name)}.{did_you_mean(str(name), _TYPES)}", path)
    without_null = tuple(dict.fromkeys(name for name in names if name != "null"))
    return without_null[0] if len(without_null) == 1 else without_null or "null"


def _containers(raw: Mapping[str, Any], type_: Any, path: str) -> tuple[Mapping[str, Any], Any, Any]:
    """(properties, schema of map entries or None, schema of elements or None) of a single-type container."""
    properties, additional, items = raw.get("properties", {}), raw.get("additionalProperties"), raw.get("items")
    if not isinstance(properties, Mapping):
        raise SchemaError(f'"properties" takes an object, not {type_name(properties)}', path)
    if type_ == "object":
        return properties, additional if isinstance(additional, Mapping) and additional else None, None
    if type_ == "array" and not isinstance(items, bool):
        if items is not None and not isinstance(items, Mapping):
            raise SchemaError(f'"items" takes one schema for all elements, not {type_name(items)}', path)
        return {}, None, items or None
    return {}, None, None


def _check_compounds(children: Mapping[str, SchemaNode]) -> None:
    """Check that the fields of a compound are siblings and all declare it the same way."""
    for key, node in children.items():
        spec = node.comparator
        if spec is None or spec.name != "compound" or not {"fields", "primary"} <= set(spec.params):
            continue
        for name in (*spec.params["fields"], spec.params["primary"]):
            other = children.get(name)
            where = node.path
            if other is None:
                raise SchemaError(
                    f"the compound's field {short(name)} is not a sibling.{did_you_mean(name, children)}", where
                )
            if other.comparator != spec:
                raise SchemaError(f"its sibling {short(name)} has to declare the same compound", where)
        if key not in spec.params["fields"] or spec.params["primary"] not in spec.params["fields"]:
            raise SchemaError("this field and the primary one are both among the compound's fields", node.path)


def _check_alignment(
    spec: AlignSpec, element: SchemaNode | None, entry: SchemaNode | None, path: str, inherited: Inherited | None
) -> None:
    """Check that each strategy suits an array or a map, and that the keys and fields that it names exist."""
    whose = "" if inherited is None else f"by the defaults of {inherited.path or 'the record'}, "
    inner, called = (element, "elements") if entry is None else (entry, "entries")
    for align in spec.chain():
        if align.strategy == "map_key" and element is not None:
            raise SchemaError(f"{whose}map_key pairs the entries of a map, and this is an array", path)
        if align.strategy == "ordered" and entry is not None:
            raise SchemaError(f"{whose}the entries of a map have no order: pair them by map_key or hungarian", path)
        names = align.keys or align.on
        if not names or inner is None:
            continue
        if "object" not in ((inner.type,) if isinstance(inner.type, str) else inner.type):
            raise SchemaError(f"{whose}{align.strategy} needs {called} that are objects, to have fields", path)
        if inner.is_unit and align.on:
            raise SchemaError(f"{whose}the {called} are compared as one value: they have no fields to align on", path)
        for name in names:
            if not inner.is_unit and name not in inner.properties and inner.additional is None:
                hint = did_you_mean(name, inner.properties)
                raise SchemaError(f"{whose}the {called} have no field {short(name)} to align by.{hint}", path)


def unused_defaults(tree: SchemaNode) -> list[str]:
    """List the defaults of a schema that no node takes, each with the node that it is written at."""
    nodes = [node for root in (tree, *tree.schemas.values()) for node in root.walk()]
    written = [(node.path, *one[:2]) for node in nodes for one in defaults.settings_of(node.raw.get(defaults.KEY))]
    if not written:
        return []
    used = {(one.path, one.type, key) for node in nodes for key, one in node.inherited.items()}
    return [
        f"{path}: {defaults.KEY} of {type_}, {key} (no field takes it)"
        for path, type_, key in dict.fromkeys(written)
        if (path, type_, key) not in used
    ]
