"""Answers to a card in one form for all that say the same, in words, and whether two of them agree."""

from __future__ import annotations

from typing import Any

from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import WORDS, Answer, same_answer, simplified, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.same_meaning import SameMeaning
from evaljson.wording.values import as_text


def agree(card: ReviewCard, one: Answer, other: Answer, same: SameMeaning) -> bool:
    """Check whether two plain answers to a card say the same: of corrections, whether their values mean the same."""
    if same_answer(one, other):
        return True
    if not {one.name, other.name} <= {"extracted_right", "gold_wrong"}:
        return False
    (_, first), (_, second) = (true_value(answer, card.gold, card.extracted) for answer in (one, other))
    return is_one_value(card, first, second, same)


def is_one_value(card: ReviewCard, one: Any, other: Any, same: SameMeaning) -> bool:
    """Check whether two values of gold, at a place of a card, mean the same.

    The value that gold has is one with itself alone: whoever types it in another writing wants gold to have that.
    """
    if strict_equal(one, other):
        return True
    return not strict_equal(one, card.gold) and not strict_equal(other, card.gold) and same(card.field, one, other)


def plain_answer(card: ReviewCard, answer: Answer) -> Answer:
    """Return one answer for all that say the same: on an audit card, where both sides match, three do."""
    answer = simplified(answer, card.gold, card.extracted)
    if card.kind == "audit" and answer.name in ("extracted_right", "both_acceptable"):
        same_value = strict_key(card.gold) == strict_key(card.extracted)
        return Answer("gold_right") if same_value or answer.name == "both_acceptable" else answer
    return answer


def said_in_words(card: ReviewCard, answer: Answer) -> str:
    """Return the words of an answer to a card: on a match, those of the answer that says the same there."""
    return card.answers.get(answer.name) or card.answers[plain_answer(card, answer).name]


def answer_in_words(card: ReviewCard, answer: Answer) -> str:
    """Return the words of an answer with the value that was typed, if one was."""
    if answer.name != "gold_wrong":
        return said_in_words(card, answer)
    return "Gold should have no value" if answer.value is ABSENT else f"{WORDS[answer.name]}: {as_text(answer.value)}"
