"""Cards as a file offers them to a person, and the mark by which each is known again when the file comes back."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evaljson.report.review.cell_text import LONGEST, TOO_LONG, cell_of_text, cell_of_value, shortened
from evaljson.results.signature import content_hash
from evaljson.review.answers import AnswerName
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import Opinion
from evaljson.review.places import GONE
from evaljson.review.said import said_in_words
from evaljson.review.typed_value import types_of
from evaljson.store import Card

ALL_TYPES: Final = types_of(None)
_SHOWN_RECORDS: Final = 20
_LONGEST_PLACES: Final = 2_000
_MARK: Final = re.compile(r"([0-9a-f]{16})\.([0-9,-]*|all)\.([0-9a-f]{8})")


@dataclass(frozen=True, slots=True)
class FilledAnswer:
    """The cells of an answer, as they stand in a file."""

    answer: str = ""
    value: str = ""
    tag: str = ""
    comment: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is filled in."""
        return not (self.answer.strip() or self.value.strip() or self.tag.strip() or self.comment.strip())

    def print(self) -> str:
        """Return a short hash, by which an answer that was not touched is known."""
        cells = [self.answer.strip(), self.value.strip(), self.tag.strip(), self.comment.strip()]
        return hashlib.sha256(json.dumps(cells).encode("ascii")).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """A card as cells."""

    number: int
    mark: str
    field: str
    gold: str
    extracted: str
    is_match: bool
    """Whether both sides match, and one is asked whether they are right."""
    count: int
    """Records that it applies to."""
    records: str
    """Their ids, as far as they fit."""
    variants: str
    """Their names; empty in a blind review."""
    answers: tuple[tuple[AnswerName, str], ...]
    """Those that make sense on it, with their words."""
    filled: FilledAnswer


@dataclass(frozen=True, slots=True)
class Mark:
    """What a mark says of the card that was offered."""

    card: str
    places: list[int] | None
    """Their indexes in the card; None: all that it holds."""
    filled: str
    """The print of the answer that the file was made with."""


def offer(
    review: str,
    stored: Card,
    card: ReviewCard,
    *,
    types: Mapping[str, Sequence[str]],
    variants: Mapping[str, str] | None = None,
    opinion: Opinion | None = None,
) -> OfferedCard:
    """Write a card as cells. `variants` has names by id, None if they are hidden; `opinion` is what is filled in."""
    of_field = types.get(card.field, ALL_TYPES)
    filled = FilledAnswer() if opinion is None else _filled(card, opinion, of_field)
    ids = list({place.record: str(place.record_id) for place in card.places}.values())
    more = f" and {len(ids) - _SHOWN_RECORDS:,} more" if len(ids) > _SHOWN_RECORDS else ""
    shown = ", ".join(cell_of_text(one[:200]) for one in ids[:_SHOWN_RECORDS])
    named = "" if variants is None else ", ".join(sorted({variants.get(p.variant, GONE) for p in card.places}))
    return OfferedCard(
        stored.number,
        f"{card_print(review, stored.number, stored.key)}.{_ranges(stored.current)}.{filled.print()}",
        cell_of_text(card.field),
        shortened(cell_of_value(card.gold, of_field)),
        shortened(cell_of_value(card.extracted, of_field)),
        card.kind == "audit",
        len(ids),
        f"{shown}{more}",
        cell_of_text(named),
        tuple(card.answers.items()),
        filled,
    )


def card_print(review: str, number: int, key: str) -> str:
    """Return a short hash of a card in its review."""
    return content_hash([review, number, key])[:16]


def read_mark(text: str, places: int) -> Mark | None:
    """Read a mark of a card that has so many places; None for what is none."""
    found = _MARK.fullmatch(text.strip())
    if found is None:
        return None
    card, at, filled = found.groups()
    try:
        return Mark(card, None if at == "all" else _of_ranges(at, places), filled)
    except ValueError:
        return None


def _filled(card: ReviewCard, opinion: Opinion, types: Sequence[str]) -> FilledAnswer:
    answer = opinion.answer
    value = cell_of_value(answer.value, types) if answer.name == "gold_wrong" else ""
    comment = cell_of_text(opinion.comment)
    return FilledAnswer(
        said_in_words(card, answer),
        value if len(value) <= LONGEST else TOO_LONG,
        cell_of_text(opinion.tag),
        comment if len(comment) <= LONGEST else TOO_LONG,
    )


def _ranges(numbers: Iterable[int]) -> str:
    """Write 0, 1, 2, 5 as 0-2,5."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    text = ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
    return text if len(text) <= _LONGEST_PLACES else "all"


def _of_ranges(text: str, places: int) -> list[int]:
    """Read ranges of numbers below `places`. Raises ValueError for others than `_ranges` writes."""
    found: list[int] = []
    for part in text.split(",") if text else []:
        first, _, last = part.partition("-")
        low, high = int(first[:12]), int((last or first)[:12])
        if not (found[-1] if found else -1) < low <= high < places:
            raise ValueError(part)
        found.extend(range(low, high + 1))
    return found
