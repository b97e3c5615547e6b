"""This package's tree -> the engine's."""

from __future__ import annotations

from evaljson.base import paths
from evaljson.compat.struct_extract_eval.core.schema.node import SchemaNode
from evaljson.schema import node as engine


def engine_tree(node: SchemaNode) -> engine.SchemaNode:
    """Translate a node and all below it."""
    is_unit = bool(node.comparator.name) or not node.children
    children = [] if is_unit else node.children
    is_array = node.json_type == "array"
    return engine.SchemaNode(
        path=node.path,
        type=tuple(node.allowed_types or ()) or node.json_type,
        properties={} if is_array else {_key(child, node): engine_tree(child) for child in children},
        items=engine_tree(children[0]) if is_array and children else None,
        comparator=_comparator(node) if is_unit else None,
        transforms=_transforms(node) if is_unit else (),
        skip=node.skip,
        skips_absent=True,
        align=_align(node) if is_array else engine.AlignSpec(),
    )


def _key(child: SchemaNode, parent: SchemaNode) -> str:
    """Return the key of a property: the last step of its path."""
    try:
        return str(paths.split(child.path)[-1])
    except (ValueError, IndexError):  # made by hand, in no notation of ours
        return child.path.removeprefix(parent.path).removeprefix(".")


def _comparator(node: SchemaNode) -> engine.ComparatorSpec:
    spec = node.comparator
    # A skipped leaf need not name any; it is not asked.
    return (
        engine.ComparatorSpec("exact") if node.skip and not spec.name else engine.ComparatorSpec(spec.name, spec.params)
    )


def _transforms(node: SchemaNode) -> tuple[engine.TransformSpec, ...]:
    return tuple(engine.TransformSpec(spec.name, spec.params) for spec in node.transforms)


def _align(node: SchemaNode) -> engine.AlignSpec:
    align = node.align or {}
    if align.get("match_by") == "key_field":
        return engine.AlignSpec("key_field", align["key"])
    if align.get("match_by") == "hungarian":
        return engine.AlignSpec("hungarian", pairs_first=True)
    return engine.AlignSpec()
