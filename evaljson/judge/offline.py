"""Stands in for a language model: compares words, and is named as a stand-in wherever its verdicts are shown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import strict_equal
from evaljson.comparators.base import ComparatorResult
from evaljson.comparators.scale import steps_of
from evaljson.comparators.text.fuzzy import METHODS
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Decided, JudgeUsage, Question

STAND_IN: Final = "offline stand-in"
"""Its name in place of a model's."""
_TOKEN_SET: Final = METHODS["token_set"]


@dataclass(frozen=True, slots=True)
class OfflineJudge:
    """Token-set similarity with a threshold: the top of the scale at or above it, the bottom below.

    It compares words, not meaning. Values that are not text are compared as JSON.
    """

    threshold: float = 0.85
    """0..1."""

    def __post_init__(self) -> None:
        if type(self.threshold) not in (int, float) or not 0 <= self.threshold <= 1:
            raise InputError(f"threshold of the offline stand-in must be a number from 0 to 1, not {self.threshold!r}")

    def identity(self) -> Mapping[str, Any]:
        """Return what its verdicts depend on, for the signature of a run."""
        return {"model": STAND_IN, "method": "token_set", "threshold": self.threshold, "stand_in": True}

    def decide(self, questions: Sequence[Question]) -> Decided:
        """Answer each question, in order."""
        answers = [self._answer(question) for question in questions]
        equal = sum(answer.reason == "equal" for answer in answers)
        usage = JudgeUsage(
            model=STAND_IN,
            stand_in=True,
            fields=len(questions),
            equal=equal,
            decided=len(questions) - equal,
            price=0.0,
            verdicts=content_hash([answer.score for answer in answers]),
        )
        return Decided(answers, usage)

    def _answer(self, question: Question) -> ComparatorResult:
        item = question.item
        if strict_equal(item.gold_compared, item.extracted_compared):
            return ComparatorResult(1.0, "semantic", "equal")
        gold, extracted = _text(item.gold_compared), _text(item.extracted_compared)
        too_long = _TOKEN_SET.effort.too_long(gold, extracted)
        if too_long:
            return ComparatorResult(0.0, "semantic", f"{STAND_IN}: {too_long}")
        similarity = _TOKEN_SET.one(_TOKEN_SET.scorer(gold, extracted))
        steps = list(steps_of(item.params.get("scale")).values())
        reason = f"{STAND_IN}, no language model: token set similarity {similarity:.3f}, threshold {self.threshold:g}"
        return ComparatorResult(steps[-1] if similarity >= self.threshold else steps[0], "semantic", reason)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
