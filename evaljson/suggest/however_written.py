"""Arrays that are paired by content already, as they would be if it did not count how texts are written.

Elements that are written otherwise in every field find no partner: what they differ in is seen only once they do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from evaljson.base.paths import is_below
from evaljson.schema.node import SchemaNode
from evaljson.schema.parse.parse import parse_again
from evaljson.scoring.status import HALLUCINATION, OMISSION
from evaljson.scoring.table_sink import Chunk
from evaljson.suggest.edit import Edit, edited
from evaljson.suggest.kinds.array_alignment import LOOSELY, texts_in
from evaljson.suggest.measure import Bench
from evaljson.suggest.names_in_lists import gather_with_names
from evaljson.suggest.wrong_pairs import Field

_LEAST: Final = 3
_ALONE: Final = (OMISSION, HALLUCINATION)
"""What the results of an element without a partner are."""


def gather_however_written(
    fields: Mapping[str, Field], chunks: Mapping[str, Iterable[Chunk]], bench: Bench, share: float
) -> frozenset[str]:
    """Add to fields in such arrays what is wrong in them once elements find each other; return which fields these are.

    `chunks` has the results of each variant as they are; `share` is that of the work done.
    """
    texts = {path: texts_in(fld.node) for path, fld in fields.items() if _is_by_content(fld.node)}
    alone = {path: _alone(path, chunks.values()) for path, inside in texts.items() if inside}
    arrays = frozenset(path for path, (missing, invented) in alone.items() if min(missing, invented) >= _LEAST)
    if not arrays:
        return arrays
    written = [text for path in arrays for text in texts[path]]
    tree = parse_again(edited(bench.schema, *(Edit(path, LOOSELY) for path in written)), bench.tree)
    found = {name: results.chunks for name, results in bench.scored(tree, arrays, share, share).items()}
    closer = [path for path in arrays if sum(alone[path]) - sum(_alone(path, found.values())) >= 2 * _LEAST]
    inside = {at: fld for at, fld in fields.items() if any(is_below(at, path) and at != path for path in closer)}
    gather_with_names(inside, found, bench.missing, written)
    return frozenset(inside)


def _is_by_content(node: SchemaNode) -> bool:
    return node.items is not None and not node.is_unit and node.align.strategy == "hungarian"


def _alone(path: str, variants: Collection[Iterable[Chunk]]) -> tuple[int, int]:
    """Count the missing and the invented results in an array."""
    inside = [chunk for chunks in variants for chunk in chunks if is_below(chunk.field_path, path)]
    missing, invented = (sum(int((chunk.status == status).sum()) for chunk in inside) for status in _ALONE)
    return missing, invented
