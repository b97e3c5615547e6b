"""What a verdict depends on, as one key; and the distinct questions among many."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaljson.base.jsontypes import strict_equal
from evaljson.judge.price import tokens_of
from evaljson.judge.prompt import PROMPT_VERSION, Ask, context_of, item_text
from evaljson.results.signature import content_hash
from evaljson.scoring.judging import Question

_NAME = 10
"""Characters of an id: short for the model, and long enough that the ids of one request differ."""


def key_of(model: str, question: Question, vote: int) -> str:
    """sha256 of canonical JSON: model, prompt, instructions, rubric, scale, path context, both values, vote."""
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
class Distinct:
    """Questions, sorted into those that need no judge and the distinct ones that do."""

    keys: list[tuple[str, ...] | None]
    """By question, the keys of its votes; None where the values are equal."""
    asks: dict[str, Ask]
    """By key."""

    @property
    def equal(self) -> int:
        """How many questions need no judge."""
        return sum(keys is None for keys in self.keys)


def distinct(model: str, questions: Iterable[Question], votes: int) -> Distinct:
    """Equal pairs are no question; the others are asked once each, for each vote."""
    keys: list[tuple[str, ...] | None] = []
    asks: dict[str, Ask] = {}
    for question in questions:
        if strict_equal(question.item.gold_compared, question.item.extracted_compared):
            keys.append(None)
            continue
        own = tuple(key_of(model, question, vote) for vote in range(votes))
        keys.append(own)
        for vote, key in enumerate(own):
            if key not in asks:
                name = key[:_NAME]
                asks[key] = Ask(key, name, question, vote, tokens_of(item_text(name, 0, question)))
    return Distinct(keys, asks)


def in_batches(asks: Sequence[Ask], most_tokens: int, most_items: int) -> list[list[Ask]]:
    """Batches within the limits, of one scale and one vote each; an item above the token limit goes alone.

    Votes but the first see the items in an order and company of their own, so that they are not the same question
    asked the same way.
    """
    batches: list[list[Ask]] = []
    groups: dict[tuple[int, tuple[tuple[str, float], ...]], list[Ask]] = {}
    for ask in asks:
        groups.setdefault((ask.vote, tuple(ask.scale.items())), []).append(ask)
    for (vote, _), group in sorted(groups.items(), key=lambda one: one[0][0]):
        batches += _packed(group if vote == 0 else sorted(group, key=lambda ask: ask.key), most_tokens, most_items)
    return batches


def _packed(asks: Sequence[Ask], most_tokens: int, most_items: int) -> list[list[Ask]]:
    batches: list[list[Ask]] = []
    names: set[str] = set()
    tokens = 0
    for ask in asks:
        fits = batches and tokens + ask.tokens <= most_tokens and len(batches[-1]) < most_items
        if not fits or ask.name in names:
            batches.append([])
            names, tokens = set(), 0
        batches[-1].append(ask)
        names.add(ask.name)
        tokens += ask.tokens
    return batches
