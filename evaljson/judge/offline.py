"""The stand-in for when there is no language model: a measure of texts, which says everywhere that it is one."""

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
"""Its name, wherever a model's name would stand."""
_TOKEN_SET: Final = METHODS["token_set"]


@dataclass(frozen=True, slots=True)
class OfflineJudge:
    """Token-set similarity with a threshold: the top of the scale from the threshold on, else its bottom.

    It knows words, no meaning. Numbers, booleans and the like are compared as their JSON text.
    """

    threshold: float = 0.85
    """0..1."""

    def __post_init__(self) -> None:
        if type(self.threshold) not in (int, float) or not 0 <= self.threshold <= 1:
            raise InputError(f"threshold of the offline stand-in is a number from 0 to 1, not {self.threshold!r}")

    def identity(self) -> Mapping[str, Any]:
        """For the signature of a run."""
        return {"model": STAND_IN, "method": "token_set", "threshold": self.threshold, "stand_in": True}

    def decide(self, questions: Sequence[Question]) -> Decided:
        """An answer for each question, in order."""
        answers = [self._answer(question) for question in questions]
        equal = sum(answer.reason == "equal" for answer in answers)
        usage = JudgeUsage(
            STAND_IN, True, len(questions), equal, len(questions) - equal,
            price=0.0, verdicts=content_hash([answer.score for answer in answers]),
        )  # fmt: skip
        return Decided(answers, usage)

    def _answer(self, question: Question) -> ComparatorResult:
        item = question.item
        if strict_equal(item.gold_compared, item.extracted_compared):
            return ComparatorResult(1.0, "semantic", "equal")
        gold, extracted = _text(item.gold_compared), _text(item.extracted_compared)
        too_long = _TOKEN_SET.effort.too_long(gold, extracted)
        if too_long:
            return ComparatorResult(0.0, "semantic", f"{STAND_IN}: {too_long}")
        alike = _TOKEN_SET.one(_TOKEN_SET.scorer(gold, extracted))
        steps = list(steps_of(item.params.get("scale")).values())
        said = f"{STAND_IN}, no language model: token set similarity {alike:.3f}, threshold {self.threshold:g}"
        return ComparatorResult(steps[-1] if alike >= self.threshold else steps[0], "semantic", said)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
