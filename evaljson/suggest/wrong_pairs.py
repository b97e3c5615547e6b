"""Gathers what is wrong at each field, as distinct pairs of values with their counts: all evidence comes from here.

Read from the columns of a run, so that the work grows with the distinct values and not with the results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.base.jsontypes import ABSENT, strict_key
from evaljson.results.explain import value
from evaljson.schema.node import SchemaNode
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import HALLUCINATION, MATCH, MISMATCH, NAMES, OMISSION
from evaljson.scoring.table_sink import NOWHERE, Chunk

_KEPT = 5
"""Places that a pair remembers; its counts are of all."""


@dataclass(slots=True)
class WrongPair:
    """A gold value and what was extracted for it, with how often that is wrong."""

    gold: Any
    """As compared; ABSENT where there is none."""
    extracted: Any
    raw_gold: Any
    raw_extracted: Any
    status: str
    alone: bool = False
    """Whether one side lacks not the value but all that it would lie in: the element, or the record."""
    is_apart: bool = False
    """Whether its sides are two results, a missing and an invented element of a list that is paired by content."""
    by: Counter[str] = field(default_factory=Counter)
    """Results by variant."""
    records: set[int] = field(default_factory=set)
    places: list[tuple[str, int]] = field(default_factory=list)
    """(variant, record) of the first few."""
    found_at: list[tuple[Chunk, int]] = field(default_factory=list, repr=False)
    """Beside `places`: the chunk of each, and its row there."""

    def remember(self, variant: str, chunk: Chunk, where: Mapping[int, int]) -> None:
        """Keep a few places to show; `where` has a result in `chunk` by record."""
        if len(self.places) < _KEPT:
            known = {place for _, place in self.places}
            fresh = [place for place in sorted(where) if place not in known][: _KEPT - len(self.places)]
            self.places += [(variant, place) for place in fresh]
            self.found_at += [(chunk, where[place]) for place in fresh]

    @property
    def count(self) -> int:
        """Results over all variants."""
        return self.by.total()

    @property
    def is_text(self) -> bool:
        """Whether both sides are texts."""
        return isinstance(self.gold, str) and isinstance(self.extracted, str)


@dataclass(slots=True)
class Gold:
    """A distinct gold value."""

    raw: Any
    value: Any
    """As compared."""
    by: dict[str, int] = field(default_factory=dict)
    """Results by variant, right or wrong."""
    matched: int = 0

    @property
    def count(self) -> int:
        """Results over all variants."""
        return sum(self.by.values())


@dataclass(slots=True)
class AlikePair:
    """A gold value and what was extracted for it, which is right though it is written in another way."""

    gold: Any
    """As compared."""
    extracted: Any
    count: int = 0
    """Results over all variants."""


@dataclass(slots=True)
class Field:
    """One schema path over all variants."""

    path: str
    nodes: tuple[SchemaNode, ...]
    gold: dict[Hashable, Gold] = field(default_factory=dict)
    """By strict key of the raw value."""
    pairs: dict[Hashable, WrongPair] = field(default_factory=dict)
    alike: dict[Hashable, AlikePair] = field(default_factory=dict)
    """Right results whose values are written in two ways."""
    apart: list[WrongPair] = field(default_factory=list)
    """What seems to be one element under two names, of elements that found no partner: missing here, invented there."""
    matches: int = 0
    variants: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Matches and wrong results of each variant."""

    @property
    def node(self) -> SchemaNode:
        """One of the nodes: all of them compare alike."""
        return self.nodes[0]

    @property
    def wrong(self) -> list[WrongPair]:
        """All pairs, in order of appearance."""
        return list(self.pairs.values())

    @property
    def mismatches(self) -> list[WrongPair]:
        """Pairs of which both sides have a value."""
        return [pair for pair in self.pairs.values() if pair.status == NAMES[MISMATCH]]

    @property
    def texts(self) -> list[WrongPair]:
        """Mismatches of two texts."""
        return [pair for pair in self.mismatches if pair.is_text]

    def values(self, *types: type) -> list[Any]:
        """Return distinct gold values as compared, of these types (a boolean is not a number)."""
        return [gold.value for gold in self.gold.values() if type(gold.value) in types]


def counted(pairs: Iterable[WrongPair]) -> int:
    """Count the results of the pairs."""
    return sum(pair.count for pair in pairs)


def records_of(pairs: Iterable[WrongPair]) -> set[int]:
    """Return the records in which the pairs occur."""
    return set().union(*(pair.records for pair in pairs)) if pairs else set()


def fields_of(schemas: SchemaNode) -> dict[str, Field]:
    """Return every node of the schema that has the same settings wherever its path occurs, and is skipped nowhere."""
    nodes: dict[str, list[SchemaNode]] = {}
    for root in schemas.roots:
        for path, node in _unskipped(root):
            nodes.setdefault(path, []).append(node)
    return {
        path: Field(path, tuple(same_path))
        for path, same_path in nodes.items()
        if len(set(map(_settings, same_path))) == 1
    }


def _unskipped(node: SchemaNode) -> Iterator[tuple[str, SchemaNode]]:
    if not node.skip:
        yield node.path, node
        for below in node.children if not node.is_unit else ():
            yield from _unskipped(below)


def _settings(node: SchemaNode) -> str:
    return repr((node.type, node.comparator, node.transforms, node.nulls, node.threshold, node.align, node.is_unit))


def wrong_results(
    fields: Mapping[str, Field], variants: Mapping[str, Iterable[Chunk]], missing: Mapping[str, Bools]
) -> Counter[str]:
    """Count the wrong results of each field over all variants, without looking at their values.

    `missing` says of each record of a variant whether only one side has it, as in `gather`.
    """
    wrong: Counter[str] = Counter()
    for variant, chunks in variants.items():
        for chunk in chunks:
            if _is_of(fields, chunk):
                wrong[chunk.field_path] += int(_is_wrong(chunk, missing[variant]).sum())
    return wrong


def _is_of(fields: Mapping[str, Field], chunk: Chunk) -> bool:
    return chunk.key is None and chunk.field_path in fields and not chunk.plan.schema.skip


def _is_wrong(chunk: Chunk, missing: Bools | None) -> Bools:
    """Say of each result whether it is wrong, in a record that both sides have: no setting explains the others."""
    wrong: Bools = (chunk.status == MISMATCH) | (chunk.status == OMISSION) | (chunk.status == HALLUCINATION)
    return wrong if missing is None else wrong & ~missing[chunk.frame.records(chunk.rows)]


def gather(
    fields: dict[str, Field], variant: str, chunks: Iterable[Chunk], missing: Bools | None = None,
    strictly: Collection[str] = (),
) -> None:  # fmt: skip
    """Add the results of one variant. At the paths `strictly`, what is not written alike on both sides is wrong.

    `missing` says of each record whether only one side has it: what is wrong there is not counted, since no setting
    explains it.
    """
    for chunk in chunks:
        if not _is_of(fields, chunk):
            continue
        fld = fields[chunk.field_path]
        if chunk.field_path in strictly:
            chunk = as_written(chunk)
        wrong = _is_wrong(chunk, missing)
        matched = chunk.status == MATCH
        before = fld.variants.get(variant, (0, 0))
        fld.variants[variant] = before[0] + int(matched.sum()), before[1] + int(wrong.sum())
        fld.matches += int(matched.sum())
        _count_gold(fld, variant, chunk, matched)
        if _may_be_alike(fld.node):
            _count_alike(fld, chunk, np.flatnonzero(matched))
        _count_wrong(fld, variant, chunk, np.flatnonzero(wrong))


def as_written(chunk: Chunk) -> Chunk:
    """Return the same results with raw values instead of compared ones."""
    if chunk.unit is None:
        return chunk
    status = chunk.status
    if chunk.gold is not None and chunk.extracted is not None:
        every = np.arange(len(chunk.rows))
        differ = (status == MATCH) & (codes_of(chunk, GOLD, every) != codes_of(chunk, EXTRACTED, every))
        status = np.where(differ, MISMATCH, status).astype(status.dtype)
    unit = copy(chunk.unit)
    unit.compared = unit.raw
    return replace(chunk, status=status, unit=unit)


def codes_of(chunk: Chunk, side: Side, at: Ints) -> Ints:
    """Return a number for the value of each result, NOWHERE for none: equal for strictly equal values of a field."""
    rows = chunk.rows_of(side)
    if rows is None:
        return np.full(len(at), NOWHERE, np.intp)
    if chunk.unit is None:
        return rows[at]
    codes = chunk.unit.raw_extracted if side is EXTRACTED else chunk.unit.raw_gold
    return np.where(rows[at] == NOWHERE, NOWHERE, codes[rows[at]]).astype(np.intp)


def both_of(chunk: Chunk, side: Side, at: int, code: int) -> tuple[Any, Any]:
    """Return a value as it is, and as it is compared; its code is that of `codes_of`."""
    if chunk.unit is not None and code != NOWHERE and isinstance(chunk.unit.raw[code], str):
        return chunk.unit.raw[code], chunk.unit.compared[code]  # equal texts are the same in every row
    raw = value(chunk, at, side)
    if raw is ABSENT or chunk.unit is None:
        return raw, raw
    rows = chunk.rows_of(side)
    assert rows is not None
    return raw, chunk.unit.compared_of(side, int(rows[at]))


def _count_gold(fld: Field, variant: str, chunk: Chunk, matched: Bools) -> None:
    codes = codes_of(chunk, GOLD, np.arange(len(chunk.rows)))
    distinct, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    counts, right = np.bincount(inverse), np.bincount(inverse, matched)
    for code, at, count, hits in zip(*map(np.ndarray.tolist, (distinct, first, counts, right)), strict=True):
        if code == NOWHERE:
            continue
        raw, compared = both_of(chunk, GOLD, at, code)
        if raw is ABSENT:
            continue
        gold = fld.gold.setdefault(strict_key(raw), Gold(raw, compared))
        gold.by[variant] = gold.by.get(variant, 0) + count
        gold.matched += int(hits)


def _may_be_alike(node: SchemaNode) -> bool:
    """Check whether values that are not the same can be right: `exact` alone takes none."""
    return node.comparator is not None and (node.comparator.name != "exact" or bool(node.transforms))


def _count_alike(fld: Field, chunk: Chunk, right: Ints) -> None:
    gold, extracted = codes_of(chunk, GOLD, right), codes_of(chunk, EXTRACTED, right)
    here = np.flatnonzero((gold != extracted) & (gold != NOWHERE) & (extracted != NOWHERE))
    both = np.stack([gold[here], extracted[here]])
    distinct, first, counts = np.unique(both, axis=1, return_index=True, return_counts=True)
    for (of_gold, of_extracted), at, count in zip(distinct.T.tolist(), first.tolist(), counts.tolist(), strict=True):
        raw_gold, left = both_of(chunk, GOLD, int(right[here[at]]), of_gold)
        raw_extracted, other = both_of(chunk, EXTRACTED, int(right[here[at]]), of_extracted)
        key = strict_key(raw_gold), strict_key(raw_extracted)
        fld.alike.setdefault(key, AlikePair(left, other)).count += count


def _count_wrong(fld: Field, variant: str, chunk: Chunk, wrong: Ints) -> None:
    if not len(wrong):
        return
    gold, extracted = codes_of(chunk, GOLD, wrong), codes_of(chunk, EXTRACTED, wrong)
    width = int(extracted.max()) + 2
    code = (gold + 1) * width + extracted + 1
    order = np.lexsort((wrong, code))
    sorted_codes = code[order]
    starts = np.flatnonzero(sorted_codes[1:] != sorted_codes[:-1]) + 1
    records, alone = chunk.frame.records(chunk.rows[wrong]), chunk.gold is None or chunk.extracted is None
    at_first, ends = wrong[order].tolist(), [*starts.tolist(), len(order)]
    record_of, begin = records[order].tolist(), 0
    for end in ends:
        at = at_first[begin]
        of_gold, of_extracted = divmod(int(sorted_codes[begin]), width)
        raw_gold, left = both_of(chunk, GOLD, at, of_gold - 1)
        raw_extracted, right = both_of(chunk, EXTRACTED, at, of_extracted - 1)
        status = NAMES[int(chunk.status[at])]
        key = (status, alone, strict_key(raw_gold), strict_key(raw_extracted))
        pair = fld.pairs.get(key)
        if pair is None:
            pair = fld.pairs[key] = WrongPair(left, right, raw_gold, raw_extracted, status, alone)
        pair.by[variant] += end - begin
        where: dict[int, int] = {}
        for place in range(begin, end):
            where.setdefault(record_of[place], at_first[place])
        begin = end
        pair.records.update(where)
        pair.remember(variant, chunk, where)
