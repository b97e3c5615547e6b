"""Whole columns of text in one call: each distinct pair of values is scored once and spread over its pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rapidfuzz import process

from evaljson.base.arrays import AnyInts, Bools, Codes, Floats, Ints, Scores
from evaljson.comparators.base import Pairs

_BLOCK = 4096
_LARGEST_TABLE = 2**24
_SPARSEST = 256
"""Entries of a table for each code that is looked up; sorting is quicker beyond."""


@dataclass(frozen=True, slots=True)
class ColumnScorer:
    """How two lists of texts are scored."""

    scorer: Callable[..., float]
    """A function of rapidfuzz's own: only those run over whole lists at once."""
    finish: Callable[[Floats, Floats], Floats]
    """fn(what the scorer gave, length of the longer text, at least 1) -> similarity 0..1, in the broadcast shape."""
    cutoff: float | None = None
    """`score_cutoff` of the scorer."""
    needs_lengths: bool = False
    """Without, `finish` gets the scores twice."""


class DistinctPairs:
    """Scores pairs of a column's values: equal ones are 1, and those that are not both text 0."""

    def __init__(self, values: Sequence[Any], how: ColumnScorer) -> None:
        self._values = values if isinstance(values, list) else list(values)
        self._how = how

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        left, right = pairs.left(gold), pairs.right(extracted)
        shape = np.broadcast_shapes(left.shape, right.shape)
        if 0 in shape:
            return np.zeros(shape)
        rows, row = _ranked(left, len(self._values))
        if left.shape == right.shape and len(rows) == left.size:  # no pair can stand twice
            return self._each(left.ravel(), right.ravel()).reshape(shape)
        columns, column = _ranked(right, len(self._values))
        if left.shape != right.shape and len(rows) * len(columns) <= math.prod(shape):
            return self._scored(process.cdist, rows, columns)[row, column]
        code = np.broadcast_to(row * len(columns) + column, shape).ravel()
        distinct, inverse = _distinct(code, len(rows) * len(columns))
        at_row, at_column = np.divmod(distinct, len(columns))
        return self._each(rows[at_row], columns[at_column])[inverse].reshape(shape)

    def _each(self, left: AnyInts, right: AnyInts) -> Floats:
        """left[i] with right[i], block by block: a text that was just looked at is quickly found again."""
        blocks = [slice(start, start + _BLOCK) for start in range(0, len(left), _BLOCK)]
        return np.concatenate([self._scored(process.cpdist, left[block], right[block]) for block in blocks])

    def _scored(self, score: Callable[..., Any], left: AnyInts, right: AnyInts) -> Floats:
        """left[i] with right[i] by cpdist, each of left with each of right by cdist."""
        ours, theirs = _Side(self._of(left)), _Side(self._of(right))
        how = self._how
        raw = score(ours.texts, theirs.texts, scorer=how.scorer, score_cutoff=how.cutoff, dtype=np.float64)
        across = (slice(None), None) if score is process.cdist else slice(None)
        longest = np.maximum(np.maximum(ours.lengths[across], theirs.lengths), 1) if how.needs_lengths else raw
        similarity = how.finish(raw, longest)
        if ours.is_text is not None or theirs.is_text is not None:
            similarity[~(ours.mask[across] & theirs.mask)] = 0.0
        similarity[left[across] == right] = 1.0
        return similarity

    def _of(self, codes: AnyInts) -> list[Any]:
        """Select values; as a slice if they are adjacent, as in columns without repetition."""
        first, last = int(codes[0]), int(codes[-1])
        if last - first == len(codes) - 1 and bool((np.diff(codes) == 1).all()):
            return self._values[first : last + 1]
        return list(map(self._values.__getitem__, codes.tolist()))


class _Side:
    """Values as texts: what is none is empty, and not in `is_text`."""

    def __init__(self, values: list[Any]) -> None:
        self.texts: list[str] = values
        self.is_text: Bools | None = None
        """None where all of them are."""
        if set(map(type, values)) != {str}:
            self.is_text = np.fromiter((isinstance(value, str) for value in values), np.bool_, len(values))
            self.texts = [value if isinstance(value, str) else "" for value in values]

    @property
    def mask(self) -> Bools:
        return np.ones(len(self.texts), np.bool_) if self.is_text is None else self.is_text

    @property
    def lengths(self) -> Floats:
        return np.fromiter(map(len, self.texts), np.float64, len(self.texts))


def _ranked(codes: Codes, count: int) -> tuple[Ints, Ints]:
    """Return the distinct codes (below count), sorted, and each code's index among them, in the codes' shape."""
    if count > _SPARSEST * codes.size:
        distinct, rank = np.unique(codes, return_inverse=True)
        return distinct.astype(np.intp), rank.reshape(codes.shape)
    seen = np.zeros(count, np.bool_)
    seen[codes] = True
    return np.flatnonzero(seen), (np.cumsum(seen) - 1)[codes]


def _distinct(codes: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the distinct codes (below count), in any order, and each code's index among them."""
    if count > min(_LARGEST_TABLE, _SPARSEST * codes.size):
        return np.unique(codes, return_inverse=True)
    # A table of all possible codes needs no sorting. What it holds before it is written is never read.
    index = np.empty(count, np.int32)
    position = np.arange(codes.size, dtype=np.int32)
    index[codes] = position
    distinct = codes[index[codes] == position]
    index[distinct] = position[: distinct.size]
    return distinct, index[codes].astype(np.intp)
