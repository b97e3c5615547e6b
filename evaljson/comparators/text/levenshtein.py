"""levenshtein: 1 - edits / length of the longer text. An edit inserts, drops or replaces one character (code point).

Symmetric. Case counts: use transforms to ignore it. Values that are not text are equal (1) or not (0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from rapidfuzz.distance import Levenshtein as Edits

from evaljson.base.arrays import Floats
from evaljson.base.params import Param
from evaljson.comparators.base import ComparatorResult, PairScorer, Params
from evaljson.comparators.text.distinct_pairs import ColumnScorer, DistinctPairs
from evaljson.comparators.text.effort import BY_BITS
from evaljson.comparators.text.not_text import not_text

_UNBOUNDED = 2**40
"""More edits than any text has characters, and small enough for rapidfuzz."""


class Levenshtein:
    """Similarity of texts by the least number of edits, 0..1."""

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "max_distance",
            "integer",
            "Texts that are more edits apart than this score 0.",
            minimum=0,
            maximum=1_000_000_000,
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        if not isinstance(gold, str) or not isinstance(extracted, str):
            return not_text("levenshtein", gold, extracted)
        if gold == extracted:
            return ComparatorResult(1.0, "levenshtein")
        too_long = BY_BITS.too_long(gold, extracted)
        if too_long:
            return ComparatorResult(0.0, "levenshtein", too_long)
        most = _most(params)
        edits = Edits.distance(gold, extracted, score_cutoff=most)
        if edits > most:
            return ComparatorResult(0.0, "levenshtein", f"more than {most} edits")
        longest = max(len(gold), len(extracted))
        return ComparatorResult(1 - edits / longest, "levenshtein", f"{edits} edits in {longest} characters")

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer | None:
        """Score each distinct pair once; None if a pair may be too long."""
        if not BY_BITS.suits(values):
            return None
        most = _most(params)

        def similarity(edits: Floats, longest: Floats) -> Floats:
            similarity: Floats = np.where(edits > most, 0.0, 1 - edits / longest)
            return similarity

        return DistinctPairs(values, ColumnScorer(Edits.distance, similarity, most, needs_lengths=True))


def _most(params: Params) -> int:
    most: int = min(params.get("max_distance", _UNBOUNDED), _UNBOUNDED)
    return most


levenshtein = Levenshtein()
