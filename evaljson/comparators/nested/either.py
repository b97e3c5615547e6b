"""either: several comparators, and the best score of them counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, ClassVar

import numpy as np

from evaljson.base.arrays import Codes, Scores
from evaljson.base.params import Param, parse_xeval_entry
from evaljson.comparators.base import ComparatorResult, Pairs, PairScorer, Params
from evaljson.comparators.nested.inner import check_comparators, compare_by, scorer_by


class Either:
    """The maximum over the alternatives, each of which is asked; the reason names the winner, the first of equal ones.

    Symmetric where all alternatives are. One that skips counts only where all do.
    """

    params: ClassVar[tuple[Param, ...]] = (
        Param(
            "of",
            "array",
            'The comparators: names, or with parameters {"amount": {"decimal": ","}}.',
            required=True,
            longest=100,
            check=check_comparators,
        ),
    )

    def __call__(self, gold: Any, extracted: Any, params: Params) -> ComparatorResult:
        entries = params["of"]
        results = [compare_by(entry, gold, extracted) for entry in entries]
        best = max(range(len(results)), key=lambda i: (not results[i].skip, results[i].score, -i))
        won, name = results[best], parse_xeval_entry(entries[best])[0]
        if not won.skip and won.score == 0:
            names = (parse_xeval_entry(entry)[0] for entry in entries)
            whys = (result.reason or "the values differ" for result in results)
            reasons = (f"{comparator}: {why}" for comparator, why in zip(names, whys, strict=True))
            return ComparatorResult(0.0, "either", f"no alternative matches ({'; '.join(reasons)})")
        return ComparatorResult(won.score, "either", f"by {name}" + (f": {won.reason}" if won.reason else ""), won.skip)

    def vectorise(self, values: Sequence[Any], params: Params) -> PairScorer | None:
        """Compare by columns where each alternative does."""
        found = [scorer_by(entry, values) for entry in params["of"]]
        scorers = [scorer for scorer in found if scorer is not None]
        if len(scorers) < len(found):
            return None

        def score(pairs: Pairs, gold: Codes, extracted: Codes) -> Scores:
            each = (np.asarray(scorer(pairs, gold, extracted), np.float64) for scorer in scorers)
            return reduce(np.maximum, each)

        return score


either = Either()
