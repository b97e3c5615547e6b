"""What cells of CSV are read as, in words; and which fields a schema says are texts."""

from __future__ import annotations

from typing import Final

from evaljson.load.typed_cells import CellType, TableReading
from evaljson.schema import SchemaNode
from evaljson.wording.words import counted

_WORDS: Final[dict[CellType, str]] = {"number": "as numbers", "boolean": "as true/false"}


def cells_in_words(name: str, reading: TableReading, nulls: int) -> str:
    """Say how the cells of a file are read: `3 columns of g.csv are read as numbers, 1 as true/false`.

    `nulls` counts what is null for an empty cell: `…; 12 empty cells are read as null`. One of both is there.
    """
    kinds = [kind for _, kind in reading.types]
    counts = [(kinds.count(kind), words) for kind, words in _WORDS.items() if kind in kinds]
    empty = f"{counted(nulls, 'empty cell')}{{}} {'is' if nulls == 1 else 'are'} read as null"
    if not counts:
        return empty.format(f" of {name}")
    (first, words), *others = counts
    rest = "".join(f", {count:,} {words}" for count, words in others) + (f"; {empty.format('')}" if nulls else "")
    return f"{counted(first, 'column')} of {name} {'is' if first == 1 else 'are'} read {words}{rest}"


def declared_texts(tree: SchemaNode) -> list[str]:
    """List the schema paths that are declared as text: no cell there is read as anything else."""
    return [node.path for root in tree.roots for node in root.walk() if "string" in _types(node)]


def _types(node: SchemaNode) -> tuple[str, ...]:
    return (node.type,) if isinstance(node.type, str) else node.type
