"""How many fields a schema has, in words."""

from __future__ import annotations

from collections.abc import Iterator

from evaljson.base.paths import child
from evaljson.schema import SchemaNode
from evaljson.wording.words import counted


def fields_in_words(tree: SchemaNode, id_key: str | None) -> str:
    """Count the fields beside the id, which is not scored, those that are ignored, and document types."""
    id_path = child("", id_key or "")
    every = [leaf for root in tree.roots for leaf in _leaves(root)]
    leaves = [leaf for leaf in every if leaf.path != id_path]
    ignored = sum(leaf.skip for leaf in leaves)
    fields = counted(len(leaves) - ignored, "field") + (" and the id" if len(leaves) < len(every) else "")
    fields += f", {ignored:,} ignored" if ignored else ""
    return f"{fields} in {counted(len(tree.schemas), 'document type')}" if tree.schemas else fields


def _leaves(node: SchemaNode) -> Iterator[SchemaNode]:
    """Yield what is compared as one value, and what is skipped as a whole."""
    if node.skip or node.is_unit:
        yield node
        return
    for inner in node.children:
        yield from _leaves(inner)
