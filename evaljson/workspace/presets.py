"""Bundles of settings to start from. Each returns a changed copy of a schema, where all it does is visible."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.schema import SchemaNode, annotate_xeval, parse_eval_schema
from evaljson.schema.parse.defaults import KEY as DEFAULTS
from evaljson.wording.settings import raw_nodes

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named bundle of settings."""

    title: str
    does: str
    """One sentence for people."""
    apply: Callable[[Schema], dict[str, Any]]


def strict(schema: Schema) -> dict[str, Any]:
    """Set every field to the comparator of its type, without transforms, thresholds and null policies."""
    changed = copy.deepcopy(dict(schema))
    for node, raw in _units(changed):
        if not node.children:
            raw.pop("x-eval-compare", None)
        raw.pop("x-eval-transform", None)
        raw.pop("x-eval-threshold", None)
    for each in raw_nodes(changed).values():
        if isinstance(each, dict):
            each.pop("x-eval-nulls", None)
            _drop_defaults(each, ("x-eval-compare", "x-eval-transform", "x-eval-threshold", "x-eval-nulls"))
    return annotate_xeval(changed)


def _drop_defaults(node: dict[str, Any], keys: Sequence[str]) -> None:
    """Remove these keys from the defaults of a node, and types for which none is left."""
    kept = {
        type_: {key: value for key, value in settings.items() if key not in keys}
        for type_, settings in node.pop(DEFAULTS, {}).items()
    }
    if any(kept.values()):
        node[DEFAULTS] = {type_: settings for type_, settings in kept.items() if settings}


def lenient_text(schema: Schema) -> dict[str, Any]:
    """Make exactly compared texts equal where only case, accents, white space or punctuation differ."""
    changed = copy.deepcopy(dict(schema))
    for node, raw in _units(changed):
        if node.type == "string" and node.comparator is not None and node.comparator.name == "exact":
            raw["x-eval-compare"] = "normalized"
    return changed


def constrained_output(schema: Schema) -> dict[str, Any]:
    """Treat null as absent, for all fields without a null policy of their own."""
    return {**copy.deepcopy(dict(schema)), "x-eval-nulls": {"absent": [None]}}


PRESETS: Final[Mapping[str, Preset]] = {
    "strict": Preset(
        "Strict",
        "Every field by the comparator of its type, without parameters, transforms, thresholds or null policies. "
        "Alignments, weights and skips stay.",
        strict,
    ),
    "lenient": Preset(
        "Lenient text",
        "Texts that are compared exactly become equal where they differ only in case, accents, white space or "
        "punctuation (comparator normalized). All else stays.",
        lenient_text,
    ),
    "constrained": Preset(
        "Constrained output",
        "For models that must write every key: null means absent, on both sides, for all fields that do not say "
        "otherwise.",
        constrained_output,
    ),
}


def _units(schema: dict[str, Any]) -> Iterator[tuple[SchemaNode, dict[str, Any]]]:
    """Yield the fields that are compared as one value, each with its place in the schema, without the record's id."""
    tree, places = parse_eval_schema(schema), raw_nodes(schema)
    for name, node in tree.fields_by_name():
        raw = places.get(name)
        if node.is_unit and node.path != tree.id_field and isinstance(raw, dict):
            yield node, raw
