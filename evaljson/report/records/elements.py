"""The rows of a record under the array elements they belong to: aligned pairs, those without a partner at the end.

Entries of maps that are paired by more than their keys are elements as well: with keys in the place of indices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, groupby
from typing import TYPE_CHECKING, Any

from evaljson.base import paths
from evaljson.report.records.rows import RIGHT, Row
from evaljson.results.model import RunResult
from evaljson.results.saved.results import SavedResults
from evaljson.scoring.align.map_entries import invented_keys

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class ElementPair:
    """What one variant has as the partner of a gold element; or an element alone."""

    gold: int | str | None
    """Index in gold's array, or key in gold's map; None: only the extraction has it."""
    extracted: int | str | None
    """Index in the extracted array, or key in the extracted map; None: it has no partner there."""
    strategy: str | None
    """The one of x-eval-align that paired them; None where it is alone."""
    score: float | None
    """F1 of the element's own results; None where none of them counts."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Above the rows of an element that has several."""

    path: str
    """Instance path of the element."""
    sides: tuple[ElementPair | None, ...]
    """One a variant; None where it has no such element."""
    kinds: tuple[tuple[str, ...], ...]
    """What is wrong in it, each kind or status once, for each variant."""

    @property
    def gold(self) -> int | str | None:
        """Index in gold's array, or key in gold's map; None: only the extraction has it."""
        step = paths.split(self.path)[-1]
        if isinstance(step, int):
            return step if step >= 0 else None
        return next((side.gold for side in self.sides if side is not None and side.gold is not None), None)


@dataclass(frozen=True, slots=True)
class Folded:
    """Elements in a row without any difference, in one line."""

    first: str
    """Instance path of the first of them."""
    last: str
    elements: int
    inside: tuple[str, ...]
    """Instance paths of the values in them."""
    skipped: int = 0
    """How many of the values count nowhere."""

    @property
    def rows(self) -> int:
        """How many values are in them."""
        return len(self.inside)


Item = Row | Heading | Folded
Pairs = Mapping[str, ElementPair]
"""By the instance path of the element, which counts down from -1 where only the extraction has it."""
_Entries = frozenset[str]
"""The instance paths of map entries that are elements."""
_Right = tuple[str, list[Row]]
"""(instance path of an element, the values in it)"""


def pairs_by_record(run: RunResult) -> list[dict[str, ElementPair]]:
    """Return the pairs of all arrays of each record, by position."""
    by_record: list[dict[str, ElementPair]] = [{} for _ in run.records]
    for place, array_pairs in _pairs_in(run.table.alignments(list(range(len(run.records))))):
        by_record[place].update(array_pairs)
    return by_record


def pairs_of_record(results: SavedResults, place: int) -> dict[str, ElementPair]:
    """Return the pairs of all arrays of the record at a place, without a look at the others."""
    pairs: dict[str, ElementPair] = {}
    for _, array_pairs in _pairs_in(results.alignments_of({place: place})):
        pairs.update(array_pairs)
    return pairs


def _pairs_in(frame: pd.DataFrame) -> Iterator[tuple[int, dict[str, ElementPair]]]:
    """Yield, array by array, the place of the record and the pairs by instance path."""
    names = ("record_id", "array", "gold_index", "extracted_index", "strategy", "score")
    listed = zip(*(frame[name].tolist() for name in names), strict=True)
    for (place, array), group in groupby(listed, key=lambda row: (row[0], row[1])):
        rows = [ElementPair(*row[2:]) for row in group]
        yield place, dict(zip(_places(array, rows), rows, strict=True))


def _places(array: str, rows: Sequence[ElementPair]) -> Iterator[str]:
    """Yield the instance path of each element of an array, or entry of a map."""
    gold = [row.gold for row in rows if isinstance(row.gold, str)]
    alone = [row.extracted for row in rows if row.gold is None and isinstance(row.extracted, str)]
    keys, indices = iter(invented_keys(gold, [0] * len(gold), alone, [0] * len(alone))), count(1)
    for row in rows:
        step = row.gold
        if step is None:
            step = next(keys) if isinstance(row.extracted, str) else -next(indices)
        yield paths.child(array, step) if isinstance(step, str) else paths.element(array, step)


def with_headings(rows: Sequence[Row], pairs: Sequence[Pairs], fold: bool = False) -> list[Item]:
    """Return the rows with a heading above those of each array element; `pairs` has one entry per variant.

    `fold` puts elements without a difference, and what is inside of them, into one line for all that follow each other.
    Rows that stand in no element and elements that are one value stay as they are.
    """
    return list(_below(list(rows), 0, pairs, frozenset(filter(is_entry, chain.from_iterable(pairs))), fold))


def paths_of(items: Sequence[Item]) -> list[str]:
    """Return the instance path of each value in some lines, also of those that are folded."""
    own = ([item.path] if isinstance(item, Row) else item.inside if isinstance(item, Folded) else () for item in items)
    return list(chain.from_iterable(own))


def is_entry(element: str) -> bool:
    """Check whether the path of an element is that of a map's entry."""
    return isinstance(paths.split(element)[-1], str)


def _below(rows: list[Row], depth: int, pairs: Sequence[Pairs], entries: _Entries, fold: bool) -> Iterator[Item]:
    """Items of rows that lie in the same element `depth` arrays deep."""
    right: list[_Right] = []
    for (element, only_in), group in groupby(rows, key=lambda row: _element_of(row, depth, pairs, entries)):
        inside = list(group)
        if element is not None and fold and not any(row.is_difference for row in inside):
            if right and not _same_array(right[-1][0], element):
                yield from _folded(right)
            right.append((element, inside))
            continue
        yield from _folded(right)
        if element is None:
            yield from inside
            continue
        sides = tuple(_pair_of(element, only_in, i, variant_pairs) for i, variant_pairs in enumerate(pairs))
        yield Heading(element, sides, tuple(_kinds(inside, i) for i in range(len(pairs))))
        yield from _below(inside, depth + 1, pairs, entries, fold)
    yield from _folded(right)


def _element_of(row: Row, depth: int, pairs: Sequence[Pairs], entries: _Entries) -> tuple[str | None, int | None]:
    """Return the element that a row is in, and the number of the variant if no other can have that one.

    An element that gold has is shared by all, also where one of them has more inside it.
    """
    element = _element_at(row.path, depth, entries)
    if row.own is None or element is None:
        return element, row.own
    around = (_element_at(row.path, at, entries) for at in range(depth + 1))
    own = (pairs[row.own].get(one) for one in around if one is not None)
    is_own = "[-" in element or any(pair is not None and pair.gold is None for pair in own)
    return element, row.own if is_own else None


def _kinds(rows: Sequence[Row], variant: int) -> tuple[str, ...]:
    """List what is wrong in one variant's values of some rows, each once, as it comes."""
    sides = (row.sides[variant] for row in rows)
    return tuple(dict.fromkeys(side.kind for side in sides if side and side.status not in RIGHT))


def _folded(right: list[_Right]) -> Iterator[Item]:
    if right:
        inside = list(chain.from_iterable(rows for _, rows in right))
        skipped = sum(not any(side is not None and side.status == "match" for side in row.sides) for row in inside)
        yield Folded(right[0][0], right[-1][0], len(right), tuple(row.path for row in inside), skipped)
        right.clear()


def _pair_of(element: str, only_in: int | None, variant: int, pairs: Pairs) -> ElementPair | None:
    return pairs.get(element) if only_in in (None, variant) else None


def _same_array(element: str, other: str) -> bool:
    return paths.above(element)[-2] == paths.above(other)[-2]


def _element_at(path: str, depth: int, entries: _Entries) -> str | None:
    """Return the element on a path, `depth` arrays or maps deep; None if the path leads through none, or ends at it."""
    above, seen = "", 0
    steps: list[Any] = paths.split(path)
    for step in steps[:-1]:
        above = paths.child(above, step) if isinstance(step, str) else paths.element(above, step)
        if isinstance(step, int) or above in entries:
            if seen == depth:
                return above
            seen += 1
    return None
