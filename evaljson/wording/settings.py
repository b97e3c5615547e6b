"""What differs between two eval schemas, setting by setting, in words: "total: comparator numeric → numeric 1%"."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

from evaljson.base.errors import EvaljsonError, SchemaError
from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.base.params import parse_xeval_entry
from evaljson.base.paths import child, elements, entries
from evaljson.schema.node import in_type
from evaljson.schema.parse.defaults import KEY as DEFAULTS
from evaljson.schema.parse.defaults import Defaults, settings_of
from evaljson.schema.parse.document_types import SCHEMAS
from evaljson.schema.parse.parse import inherited_by
from evaljson.wording.words import as_set, counted

_CHILDREN: Final = ("properties", SCHEMAS)
_CUT: Final = 60
_NULLS: Final = "x-eval-nulls"
_NOTHING_ABSENT: Final = "nothing counts as absent"


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting of one node; a side on which it is not there is ABSENT."""

    path: str
    """As the grid names it; "" for the record as a whole."""
    key: str
    """Of the node; "" for the node itself, which came or went. For a default, as `default_key` writes it."""
    before: Any
    """What applied: its own setting, else the one that it inherits."""
    after: Any
    of_map: bool = False
    """Whether its node is a map in the later schema."""

    def __str__(self) -> str:
        return f"{self.path.removesuffix(_ROOT_OF_TYPE) or 'the record'}: {self.in_words()}"

    def in_words(self) -> str:
        """Describe the change without its path: `comparator exact → numeric 1%`."""
        if not self.key:
            what = "document type" if self.path.endswith(_ROOT_OF_TYPE) else "field"
            if self.before is not ABSENT:
                return f"{what} removed"
            is_skipped = isinstance(self.after, Mapping) and self.after.get("x-eval-skip") is True
            return f"{what} added, in no figure (skipped)" if is_skipped else f"{what} added"  # as an ignored key is
        before, after = (setting_in_words(self.key, value, self.of_map) for value in (self.before, self.after))
        other = " or ".join(what for what, sign in _NOT_TOLD.items() if sign in before)
        if before == after and (not other or _meaning(self.key, self.before) == _meaning(self.key, self.after)):
            return f"{setting_label(self.key)} {after}, as before"
        if self.key == "x-eval-skip":
            return "skipped" if self.after is True else "no longer skipped"
        added = _added(self.before, self.after) if self.key == "x-eval-transform" else None
        if added is not None:
            return f"also {added}"
        if bare_key(self.key) == _NULLS:
            of = setting_label(self.key).removeprefix(_LABELS[_NULLS])
            return f"{_nulls_changed(self.before, self.after)}{of and ','}{of}"
        return f"{setting_label(self.key)} {before} → {f'the same with other {other}' if before == after else after}"

    @property
    def alike(self) -> Hashable:
        """What two changes are the same by: their words, and the values where words leave out what these are."""
        words = self.in_words()
        if not self.key or not any(sign in words for sign in _LEAVE_OUT):
            return words
        return words, _meaning(self.key, self.before), _meaning(self.key, self.after)


def setting_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[SettingChange]:
    """Node by node in the order of the later schema, then what is gone; of what came or went only the outermost."""
    old, new = _nodes(before), _nodes(after)
    changes: list[SettingChange] = []
    for path in dict.fromkeys((*new, *old)):
        if path in old and path in new:
            changes += _of_node(path, old[path], new[path])
            continue
        node, other_side = (new[path], old) if path in new else (old[path], new)
        if node.around is None or node.around in other_side:
            sides = (ABSENT, node.raw) if path in new else (node.raw, ABSENT)
            changes.append(SettingChange(path, "", *sides))
    return changes


def _of_node(path: str, old: _Node, new: _Node) -> list[SettingChange]:
    changes: list[SettingChange] = []
    for key in dict.fromkeys((*new.raw, *old.raw)):
        pair = old.raw.get(key, ABSENT), new.raw.get(key, ABSENT)
        if _is_below(key, *pair) or strict_key(pair[0]) == strict_key(pair[1]):
            continue
        if key == DEFAULTS and all(side is ABSENT or isinstance(side, Mapping) for side in pair):
            changes += _default_changes(path, *pair)
        else:
            applied = old.applied(key, path), new.applied(key, path)
            changes.append(SettingChange(path, key, *applied, of_map=_is_map(new.raw)))
    return changes


def default_key(type_: str, key: str) -> str:
    """Write the key of one default, where each is looked at alone."""
    return f"{DEFAULTS}/{type_}/{key}"


def _default_changes(path: str, before: Any, after: Any) -> list[SettingChange]:
    old, new = ({default_key(type_, key): value for type_, key, value in settings_of(side)} for side in (before, after))
    pairs = [(key, old.get(key, ABSENT), new.get(key, ABSENT)) for key in dict.fromkeys((*new, *old))]
    return [SettingChange(path, *change) for change in pairs if strict_key(change[1]) != strict_key(change[2])]


def setting_label(key: str) -> str:
    """Name a setting briefly: `weight`, or of a default `weight by default for string`."""
    if not key.startswith(f"{DEFAULTS}/"):
        return _LABELS.get(key, key)
    _, type_, name = key.split("/", 2)
    return f"{_LABELS.get(name, name)} by default for {type_}"


def bare_key(key: str) -> str:
    """Return the key of a setting without the default that it is in."""
    return key.split("/", 2)[2] if key.startswith(f"{DEFAULTS}/") else key


@dataclass(frozen=True, slots=True)
class _Node:
    """A node as written, and where it stands."""

    raw: Mapping[str, Any]
    around: str | None
    """Path of the node that it is in; None for the root, also that of a document type."""
    defaults: Defaults
    """What it inherits from."""

    def applied(self, key: str, path: str) -> Any:
        """Return its own setting, else the one that it inherits; ABSENT if there is none."""
        if key not in self.raw:
            with suppress(SchemaError):  # a node that no schema takes inherits nothing
                inherited = inherited_by(self.raw, path, self.defaults).get(key)
                return ABSENT if inherited is None else inherited.value
        return self.raw.get(key, ABSENT)


def raw_nodes(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return every node of a schema as written, by path, in schema order; those of a document type by `in_type`."""
    return {path: node.raw for path, node in _nodes(schema).items()}


def _nodes(schema: Mapping[str, Any]) -> dict[str, _Node]:
    nodes = _below(schema, Defaults())
    for value, root in _mapping(schema.get(SCHEMAS)).items():
        for path, node in _below(root, Defaults().below(schema, "")).items():
            around = None if node.around is None else in_type(value, node.around)
            nodes[in_type(value, path)] = replace(node, around=around)
    return nodes


def _below(schema: Any, defaults: Defaults) -> dict[str, _Node]:
    nodes: dict[str, _Node] = {}
    stack: list[tuple[str, Any, str | None, Defaults]] = [("", schema, None, defaults)]
    while stack:
        path, raw, around, above = stack.pop()
        if not isinstance(raw, Mapping):
            continue
        nodes[path] = _Node(raw, around, above)
        inner = [(child(path, key), below) for key, below in _mapping(raw.get("properties")).items()]
        inner += [(entries(path), raw.get("additionalProperties")), (elements(path), raw.get("items"))]
        stack += [(name, below, path, above.below(raw, path)) for name, below in reversed(inner)]
    return nodes


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _is_map(node: Mapping[str, Any]) -> bool:
    return isinstance(node.get("additionalProperties"), Mapping) and "items" not in node


def _is_below(key: str, before: Any, after: Any) -> bool:
    """Check whether the setting holds nodes, which are compared themselves."""
    if key in _CHILDREN:
        return all(side is ABSENT or isinstance(side, Mapping) for side in (before, after))
    return key in ("items", "additionalProperties") and all(
        side is ABSENT or isinstance(side, Mapping) for side in (before, after)
    )


def setting_in_words(key: str, value: Any, of_map: bool = False) -> str:
    """Describe one setting briefly; `of_map` says that it is one of a map."""
    key = bare_key(key)
    if value is ABSENT:
        unset = {
            "x-eval-weight": "1",
            "x-eval-skip": "false",
            _NULLS: _NOTHING_ABSENT,
            "x-eval-align": "by map key" if of_map else "by position",
        }
        return unset.get(key, "by type" if "compare" in key else "none")
    try:
        return _WORDS.get(key, _short)(value)
    except (EvaljsonError, TypeError, ValueError, AttributeError):  # a setting that no schema takes
        return _short(value)


def _meaning(key: str, value: Any) -> Any:
    """Return what a setting is equal by: names with and without empty parameters are the same."""
    with suppress(EvaljsonError, TypeError, ValueError):  # a setting that no schema takes is equal as it is written
        if bare_key(key) == "x-eval-transform" and value is not ABSENT:
            return strict_key([list(parse_xeval_entry(entry)) for entry in value])
    return strict_key(value)


def _entry(entry: Any) -> str:
    name, params = parse_xeval_entry(entry)
    settings = [f"{key}: {_short(value)}" for key, value in params.items() if key != "tolerance"]
    tolerance = params.get("tolerance")
    return " ".join(
        [name, *([_tolerance(tolerance)] if tolerance else []), *([f"({', '.join(settings)})"] if settings else [])]
    )


def _tolerance(tolerance: Mapping[str, Any]) -> str:
    shapes: dict[str, Callable[[Any], str]] = {
        "rel": lambda it: f"{as_set(it * 100)}%", "abs": lambda it: f"±{as_set(it)}",
        "days": lambda it: f"±{as_set(it)} {'day' if it == 1 else 'days'}", "seconds": lambda it: f"±{as_set(it)} s",
    }  # fmt: skip
    return " and ".join(shapes.get(key, _short)(value) for key, value in tolerance.items() if value is not None)


def _transforms(entry: Any) -> str:
    return ", ".join(_each(entry, _entry)) or "none"


def _each(entries: Sequence[Any], words: Callable[[Any], str]) -> list[str]:
    """Describe transforms one by one; those that replace a pattern and follow each other are counted."""
    said: list[str] = []
    for is_pattern, group in groupby(entries, lambda entry: parse_xeval_entry(entry)[0] == _OF_PATTERN):
        listed = list(group)
        said += [_patterns(listed)] if is_pattern else map(words, listed)
    return said


def _patterns(entries: Sequence[Any]) -> str:
    """Name a pattern that stands alone and is short: `removes “^Lot ”`; others are counted."""
    if len(entries) == 1:
        params = parse_xeval_entry(entries[0])[1]
        pattern, by = str(params.get("pattern")), str(params.get("replacement", ""))
        if max(len(pattern), len(by)) <= _SHORT_PATTERN:
            return f"replaces “{pattern}” by “{by}”" if by else f"removes “{pattern}”"
    return f"replaces {counted(len(entries), 'pattern')}"


def _added(before: Any, after: Any) -> str | None:
    """Describe what is added, where transforms follow the old ones or a table grew; else return None."""
    if not isinstance(before, list) or not isinstance(after, list) or not before or len(after) < len(before):
        return None
    parts, kept = [], len(before)
    for old, new in zip(before, after, strict=False):
        if strict_key(old) != strict_key(new):
            more = _more_of_a_table(old, new)
            if more is None:
                return None
            parts.append(more)
    try:
        parts += _each(after[kept:], _doing)
    except (EvaljsonError, TypeError, ValueError, AttributeError):  # a setting that no schema takes
        return None
    return ", ".join(parts)


def _more_of_a_table(old: Any, new: Any) -> str | None:
    try:
        (name, old_params), (other, params) = parse_xeval_entry(old), parse_xeval_entry(new)
        if name != other or name not in _TABLES or {**old_params, "values": 0} != {**params, "values": 0}:
            return None
        gone = [key for key in old_params["values"] if key not in params["values"]]
        more = sum(key not in old_params["values"] for key in params["values"])
        changed = name == "map_values" and any(
            params["values"].get(key) != to for key, to in old_params["values"].items()
        )
    except (EvaljsonError, TypeError, ValueError, AttributeError, KeyError):
        return None
    return (
        None if gone or changed or not more else _TABLES[name].format(f"{more:,} more value{'' if more == 1 else 's'}")
    )


def _doing(entry: Any) -> str:
    name, params = parse_xeval_entry(entry)
    if name not in _TABLES:
        return _entry(entry)
    n = len(params["values"])
    return _TABLES[name].format(f"{n:,} value{'' if n == 1 else 's'}")


def _alignment(entry: Any) -> str:
    if isinstance(entry, list):
        return ", then ".join(map(_alignment, entry))
    strategy = entry.get("match_by", "ordered")
    if strategy == "key_field":
        keys = entry["key"]
        read = f", after {_transforms(entry['transform'])}" if entry.get("transform") else ""
        return f"by the key {keys if isinstance(keys, str) else ' and '.join(keys)}{read}"
    if strategy != "hungarian":
        return "by map key" if strategy == "map_key" else "by position"
    least = f", only pairs that score {as_set(entry['min_score'])} or more" if "min_score" in entry else ""
    on = f" of {', '.join(entry['on'])}" if entry.get("on") else ""
    return f"by content{on}{least}"


def _nulls(entry: Any) -> str:
    absent = [_short(value) for value in entry["absent"]]
    match = ", absent on both sides is a match" if entry.get("both_absent") == "match" else ""
    return f"{' and '.join(absent) or 'nothing'} {'counts' if len(absent) < 2 else 'count'} as absent{match}"


def _nulls_changed(before: Any, after: Any) -> str:
    """Describe what counts as absent now, and what did, where anything did."""
    old, new = (setting_in_words(_NULLS, value) for value in (before, after))
    return new if old == _NOTHING_ABSENT else f"{new}; before, {old}"


def _short(value: Any) -> str:
    if value is ABSENT:
        return "none"
    if isinstance(value, float):
        return as_set(value)
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _CUT else f"{text[: _CUT - 1]}…"


_TABLES: Final = {"map_values": "maps {}", "null_if": "reads {} as null"}
"""Transforms that hold a table, and what they do to so many values."""
_OF_PATTERN: Final = "regex_replace"
"""A long pattern is for those who wrote it: they see it in the field's settings and as JSON."""
_SHORT_PATTERN: Final = 30
_LEAVE_OUT: Final = ("pattern", " value", "…")
"""Signs in words that leave out what the values are."""
_NOT_TOLD: Final = {"values": "…", "patterns": "replaces "}
"""What two sides with the same words may differ in, and the sign for it in the words."""
_ROOT_OF_TYPE: Final = in_type("", "")
"""What the path of a whole document type ends with."""
_LABELS: Final = {
    "x-eval-transform": "transforms", "x-eval-align": "elements paired", "x-eval-weight": "weight",
    "x-eval-threshold": "threshold", _NULLS: "nulls", "x-eval-id": "record id",
    "x-eval-confidence": "confidence", "x-eval-cluster": "cluster", "x-eval-by": "document type",
    "x-eval-compare": "comparator", "x-eval-skip": "skip", "x-eval-rule": "rules",
}  # fmt: skip
_WORDS: Final[Mapping[str, Callable[[Any], str]]] = {
    "x-eval-compare": _entry, "x-eval-transform": _transforms, "x-eval-align": _alignment, _NULLS: _nulls,
    "x-eval-id": str, "x-eval-cluster": str, "x-eval-by": str,
}  # fmt: skip
