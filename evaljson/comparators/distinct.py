"""Whole columns of text in one call: each distinct pair of values is scored once and spread over its pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import process

from evaljson.comparators.base import Codes, IntArray, Pairs, Scores

Floats = npt.NDArray[np.float64]
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
        rows, row = _ranked(left, len(self._texts))
        if left.shape == right.shape and len(rows) == left.size:  # no pair can stand twice
            return self._each(left.ravel(), right.ravel()).reshape(shape)
        columns, column = _ranked(right, len(self._texts))
        if left.shape != right.shape and len(rows) * len(columns) <= math.prod(shape):
            return self._every(rows, columns)[row, column]
        code = np.broadcast_to(row * len(columns) + column, shape).ravel()
        distinct, inverse = _distinct(code, len(rows) * len(columns))
        at_row, at_column = np.divmod(distinct, len(columns))
        return self._each(rows[at_row], columns[at_column])[inverse].reshape(shape)

    def _each(self, left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Floats:
        """left[i] with right[i]."""
        texts = self._texts[left].tolist(), self._texts[right].tolist()
        raw = process.cpdist(*texts, scorer=self._how.scorer, score_cutoff=self._how.cutoff, dtype=np.float64)
        return self._finished(raw, left, right)

    def _every(self, left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Floats:
        """Each of left with each of right."""
        texts = self._texts[left].tolist(), self._texts[right].tolist()
        raw = process.cdist(*texts, scorer=self._how.scorer, score_cutoff=self._how.cutoff, dtype=np.float64)
        return self._finished(raw, left[:, None], right)

    def _finished(self, raw: Any, left: npt.NDArray[Any], right: npt.NDArray[Any]) -> Floats:
        longest = raw if self._lengths is None else np.maximum(np.maximum(self._lengths[left], self._lengths[right]), 1)
        similarity = self._how.finish(raw, longest)
        if self._is_text is not None:
            similarity[~(self._is_text[left] & self._is_text[right])] = 0.0
        similarity[left == right] = 1.0
        return similarity


def _ranked(codes: Codes, count: int) -> tuple[IntArray, IntArray]:
    """The distinct codes (below count), sorted, and for each code the index of its own among them, in its shape."""
    if count > _SPARSEST * codes.size:
        distinct, rank = np.unique(codes, return_inverse=True)
        return distinct.astype(np.intp), rank.reshape(codes.shape)
    seen = np.zeros(count, np.bool_)
    seen[codes] = True
    return np.flatnonzero(seen), (np.cumsum(seen) - 1)[codes]


def _distinct(codes: IntArray, count: int) -> tuple[IntArray, IntArray]:
    """The distinct codes (below count), in any order, and for each code the index of its own among them."""
    if count > min(_LARGEST_TABLE, _SPARSEST * codes.size):
        return np.unique(codes, return_inverse=True)
    # A table of all possible codes needs no sorting. What it holds before it is written is never read.
    index = np.empty(count, np.int32)
    position = np.arange(codes.size, dtype=np.int32)
    index[codes] = position
    distinct = codes[index[codes] == position]
    index[distinct] = position[: distinct.size]
    return distinct, index[codes].astype(np.intp)
