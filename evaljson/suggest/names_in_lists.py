"""Other names in lists that are paired by content: an unequal element has no partner, so it is missing and invented.

Which name stands for which is seen from the company they keep: `Mai` is invented where `May` is missing, list by list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Ints
from evaljson.scoring.side import EXTRACTED, GOLD, Side
from evaljson.scoring.status import NAMES, OMISSION
from evaljson.scoring.table_sink import NOWHERE, Chunk
from evaljson.suggest.kinds.synonyms import is_short_name
from evaljson.suggest.wrong_pairs import Field, WrongPair, as_written, both_of, codes_of, gather

if TYPE_CHECKING:
    from scipy import sparse

_LEAST: Final = 3
"""Lists in which a name must stand for another, and lists that must tell that one from the next likely."""
_FAITHFUL: Final = 0.9
"""Of the lists in which a name is invented, the share in which the same gold value is missing."""
_PREVAILS: Final = 0.6
"""Of the lists in which that gold value is missing, the share in which the name is invented."""
_ROUNDS: Final = 5
"""Names found in one round are out of the way in the next."""


@dataclass(frozen=True, slots=True)
class _Alone:
    """Elements of one side without a partner."""

    texts: list[str]
    """As compared, distinct."""
    raws: list[Any]
    """One of each as it was."""
    text: Ints
    """Of each element, the number of its text."""
    lists: Ints
    """Of each element, its list."""
    at: Ints
    """Of each element, its result in `chunk`."""
    chunk: Chunk


def gather_with_names(
    fields: dict[str, Field], variants: Mapping[str, Iterable[Chunk]], missing: Mapping[str, Bools],
    strictly: Collection[str] = (),
) -> None:  # fmt: skip
    """Add the results of all variants to the fields, and which missing and invented elements seem to be the same.

    `missing` and `strictly` are those of `gather`.
    """
    for variant, chunks in variants.items():
        gather(fields, variant, chunks, missing[variant], strictly)
    for variant, chunks in variants.items():
        _add_names(fields, variant, chunks, missing[variant], strictly)


def _add_names(
    fields: Mapping[str, Field], variant: str, chunks: Iterable[Chunk], missing: Bools, strictly: Collection[str]
) -> None:
    by_list: dict[tuple[str, int], list[Chunk]] = {}
    for chunk in chunks:
        if chunk.field_path in fields and _is_listed_name(chunk):
            by_list.setdefault((chunk.field_path, id(chunk.frame)), []).append(chunk)
    for (path, _), both in by_list.items():
        fld, gone, invented = fields[path], _only(both, GOLD), _only(both, EXTRACTED)
        if gone is None or invented is None:
            continue
        known = {gold.value for gold in fld.gold.values() if isinstance(gold.value, str)}
        if path in strictly:
            gone, invented = as_written(gone), as_written(invented)
        left, right = _alone(gone, GOLD, missing, ()), _alone(invented, EXTRACTED, missing, known)
        if left is not None and right is not None:
            fld.apart += _pairs(left, right, variant)


def _is_listed_name(chunk: Chunk) -> bool:
    around, comparator = chunk.frame.plan, chunk.plan.schema.comparator
    return (
        chunk.key is None
        and chunk.unit is not None
        and around is not None
        and chunk.field_path == f"{around.path}[]"
        and around.schema.align.strategy == "hungarian"
        and comparator is not None
        and comparator.name == "exact"
    )


def _only(chunks: Iterable[Chunk], side: Side) -> Chunk | None:
    """Return the results of the elements that one side alone has."""
    other = EXTRACTED if side is GOLD else GOLD
    found = (chunk for chunk in chunks if chunk.rows_of(side) is not None and chunk.rows_of(other) is None)
    return next(found, None)


def _alone(chunk: Chunk, side: Side, missing: Bools, known: Collection[str]) -> _Alone | None:
    """Return the elements whose texts may be names, each text in three lists at least and none of those `known`."""
    at = np.flatnonzero(~missing[chunk.frame.records(chunk.rows)])
    codes, inverse = np.unique(codes_of(chunk, side, at), return_inverse=True)
    first = np.zeros(len(codes), np.intp)
    first[inverse[::-1]] = at[::-1]
    number: dict[str, int] = {}
    raws: list[Any] = []
    of_code = np.full(len(codes), -1)
    for place, (code, example) in enumerate(zip(codes.tolist(), first.tolist(), strict=True)):
        raw, text = both_of(chunk, side, example, code) if code != NOWHERE else (None, None)
        if isinstance(text, str) and text not in known and is_short_name(text):
            of_code[place] = number.setdefault(text, len(number))
            raws += [raw] * (len(number) - len(raws))
    text = of_code[inverse]
    often = np.bincount(text[text >= 0], minlength=len(number)) >= _LEAST
    kept = np.flatnonzero((text >= 0) & np.append(often, False)[text])
    if not len(kept):
        return None
    return _Alone(list(number), raws, text[kept], chunk.frame.parents[chunk.rows[at[kept]]], at[kept], chunk)


def _pairs(gone: _Alone, invented: _Alone, variant: str) -> list[WrongPair]:
    lists, of = np.unique(np.concatenate([gone.lists, invented.lists]), return_inverse=True)
    missing = _matrix(gone, of[: len(gone.lists)], len(lists))
    extra = _matrix(invented, of[len(gone.lists) :], len(lists))
    found = []
    for _ in range(_ROUNDS):
        fresh = list(_matched(missing, extra))
        if not fresh:
            break
        for gold, name, where in fresh:
            found.append(_pair(gone, invented, gold, name, lists[where], variant))
            missing[where, gold] = 0
            extra[where, name] = 0
        missing.eliminate_zeros()
        extra.eliminate_zeros()
    return found


def _matrix(side: _Alone, lists: Ints, height: int) -> sparse.csc_array:
    """Say of each list and text whether the list has it."""
    shape = height, len(side.texts)
    from scipy import sparse  # here, because it takes long to import

    matrix = sparse.csc_array((np.ones(len(lists), np.int64), (lists, side.text)), shape=shape)
    matrix.data[:] = 1
    return matrix


def _matched(missing: sparse.csc_array, extra: sparse.csc_array) -> Iterator[tuple[int, int, Ints]]:
    """Yield (gold text, name, lists) where the name is invented nearly only where that text is missing."""
    together = (extra.T @ missing).tocsr()
    of_gold, of_name = missing.sum(axis=0), extra.sum(axis=0)
    taken: set[int] = set()
    for name in np.flatnonzero(of_name >= _LEAST).tolist():
        span = slice(together.indptr[name], together.indptr[name + 1])
        counts, golds = together.data[span], together.indices[span]
        if not len(counts):
            continue
        order = np.argsort(-counts, kind="stable")
        gold, most = int(golds[order[0]]), int(counts[order[0]])
        next_most = int(counts[order[1]]) if len(order) > 1 else 0
        is_faithful = most >= _FAITHFUL * of_name[name] and most >= _PREVAILS * of_gold[gold]
        if is_faithful and most - next_most >= _LEAST and gold not in taken:
            taken.add(gold)
            yield gold, name, np.intersect1d(_column(missing, gold), _column(extra, name))


def _column(matrix: sparse.csc_array, number: int) -> Ints:
    return matrix.indices[matrix.indptr[number] : matrix.indptr[number + 1]].astype(np.intp)


def _pair(gone: _Alone, invented: _Alone, gold: int, name: int, lists: Ints, variant: str) -> WrongPair:
    here = np.flatnonzero((gone.text == gold) & np.isin(gone.lists, lists))
    _, first = np.unique(gone.lists[here], return_index=True)
    here = here[first]
    records = gone.chunk.frame.records(gone.chunk.rows[gone.at[here]]).tolist()
    raws = gone.raws[gold], invented.raws[name]
    pair = WrongPair(gone.texts[gold], invented.texts[name], *raws, NAMES[OMISSION], is_apart=True)
    pair.by[variant] = len(here)
    pair.records.update(records)
    pair.remember(variant, gone.chunk, dict(zip(records, gone.at[here].tolist(), strict=True)))
    return pair
