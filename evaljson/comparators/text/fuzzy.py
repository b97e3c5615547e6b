"""fuzzy: how alike two texts are, by one of the measures of rapidfuzz.

    ratio         characters in common, in order (the default)
    partial       ratio of the shorter text with the part of the longer one that suits it best
    token_sort    ratio of the words in alphabetical order
    token_set     the words as sets: 1 where those of one text are all in the other
    jaro_winkler  for short names: the beginning counts more
    damerau       1 - edits / length of the longer text; swapped neighbours are one edit

Symmetric. Case counts: use transforms to ignore it. Values that are not text are equal (1) or not (0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from rapidfuzz import fuzz
from rapidfuzz.distance import DamerauLevenshtein, JaroWinkler

from evaljson.base.arrays import Floats
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.text.distinct_pairs import ColumnScorer, DistinctPairs
from evaljson.comparators.text.effort import BY_BITS, BY_CHARACTER, BY_WINDOW, Effort
from evaljson.comparators.text.not_text import not_text

_DIGITS = 1e12


def _percent(raw: Floats, longest: Floats) -> Floats:
    return raw / 100


def _as_it_is(raw: Floats, longest: Floats) -> Floats:
    return raw


def _rounded(raw: Floats, longest: Floats) -> Floats:
    """Round: one pair and many pairs are summed in different orders, so their last digits may differ."""
    return np.rint(raw * _DIGITS) / _DIGITS


@dataclass(frozen=True, slots=True)
class _Method:
    scorer: Callable[..., float]
    finish: Callable[[Floats, Floats], Floats]
    one: Callable[[float], float]
    """`finish` for a single pair."""
    effort: Effort = BY_BITS


METHODS: Mapping[str, _Method] = MappingProxyType(
    {
        "ratio": _Method(fuzz.ratio, _percent, lambda raw: raw / 100),
        "partial": _Method(fuzz.partial_ratio, _percent, lambda raw: raw / 100, BY_WINDOW),
        "token_sort": _Method(fuzz.token_sort_ratio, _percent, lambda raw: raw / 100),
        "token_set": _Method(fuzz.token_set_ratio, _percent, lambda raw: raw / 100),
        "jaro_winkler": _Method(
            JaroWinkler.normalized_similarity, _rounded, lambda raw: round(raw * _DIGITS) / _DIGITS
        ),
        "damerau": _Method(DamerauLevenshtein.normalized_similarity, _as_it_is, lambda raw: raw, BY_CHARACTER),
    }
)


class Fuzzy:
    """Similarity of texts, 0..1."""

    params: ClassVar[tuple[Param, ...]] = (
        Param("method", "string", "How similarity is measured.", default="ratio", choices=tuple(METHODS)),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("fuzzy", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "fuzzy")
        name = params.get("method", "ratio")
        method = METHODS[name]
        too_long = method.effort.too_long(gold, extracted)
        if too_long:
            return ComparatorResult(0.0, "fuzzy", too_long)
        score = method.one(method.scorer(gold, extracted))
        return ComparatorResult(score, "fuzzy", f"{name} similarity {score:.3f}")

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer | None:
        """Score each distinct pair once; None if a pair may be too long."""
        method = METHODS[params.get("method", "ratio")]
        if not method.effort.suits(values):
            return None
        return DistinctPairs(values, ColumnScorer(method.scorer, method.finish))


fuzzy = Fuzzy()
