"""Verdicts on every pair of elements, for fields with `all_pairs`: elements are then aligned by meaning.

The pairs are only known while elements are being aligned, and a judge is asked about many at once. So records are
scored once to collect the pairs, the judge is asked, and they are scored again with its verdicts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Codes, Floats
from evaljson.base.jsontypes import strict_key
from evaljson.comparators.base import BatchItem, ComparatorResult, Pairs, says
from evaljson.scoring.judging import JudgeUsage, Judging, Question, question
from evaljson.scoring.plan import PlanNode


def is_wanted(plan: PlanNode) -> bool:
    """Check whether the field asks for verdicts on all pairs."""
    unit = plan.unit
    return unit is not None and says(unit.comparator.fn, "takes_judge") and bool(unit.params.get("all_pairs"))


class AllPairs:
    """Scores of pairs, and the pairs still to be judged; kept from one scoring of the records to the next."""

    def __init__(self) -> None:
        self._scores: dict[Hashable, float | None] = {}
        self._wanted: dict[Hashable, Question] = {}
        self.usage: JudgeUsage | None = None

    @classmethod
    def of(cls, plans: Iterable[PlanNode]) -> AllPairs | None:
        """Return None where no field asks for verdicts on all pairs."""
        return cls() if any(is_wanted(node) for plan in plans for node in plan.walk()) else None

    def ask(self, judge: Judging) -> bool:
        """Ask the judge about the pairs that came up. Return whether there were any."""
        if not self._wanted:
            return False
        decided = judge.decide(list(self._wanted.values()))
        for key, answer in zip(self._wanted, decided.answers, strict=True):
            self._scores[key] = answer.score if isinstance(answer, ComparatorResult) else None
        self._wanted = {}
        self.usage = decided.usage if self.usage is None else self.usage.plus(decided.usage)
        return True

    def score(self, plan: PlanNode, gold: Any, extracted: Any) -> float | None:
        """Return the judge's score of a pair of compared values; None where it has none yet, or gave none."""
        key = (id(plan.schema), strict_key(gold), strict_key(extracted))
        if key not in self._scores:
            params = plan.unit.params if plan.unit is not None else {}
            item = BatchItem(plan.path, gold, extracted, gold, extracted, params)
            self._wanted.setdefault(key, question(item, plan.schema))
        return self._scores.get(key)


class JudgedColumn:
    """Scores pairs of one field's values by the judge's verdicts."""

    def __init__(self, known: AllPairs, plan: PlanNode, values: Sequence[Any]) -> None:
        self._known, self._plan, self._values = known, plan, values

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes, has_gold: Bools, has_extracted: Bools) -> Floats:
        """Return scores in the broadcast shape of the pairs; scores of pairs with a missing side mean nothing."""
        count = len(self._values)
        pair = pairs.left(gold).astype(np.int64) * count + pairs.right(extracted)
        both = pairs.left(has_gold) & pairs.right(has_extracted)
        distinct, inverse = np.unique(np.where(both, pair, -1), return_inverse=True)
        scores = np.array([0.0 if code < 0 else self._score(*divmod(code, count)) for code in distinct.tolist()])
        by_pair: Floats = scores[inverse].reshape(pair.shape)
        return by_pair

    def _score(self, gold: int, extracted: int) -> float:
        if gold == extracted:
            return 1.0
        score = self._known.score(self._plan, self._values[gold], self._values[extracted])
        return 0.0 if score is None else score
