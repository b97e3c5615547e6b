"""The batch comparator that asks a judge."""

from __future__ import annotations

import logging
from typing import Any, ClassVar

from evaljson.comparators.base import BatchItem, ComparatorResult
from evaljson.compat.struct_extract_eval.batch.judge import Judge, JudgeItem

logger = logging.getLogger(__name__)


class SemanticBatchComparator:
    """Asks a judge about values that are not equal, in one call for each record. Register it under a name.

    What the judge does not decide, or raises for, is None, so a `batch_error`.
    """

    is_batch: ClassVar[bool] = True

    def __init__(self, judge: Judge, name: str = "semantic") -> None:
        self.judge = judge
        self.name = name

    def __call__(self, items: list[BatchItem]) -> list[ComparatorResult | None]:
        results: list[ComparatorResult | None] = [
            ComparatorResult(1.0, self.name, "equal") if _equal(item.gold_compared, item.extracted_compared) else None
            for item in items
        ]
        asked = [place for place, result in enumerate(results) if result is None]
        if asked:
            questions = [
                JudgeItem(one.path, one.gold_compared, one.extracted_compared) for one in map(items.__getitem__, asked)
            ]
            for place, score in zip(asked, self._scores(questions), strict=False):
                if isinstance(score, int | float):
                    results[place] = ComparatorResult(float(score), self.name, "judged")
        return results

    def _scores(self, questions: list[JudgeItem]) -> list[Any]:
        try:
            scores = self.judge.judge_batch(questions)
        except Exception as error:  # a judge is code of somebody else, or a network: its fields become batch errors
            logger.warning("the judge of %r raised %s: %s", self.name, type(error).__name__, error)
            return []
        if not isinstance(scores, list):
            logger.warning("the judge of %r answered with a %s, not a list", self.name, type(scores).__name__)
            return []
        return scores


def _equal(gold: Any, extracted: Any) -> bool:
    return type(gold) is type(extracted) and bool(gold == extracted)
