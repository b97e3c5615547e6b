"""Finds the distinct questions among many, each under a hash of everything its verdict depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from evaljson.base.jsontypes import strict_equal
from evaljson.judge.price import tokens_of
from evaljson.judge.prompt import PROMPT_VERSION, Ask, context_of, item_text
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Question

_NAME_LENGTH = 10
"""Characters of an id: short for the model, and long enough that the ids of one request differ."""


def question_key(model: str, question: Question, vote: int) -> str:
    """Hash (sha256) canonical JSON of model, prompt, instructions, rubric, scale, field, both values and vote."""
    item = question.item
    depends_on = {
        "model": model,
        "prompt": PROMPT_VERSION,
        "context": context_of(question),
        "scale": item.params.get("scale", "binary"),
        "gold": item.gold_compared,
        "extracted": item.extracted_compared,
        "vote": vote,
    }
    try:  # what content_hash hashes, written in one go: there may be many thousands
        text = json.dumps(depends_on, sort_keys=True, separators=(",", ":"))
    except ValueError:  # an integer with more digits than Python writes out
        return content_hash(depends_on)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class DistinctQuestions:
    """Questions, sorted into those that need no judge and the distinct ones that do."""

    keys: list[tuple[str, ...] | None]
    """By question, the keys of its votes; None if the values are equal."""
    asks: dict[str, Ask]
    """By key."""

    @property
    def equal(self) -> int:
        """How many questions need no judge."""
        return sum(keys is None for keys in self.keys)


def distinct_questions(model: str, questions: Iterable[Question], votes: int) -> DistinctQuestions:
    """Leave out pairs of equal values, and list each other question once for each vote."""
    keys: list[tuple[str, ...] | None] = []
    asks: dict[str, Ask] = {}
    for question in questions:
        if strict_equal(question.item.gold_compared, question.item.extracted_compared):
            keys.append(None)
            continue
        vote_keys = tuple(question_key(model, question, vote) for vote in range(votes))
        keys.append(vote_keys)
        for vote, key in enumerate(vote_keys):
            if key not in asks:
                name = key[:_NAME_LENGTH]
                asks[key] = Ask(key, name, question, vote, tokens_of(item_text(name, 0, question)))
    return DistinctQuestions(keys, asks)
