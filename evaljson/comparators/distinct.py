"""Whole columns of text in one call: each distinct pair of values is scored once and spread over its pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import process

from evaljson.comparators.base import Codes, IntArray, Pairs, Scores

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.integer[Any]]
_LARGEST_TABLE = 2**24
_SPARSEST_TABLE = 256


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
        self._how = how
        self._is_text: npt.NDArray[np.bool_] | None = None
        """By value; None where all of them are."""
        texts = values
        if set(map(type, values)) - {str}:
            self._is_text = np.fromiter((isinstance(value, str) for value in values), np.bool_, len(values))
            texts = [value if isinstance(value, str) else "" for value in values]
        self._texts = np.fromiter(texts, object, len(texts))
        self._lengths = np.fromiter(map(len, texts), np.float64, len(texts)) if how.needs_lengths else None

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
        left, right = pairs.left(gold), pairs.right(extracted)
        shape = np.broadcast_shapes(left.shape, right.shape)
        if 0 in shape:
            return np.zeros(shape)
        if left.shape != right.shape:
            rows, row = np.unique(left, return_inverse=True)
            columns, column = np.unique(right, return_inverse=True)
            if len(rows) * len(columns) <= np.prod(shape):
                table = self._every(rows, columns)
                return table[row.reshape(left.shape), column.reshape(right.shape)]
        elif left.ndim == 1 and _all_differ(left, len(self._texts)):
            return self._each(left, right)
        pair = np.broadcast_to(left.astype(np.int64) * len(self._texts) + right, shape).ravel()
        distinct, inverse = distinct_pairs(pair, len(self._texts))
        return self._each(*np.divmod(distinct, len(self._texts)))[inverse].reshape(shape)

    def _each(self, left: Whole, right: Whole) -> Floats:
        """left[i] with right[i]."""
        texts = self._texts[left].tolist(), self._texts[right].tolist()
        raw = process.cpdist(*texts, scorer=self._how.scorer, score_cutoff=self._how.cutoff, dtype=np.float64)
        return self._finished(raw, left, right)

    def _every(self, left: Whole, right: Whole) -> Floats:
        """Each of left with each of right."""
        texts = self._texts[left].tolist(), self._texts[right].tolist()
        raw = process.cdist(*texts, scorer=self._how.scorer, score_cutoff=self._how.cutoff, dtype=np.float64)
        return self._finished(raw, left[:, None], right)

    def _finished(self, raw: Any, left: Whole, right: Whole) -> Floats:
        longest = raw if self._lengths is None else np.maximum(np.maximum(self._lengths[left], self._lengths[right]), 1)
        similarity = self._how.finish(raw, longest)
        if self._is_text is not None:
            similarity[~(self._is_text[left] & self._is_text[right])] = 0.0
        similarity[left == right] = 1.0
        return similarity


def _all_differ(codes: Whole, count: int) -> bool:
    """Whether no code (below count) stands twice; cheaper than looking for distinct ones."""
    if len(codes) > count:
        return False
    seen = np.zeros(count, np.bool_)
    seen[codes] = True
    return int(np.count_nonzero(seen)) == len(codes)


def distinct_pairs(pair: Whole, count: int) -> tuple[Whole, IntArray]:
    """The distinct codes (below count * count), in any order, and for each pair the index of its own among them."""
    size = count * count
    if size > _LARGEST_TABLE or size > _SPARSEST_TABLE * len(pair):
        return np.unique(pair, return_inverse=True)
    # A table of all possible codes needs no sorting. What it holds before it is written is never read.
    index = np.empty(size, np.int32)
    position = np.arange(len(pair), dtype=np.int32)
    index[pair] = position
    distinct = pair[index[pair] == position]
    index[distinct] = position[: len(distinct)]
    return distinct, index[pair].astype(np.intp)
