"""The answers that people give on a card, and what each says about gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from evaljson.base.errors import InputError
from evaljson.base.jsontypes import ABSENT, find_non_json, strict_equal

AnswerName = Literal["extracted_right", "gold_right", "gold_wrong", "both_acceptable", "unsure"]
ANSWERS: Final[tuple[AnswerName, ...]] = get_args(AnswerName)
"""In the order of the keys 1 to 5."""
WORDS: Final[dict[AnswerName, str]] = {
    "extracted_right": "Extraction is right",
    "gold_right": "Gold is right",
    "gold_wrong": "Gold is wrong, it should be",
    "both_acceptable": "Both are acceptable",
    "unsure": "Not sure",
}
"""In words, as pages and files show them."""
_ON_MATCHES: Final[dict[AnswerName, str]] = {**WORDS, "gold_right": "Both are right"}


def answers_of(kind: str, gold: Any, extracted: Any) -> dict[AnswerName, str]:
    """Return the answers that make sense on a card, in the order of their keys, with their words.

    On an audit card both sides match: that both are right is one answer, and a side that holds the same value as the
    other is not right alone.
    """
    if kind != "audit":
        return WORDS
    left_out = {"both_acceptable", *(["extracted_right"] if strict_equal(gold, extracted) else [])}
    return {name: words for name, words in _ON_MATCHES.items() if name not in left_out}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: its name and, for `gold_wrong`, the value that gold should have (ABSENT: gold should have none)."""

    name: AnswerName
    value: Any = None


def checked_answer(name: str, value: Any = None) -> Answer:
    """Return the answer. Raises InputError for an unknown name, and for a value that JSON does not have."""
    for known in ANSWERS:
        if name == known:
            break
    else:
        raise InputError(f"{name!r} is no answer; use one of {', '.join(ANSWERS)}.")
    if known != "gold_wrong":
        return Answer(known)
    if value is not ABSENT and (odd := find_non_json(value, "")):
        raise InputError(f"the corrected value holds {odd[1]}, which JSON does not have.")
    return Answer(known, value)


def simplified(answer: Answer, gold: Any, extracted: Any) -> Answer:
    """Return the plain answer where a typed value says the same: it equals gold, or the extracted value."""
    if answer.name != "gold_wrong":
        return answer
    if strict_equal(answer.value, extracted):
        return Answer("extracted_right")
    return Answer("gold_right") if strict_equal(answer.value, gold) else answer


def true_value(answer: Answer, gold: Any, extracted: Any) -> tuple[bool, Any]:
    """Return whether the answer says which value gold should have, and that value; ABSENT where gold should have none.

    `both_acceptable` leaves gold as it is, `unsure` says nothing.
    """
    match answer.name:
        case "extracted_right":
            return True, extracted
        case "gold_wrong":
            return True, answer.value
        case "gold_right" | "both_acceptable":
            return True, gold
        case "unsure":
            return False, None


def same_answer(one: Answer, other: Answer) -> bool:
    """Check whether two answers are the same, corrected values included."""
    return one.name == other.name and strict_equal(one.value, other.value)
