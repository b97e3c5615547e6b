"""A judge at Groq, asked through the openai package."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Final

from evaljson.compat.struct_extract_eval.batch.judge import JudgeItem
from evaljson.compat.struct_extract_eval.batch.prompt import DEFAULT_PROMPT_TEMPLATE, read_scores, write_pairs
from evaljson.compat.struct_extract_eval.batch.text import as_text

BASE_URL: Final = "https://api.groq.com/openai/v1"
_Key = tuple[str, str, str, str]


class GroqJudge:
    """Asks a model at Groq whether values mean the same: one chat request a call, for what is not known yet.

    Answers are remembered by model, path and both texts. What the endpoint refuses is raised; an answer that cannot
    be read leaves its items undecided.
    """

    def __init__(
        self, model: str = "llama-3.3-70b-versatile", api_key: str | None = None, prompt_template: str | None = None
    ) -> None:
        """Take the key from GROQ_API_KEY where none is passed.

        Raises ValueError for a template without {pairs} or no key, ImportError without the openai package.
        """
        self.model = model
        self.prompt_template = DEFAULT_PROMPT_TEMPLATE if prompt_template is None else prompt_template
        if "{pairs}" not in self.prompt_template:
            raise ValueError("the prompt template has no {pairs}: write it where the values belong")
        self._client = _client(api_key or os.environ.get("GROQ_API_KEY"))
        self._known: dict[_Key, float] = {}

    def judge_batch(self, items: Sequence[JudgeItem]) -> list[float | None]:
        """Return 1.0, 0.0 or None for each item, in order."""
        keys = [(self.model, item.path, as_text(item.gold), as_text(item.extracted)) for item in items]
        unknown = [key for key in dict.fromkeys(keys) if key not in self._known]
        if unknown:
            scores = self._ask(unknown)
            self._known.update({key: score for key, score in zip(unknown, scores, strict=True) if score is not None})
        return [self._known.get(key) for key in keys]

    def _ask(self, keys: Sequence[_Key]) -> list[float | None]:
        prompt = self.prompt_template.format(pairs=write_pairs([(path, gold, read) for _, path, gold, read in keys]))
        answer = self._client.chat.completions.create(
            model=self.model,
            messages=[{"role": "user", "content": prompt}],
            temperature=0,
            response_format={"type": "json_object"},
        )
        return read_scores(answer.choices[0].message.content, len(keys))


def _client(key: str | None) -> Any:
    try:
        import openai  # here, since it takes longer to import than scoring takes
    except ImportError as error:
        raise ImportError("GroqJudge needs the openai package: pip install openai") from error
    if not key:
        raise ValueError("GroqJudge needs a key: pass api_key, or set GROQ_API_KEY")
    return openai.OpenAI(api_key=key, base_url=BASE_URL)
