"""What cells of CSV are read as, in words; and which fields a schema says are texts."""

from __future__ import annotations

from typing import Final

from evaljson.load.typed_cells import CellType, ColumnTypes
from evaljson.schema import SchemaNode
from evaljson.wording.words import counted

_WORDS: Final[dict[CellType, str]] = {"number": "as numbers", "boolean": "as true/false"}


def cells_in_words(name: str, types: ColumnTypes) -> str:
    """Say what columns of a file are read as: `3 columns of g.csv are read as numbers, 1 as true/false`.

    There is at least one such column.
    """
    counts = [(list(types.values()).count(kind), words) for kind, words in _WORDS.items()]
    (first, words), *others = [(count, words) for count, words in counts if count]
    rest = "".join(f", {count:,} {words}" for count, words in others)
    return f"{counted(first, 'column')} of {name} {'is' if first == 1 else 'are'} read {words}{rest}"


def declared_texts(tree: SchemaNode) -> list[str]:
    """List the schema paths that are declared as text: no cell there is read as anything else."""
    return [node.path for root in tree.roots for node in root.walk() if "string" in _types(node)]


def _types(node: SchemaNode) -> tuple[str, ...]:
    return (node.type,) if isinstance(node.type, str) else node.type
