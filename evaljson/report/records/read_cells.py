"""What cells of CSV are read as, in words; and which fields a schema says are texts."""

from __future__ import annotations

from typing import Final

from evaljson.load.cell_counts import CellCounts
from evaljson.load.typed_cells import CellType, TableReading
from evaljson.schema import SchemaNode
from evaljson.wording.words import counted

_WORDS: Final[dict[CellType, str]] = {
    "number": "as numbers", "boolean": "as true/false", "array": "as arrays", "object": "as objects",
}  # fmt: skip


def cells_in_words(name: str, reading: TableReading, counts: CellCounts) -> str:
    """Say how the cells of a file are read: `3 columns of g.csv are read as numbers, 1 as true/false`.

    With what became of cells after it: `…; 12 of 30 empty cells are read as null`. One of both is there.
    """
    kinds = [kind for _, kind in reading.types]
    columns = [(kinds.count(kind), words) for kind, words in _WORDS.items() if kind in kinds]
    if not columns:
        return _nulls_in_words(counts, f" of {name}")
    (first, words), *others = columns
    said = f"{counted(first, 'column')} of {name} {'is' if first == 1 else 'are'} read {words}"
    said += "".join(f", {count:,} {words}" for count, words in others)
    if counts.texts:
        said += f"; {counted(counts.texts, 'cell')} there {'stays' if counts.texts == 1 else 'stay'} text"
    return said + (f"; {_nulls_in_words(counts, '')}" if counts.nulls else "")


def _nulls_in_words(counts: CellCounts, of: str) -> str:
    are = "is" if counts.nulls == 1 else "are"
    if counts.nulls == counts.empty:
        return f"{counted(counts.nulls, 'empty cell')}{of} {are} read as null"
    return f"{counts.nulls:,} of {counted(counts.empty, 'empty cell')}{of} {are} read as null"


def declared_texts(tree: SchemaNode) -> list[str]:
    """List the schema paths that are declared as text: no cell there is read as anything else."""
    return [node.path for root in tree.roots for node in root.walk() if "string" in _types(node)]


def _types(node: SchemaNode) -> tuple[str, ...]:
    return (node.type,) if isinstance(node.type, str) else node.type
