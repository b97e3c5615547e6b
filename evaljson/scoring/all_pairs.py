"""Verdicts on every pair of elements, for fields that ask for it: an alignment can then go by meaning.

Which pairs there are is only known while elements are being paired, and a judge wants to be asked about many at once.
So records are scored once to gather the pairs, the judge is asked, and they are scored again with what it said.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from evaljson.base.arrays import Bools, Codes, Floats
from evaljson.base.jsontypes import strict_key
from evaljson.comparators.base import BatchItem, ComparatorResult, Pairs
from evaljson.scoring.judging import JudgeUsage, Judging, Question, question
from evaljson.scoring.plan import PlanNode


def is_wanted(plan: PlanNode) -> bool:
    """Whether the field asks for a judgement of all pairs."""
    unit = plan.unit
    return unit is not None and getattr(unit.comparator.fn, "takes_judge", False) and bool(unit.params.get("all_pairs"))


class AllPairs:
    """What is known of pairs, and what is not; kept from one scoring of the records to the next."""

    def __init__(self) -> None:
        self._scores: dict[Hashable, float | None] = {}
        self._wanted: dict[Hashable, Question] = {}
        self.usage: JudgeUsage | None = None

    @classmethod
    def of(cls, plans: Iterable[PlanNode]) -> AllPairs | None:
        """None where no field asks for it."""
        return cls() if any(is_wanted(node) for plan in plans for node in plan.walk()) else None

    def ask(self, judge: Judging) -> bool:
        """Put what came up to the judge; gives whether there was anything."""
        if not self._wanted:
            return False
        decided = judge.decide(list(self._wanted.values()))
        for key, answer in zip(self._wanted, decided.answers, strict=True):
            self._scores[key] = answer.score if isinstance(answer, ComparatorResult) else None
        self._wanted = {}
        self.usage = decided.usage if self.usage is None else self.usage.plus(decided.usage)
        return True

    def score(self, plan: PlanNode, gold: Any, extracted: Any) -> float | None:
        """The judge's score of a pair of compared values; None as long as it has none, or where it gave none."""
        key = (id(plan.schema), strict_key(gold), strict_key(extracted))
        if key not in self._scores:
            params = plan.unit.params if plan.unit is not None else {}
            item = BatchItem(plan.path, gold, extracted, gold, extracted, params)
            self._wanted.setdefault(key, question(item, plan.schema))
        return self._scores.get(key)


class JudgedColumn:
    """The pairs of one field's values: what the judge said, and equal or not where it said nothing."""

    def __init__(self, known: AllPairs, plan: PlanNode, values: Sequence[Any]) -> None:
        self._known, self._plan, self._values = known, plan, values

    def __call__(self, pairs: Pairs, gold: Codes, extracted: Codes, has_gold: Bools, has_extracted: Bools) -> Floats:
        """Scores in the broadcast shape of the pairs; what it says of pairs with a missing side means nothing."""
        count = len(self._values)
        pair = pairs.left(gold).astype(np.int64) * count + pairs.right(extracted)
        there = pairs.left(has_gold) & pairs.right(has_extracted)
        distinct, inverse = np.unique(np.where(there, pair, -1), return_inverse=True)
        scores = np.array([0.0 if code < 0 else self._score(*divmod(code, count)) for code in distinct.tolist()])
        found: Floats = scores[inverse].reshape(pair.shape)
        return found

    def _score(self, gold: int, extracted: int) -> float:
        if gold == extracted:
            return 1.0
        said = self._known.score(self._plan, self._values[gold], self._values[extracted])
        return 0.0 if said is None else said
