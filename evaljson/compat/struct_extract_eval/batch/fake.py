"""A judge without a model, for tests and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaljson.compat.struct_extract_eval.batch.judge import JudgeItem
from evaljson.compat.struct_extract_eval.batch.text import as_text


class FakeJudge:
    """Answers from a table of (gold text, extracted text), else with a default, else by equality of the texts.

    Texts are equal after strip and lower. `calls` lists the items of each call.
    """

    def __init__(
        self,
        responses: Mapping[tuple[str, str], float | None] | None = None,
        default_score: float | None = None,
    ) -> None:
        self.responses = dict(responses or {})
        self.default_score = default_score
        self.calls: list[list[JudgeItem]] = []

    def judge_batch(self, items: Sequence[JudgeItem]) -> list[float | None]:
        """Return a score or None for each item, in order."""
        self.calls.append(list(items))
        return [self._answer(as_text(item.gold), as_text(item.extracted)) for item in items]

    def _answer(self, gold: str, extracted: str) -> float | None:
        if (gold, extracted) in self.responses:
            return self.responses[gold, extracted]
        if self.default_score is not None:
            return self.default_score
        return float(gold.strip().lower() == extracted.strip().lower())
