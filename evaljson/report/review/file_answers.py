"""Answers from any file, checked one by one: what is new, what was here, and what is refused with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.base.errors import InputError
from evaljson.report.review.cell_text import text_of_cell, value_of_cell
from evaljson.report.review.offered import ALL_TYPES, FilledAnswer, card_print, read_mark
from evaljson.results.signature import content_hash
from evaljson.review.answers import ANSWERS, WORDS, Answer, AnswerName, checked_answer, same_answer
from evaljson.review.cards import ReviewCard
from evaljson.review.json_values import present
from evaljson.review.opinions import Opinions
from evaljson.review.said import plain_answer
from evaljson.store import Brought, Card
from evaljson.store.actor import person

LONGEST_COMMENT: Final = 10_000
_SPACES: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """An answer as it stands in a file."""

    where: str
    """For people: row 12."""
    card: str
    """Its number as it was read."""
    mark: str
    who: str
    filled: FilledAnswer


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """An answer that is not taken."""

    where: str
    why: str
    """And what to do."""

    def __str__(self) -> str:
        return f"{self.where}: {self.why}."


@dataclass(frozen=True, slots=True)
class ReviewInFile:
    """What answers are checked against: the review that they say they are of."""

    id: str
    stored: Sequence[Card]
    cards: Sequence[ReviewCard]
    opinions: Opinions
    types: Mapping[str, Sequence[str]]
    """JSON types by field."""
    tags: Sequence[str]
    people: Sequence[str]
    """Who may answer; empty: anyone."""


@dataclass(frozen=True, slots=True)
class CheckedAnswers:
    """What a file holds."""

    new: tuple[Brought, ...]
    """Not here yet, as far as the opinions that count show."""
    same: int
    """Answers that count already, or were not touched since the export."""
    blank: int
    """Cards without an answer."""
    refused: tuple[RefusedAnswer, ...]


def check_answers(about: ReviewInFile, answers: Iterable[FileAnswer]) -> CheckedAnswers:
    """Check answers in the order of the file. A person's second answer to a card is refused."""
    new, refused = list[Brought](), list[RefusedAnswer]()
    seen = dict[tuple[str, int], str]()
    same = blank = 0
    for one in answers:
        if one.filled.is_blank:
            blank += 1
            continue
        try:
            brought = _checked(about, one, seen)
        except InputError as error:
            refused.append(RefusedAnswer(one.where, str(error).rstrip(".")))
            continue
        if brought is None:
            same += 1
        else:
            new.append(brought)
    return CheckedAnswers(tuple(new), same, blank, tuple(refused))


def _checked(about: ReviewInFile, one: FileAnswer, seen: dict[tuple[str, int], str]) -> Brought | None:
    """Return a new answer, or None for one that is here. Raises InputError with the reason for a refusal."""
    number = _number(one.card)
    if number is None or number >= len(about.stored):
        raise InputError(f"the review has no card {one.card.strip()[:20]!r}; leave the column with its number as it is")
    stored, card = about.stored[number], about.cards[number]
    mark = read_mark(one.mark, len(stored.places))
    if mark is None or mark.card != card_print(about.id, number, stored.key):
        raise InputError(
            f"this is not card {number} of this review: the file is of another review, or the card's number or its "
            "mark was changed; export the review again"
        )
    if not card.places:
        raise InputError(f"card {number} is not there any more: its places are on another card; export again")
    who = _who(about, one.who)
    if (before := seen.setdefault((who, number), one.where)) != one.where:
        raise InputError(f"{who} answers card {number} in {before} already; delete one of the two")
    if one.filled.print() == mark.filled:
        return None
    answer, tag, comment = _read(about, card, one.filled)
    places = stored.current if mark.places is None else mark.places
    if _counts_already(about, number, places, who, answer, (tag, comment)):
        return None
    content: dict[str, Any] = {"answer": answer.name}
    if answer.name == "gold_wrong":
        content["value"] = present(answer.value)
    content |= {name: text for name, text in (("tag", tag), ("comment", comment)) if text}
    token = content_hash([about.id, number, who, content, mark.places])
    return Brought(number, who, content, token, mark.places)


def _number(text: str) -> int | None:
    typed = text.strip().removesuffix(".0")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None


def _who(about: ReviewInFile, name: str) -> str:
    who = person(name)
    if not who:
        raise InputError("nobody is named who answers; write a name on the sheet of instructions, or pass one")
    if len(who) > 200 or not who.isprintable():
        raise InputError("the name of who answers is too long, or holds characters that cannot be seen; write another")
    if about.people and who not in map(person, about.people):
        raise InputError(f"{who} is not among the people of this review; have the name added, or correct it")
    return who


def _read(about: ReviewInFile, card: ReviewCard, filled: FilledAnswer) -> tuple[Answer, str, str]:
    name = _answer_name(card, filled.answer)
    types = about.types.get(card.field, ALL_TYPES)
    typed = filled.value.strip()
    if name != "gold_wrong" and typed:
        raise InputError(f"a corrected value belongs to “{WORDS['gold_wrong']}”; choose that, or clear the value")
    if name == "gold_wrong" and not typed:
        raise InputError(
            "the corrected value is missing; write it, or (no value), (null) or (empty text) if gold should have that"
        )
    answer = checked_answer(name, value_of_cell(typed, types) if name == "gold_wrong" else None)
    tag, comment = text_of_cell(filled.tag), text_of_cell(filled.comment)
    if tag and tag not in about.tags:
        raise InputError(f"{tag[:60]!r} is no tag of this review; use one of {', '.join(about.tags) or 'none'}")
    if len(comment) > LONGEST_COMMENT:
        raise InputError(f"the comment has {len(comment):,} characters, at most {LONGEST_COMMENT:,}; shorten it")
    return answer, tag, comment


def _answer_name(card: ReviewCard, text: str) -> AnswerName:
    """Read an answer in words, by its name in code or by its key. Raises InputError.

    On a match, an answer that other cards take is that both are right, if it says so there.
    """
    typed = _SPACES.sub(" ", text.strip()).casefold().rstrip(" …:.")
    for key, name in enumerate(ANSWERS, 1):
        if typed in (card.answers.get(name, WORDS[name]).casefold(), WORDS[name].casefold(), name, str(key)):
            return name if name in card.answers else plain_answer(card, Answer(name)).name
    if not typed:
        raise InputError("the answer is missing; choose one from the list, or clear the row")
    words = ", ".join(f"“{words}”" for words in card.answers.values())
    raise InputError(f"{text.strip()[:60]!r} is no answer; choose one of {words}")


def _counts_already(
    about: ReviewInFile, card: int, places: Sequence[int], who: str, answer: Answer, said: tuple[str, str]
) -> bool:
    """Check whether this person's opinion at each of the places says just that."""
    index = {place: at for at, place in enumerate(about.stored[card].current)}
    for place in places:
        given = about.opinions.given.get((card, index[place]), ()) if place in index else ()
        if not any(
            one.who == who and same_answer(one.answer, answer) and (one.tag, one.comment) == said for one in given
        ):
            return False
    return bool(places)
