"""A change of one node's settings that composes with others at the same node."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from evaljson.base.jsontypes import strict_equal, strict_key
from evaljson.base.params import parse_xeval_entry
from evaljson.base.paths import above, elements, entries, split
from evaljson.comparators.registry import find_comparator
from evaljson.schema.node import Inherited, in_type
from evaljson.schema.parse.defaults import Defaults
from evaljson.schema.parse.document_types import SCHEMAS
from evaljson.schema.parse.parse import inherited_by
from evaljson.schema.type_defaults import type_default
from evaljson.wording.settings import raw_nodes

Raw = dict[str, Any]
_ORDER: Final = (
    "null_if", "type_convert", "normalize_width", "normalize_whitespace", "regex_replace", "map_values", "lowercase",
    "casefold", "strip_accents", "strip_punctuation", "sort_tokens",
)  # fmt: skip
"""Which transform comes first. What means null is looked up as it is written, n/a with its separator, and 0 before it
becomes a text or is refused as none; words are looked up so too, and sorted when nothing else changes them."""

_SPACES, _PUNCTUATION, _LOOKS_UP = "normalize_whitespace", "strip_punctuation", {"regex_replace", "map_values"}


@dataclass(frozen=True, slots=True)
class Edit:
    """All of it applies to every node at the path: with x-eval-by, several document types may have it."""

    path: str
    transforms: tuple[Any, ...] = ()
    """Entries that are put behind the transforms there, each once, in an order of their own."""
    compare: str | None = None
    """The name of another comparator."""
    params: Mapping[str, Any] = field(default_factory=dict)
    """Parameters of the comparator, beside those that it has and takes."""
    absent: tuple[Any, ...] = ()
    """Values that count as a missing key, beside those that do."""
    both_absent: str | None = None
    """For x-eval-nulls; a policy that is there keeps its own."""
    align: Mapping[str, Any] | None = None
    skip: bool = False
    as_map: bool = False
    """Whether the properties become entries of a map."""
    threshold: float | None = None
    """The score from which on two values count as a match."""

    @property
    def rule(self) -> Any:
        """Return the comparator with its parameters, as x-eval-compare has it; None where it stays."""
        return {self.compare: dict(self.params)} if self.compare is not None and self.params else self.compare

    def to_dict(self) -> Raw:
        """Return the settings that it changes."""
        settings: Raw = {"path": self.path}
        for name in (one.name for one in fields(self)):
            value = getattr(self, name)
            if value:
                settings[name] = list(value) if isinstance(value, tuple) else value
        return settings


class Nodes:
    """The nodes of a schema as written in it, to look up many of them."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._every, self._types = raw_nodes(schema), tuple(schema.get(SCHEMAS, {}))

    def at(self, path: str) -> list[Raw]:
        """Return every node at a schema path: each document type may have one."""
        names = [path, *(in_type(value, path) for value in self._types)]
        nodes = [self._every[name] for name in names if name in self._every]
        return [node for node in nodes if isinstance(node, dict) and _is_node(node)]


def nodes_at(schema: Mapping[str, Any], path: str) -> list[Raw]:
    """Return every node at a schema path, as written in the schema."""
    return Nodes(schema).at(path)


def _is_node(node: Raw) -> bool:
    return "type" in node or "properties" in node or "items" in node or "x-eval-compare" in node


def edited(schema: Mapping[str, Any], *edits: Edit) -> dict[str, Any]:
    """Return the schema with some edits. Only what is around an edited node is copied: the rest is shared."""
    changed, copies = dict(schema), set[int]()
    if SCHEMAS in changed:
        changed[SCHEMAS] = dict(changed[SCHEMAS])
    # the deepest first: a node inherits what the schema said before, whatever the order of the edits
    for edit in sorted(edits, key=lambda edit: -len(split(edit.path))):
        for node, inherited in _own_nodes(changed, edit.path, copies):
            change(node, edit, inherited)
    return changed


def unshared(part: Any) -> Any:
    """Copy JSON so that no part of it is in it twice, or in anything else."""
    if isinstance(part, Mapping):
        return {key: unshared(value) for key, value in part.items()}
    return [unshared(value) for value in part] if isinstance(part, list | tuple) else part


def _own_nodes(root: Raw, path: str, copies: set[int]) -> Iterator[tuple[Raw, Mapping[str, Inherited]]]:
    """Yield every node at a schema path, copied with all around it, and what it inherits; `copies` has the ids of what
    is copied already."""
    yield from _own_node(root, path, copies, Defaults())
    for value, below in root.get(SCHEMAS, {}).items():
        if isinstance(below, Mapping):
            root[SCHEMAS][value] = _copied(below, copies)
            yield from _own_node(root[SCHEMAS][value], path, copies, Defaults().below(root, ""))


def _own_node(
    root: Raw, path: str, copies: set[int], defaults: Defaults
) -> Iterator[tuple[Raw, Mapping[str, Inherited]]]:
    node, levels = root, above(path)
    for around, here, step in zip(levels, levels[1:], split(path), strict=False):
        name = "items" if here == elements(around) else "additionalProperties" if here == entries(around) else ""
        defaults, holder = defaults.below(node, around), node
        if not name:
            if not isinstance(node.get("properties"), Mapping):
                return
            holder = node["properties"] = _copied(node["properties"], copies)
            name = str(step)
        if not isinstance(holder.get(name), Mapping):
            return
        node = holder[name] = _copied(holder[name], copies)
    if _is_node(node):
        yield node, inherited_by(node, path, defaults)


def _copied(part: Mapping[str, Any], copies: set[int]) -> Raw:
    if id(part) in copies and isinstance(part, dict):
        return part
    mine = dict(part)
    copies.add(id(mine))
    return mine


def change(node: Raw, edit: Edit, inherited: Mapping[str, Inherited]) -> None:
    """Write an edit into a node; it adds to what the node inherits. Doing it again changes nothing."""
    present = {**{key: setting.value for key, setting in inherited.items()}, **node}
    if edit.transforms:
        node["x-eval-transform"] = with_transforms(present.get("x-eval-transform", []), edit.transforms)
    if edit.compare is not None or edit.params:
        by_type = _by_type(node) if "x-eval-compare" not in present else None
        node["x-eval-compare"] = compared_by(present.get("x-eval-compare", by_type), edit)
    if edit.absent:
        node["x-eval-nulls"] = _nulls(present.get("x-eval-nulls"), edit)
    if edit.align is not None:
        node["x-eval-align"] = copy.deepcopy(dict(edit.align))
    if edit.skip:
        node["x-eval-skip"] = True
    if edit.threshold is not None:
        node["x-eval-threshold"] = edit.threshold
    if edit.as_map and node.get("properties"):
        node["additionalProperties"] = _united(list(node["properties"].values()))
        node["properties"] = {}


def _united(nodes: list[Raw]) -> Raw:
    """Return one node for all: the first one, with the parts of all the others."""
    united = copy.deepcopy(dict(nodes[0]))
    parts: dict[str, list[Raw]] = {}
    for node in nodes:
        for key, below in node.get("properties", {}).items():
            parts.setdefault(key, []).append(below)
    if parts:
        united["properties"] = {key: _united(same) for key, same in parts.items()}
        united.pop("required", None)
    items = [node["items"] for node in nodes if isinstance(node.get("items"), Mapping)]
    return {**united, "items": _united(items)} if items else united


def with_transforms(present: list[Any], added: tuple[Any, ...]) -> list[Any]:
    """Append the new transforms to the present ones, in a fixed order; synonyms that a table there has are present."""
    known = {strict_key(entry) for entry in present}
    every = [entry for entry in added if strict_key(entry) not in known and not _is_in_a_table(entry, present)]
    ordered = sorted(copy.deepcopy(every), key=_place)
    names = [parse_xeval_entry(entry)[0] for entry in ordered]
    if _SPACES in names and _PUNCTUATION in names and _LOOKS_UP.isdisjoint(names):
        ordered.insert(names.index(_PUNCTUATION), ordered.pop(names.index(_SPACES)))  # "a - b" leaves two spaces
    return [*present, *ordered]


def _is_in_a_table(entry: Any, present: list[Any]) -> bool:
    name, params = parse_xeval_entry(entry)
    if name != "map_values":
        return False
    options = strict_key({**params, "values": None})
    return any(
        other == name
        and strict_key({**known, "values": None}) == options
        and params["values"].items() <= known["values"].items()
        for other, known in map(parse_xeval_entry, present)
    )


def merged_transforms(parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Merge the transforms of several edits: each once, and tables of synonyms as one, since a text is looked up once.

    Lists of values that mean null stay steps of their own: each keeps what it says of upper and lower case, and is
    found in the schema as it was proposed. One after the other they do what they do in any order.
    """
    merged: dict[Any, Any] = {}
    for entry in (entry for part in parts for entry in part):
        name, params = parse_xeval_entry(entry)
        if name != "map_values":
            merged[strict_key(entry)] = entry
        elif name not in merged:
            merged[name] = {name: copy.deepcopy(params)}
        else:
            merged[name][name]["values"] = {**params["values"], **merged[name][name]["values"]}
    return tuple(merged.values())


def _place(entry: Any) -> tuple[int, str]:
    name, params = parse_xeval_entry(entry)
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER), repr(sorted(params.items())))


def compared_by(present: Any, edit: Edit) -> Any:
    """Build the comparator entry; another comparator keeps the parameters that it also takes."""
    present_name, params = parse_xeval_entry(present)
    name = edit.compare or present_name
    known = find_comparator(name).params
    taken = None if known is None else {param.name for param in known}
    all_params = {**params, **edit.params}
    kept = {key: value for key, value in all_params.items() if taken is None or key in taken}
    return {name: copy.deepcopy(kept)} if kept else name


def _by_type(node: Raw) -> Any:
    """Return the default comparator of a node's type."""
    types = node.get("type", "object")
    names = [name for name in (types if isinstance(types, list) else [types]) if name != "null"] or ["null"]
    return type_default(names[0] if len(names) == 1 else names)


def takes(name: str, params: Mapping[str, Any]) -> bool:
    """Check whether a comparator has these parameters."""
    known = find_comparator(name).params
    return known is None or set(params) <= {param.name for param in known}


def _nulls(present: Any, edit: Edit) -> Raw:
    policy: Raw = dict(present) if isinstance(present, Mapping) else {"absent": []}
    listed = list(policy.get("absent", []))
    policy["absent"] = listed + [value for value in edit.absent if not any(strict_equal(value, v) for v in listed)]
    if edit.both_absent is not None and present is None:
        policy["both_absent"] = edit.both_absent
    return policy
