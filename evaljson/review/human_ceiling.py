"""The human ceiling: F1 of people with each other, on the records of which two people answered every card.

Each person's own gold is made of their answers. What no card asks about is the same for all: where variants and gold
agree and the audit did not look, people count as agreeing, so the true ceiling is lower rather than higher.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaljson.agreement import GoldAgreement, agreement
from evaljson.base.errors import InputError, SchemaError
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import correct_gold
from evaljson.review.opinions import At, Opinion, Opinions
from evaljson.review.outcome import find_outcome
from evaljson.review.same_meaning import RulesOfFields, SameMeaning


@dataclass(frozen=True, slots=True)
class Answered:
    """Who answered every card of which records."""

    by_person: Mapping[str, frozenset[int]]

    @property
    def doubles(self) -> list[int]:
        """Positions in gold of the records that two people answered in full."""
        times: dict[int, int] = {}
        for records in self.by_person.values():
            for record in records:
                times[record] = times.get(record, 0) + 1
        return sorted(record for record, count in times.items() if count > 1)


def answered_in_full(cards: Sequence[ReviewCard], opinions: Opinions) -> Answered:
    """Find the records of which people answered every card; not sure is no answer here."""
    asked: dict[int, int] = {}
    said: dict[str, dict[int, int]] = {}
    for number, card in enumerate(cards):
        for place, at in enumerate(card.places):
            asked[at.record] = asked.get(at.record, 0) + 1
            for one in opinions.given.get((number, place), ()):
                if one.answer.name != "unsure":
                    of_person = said.setdefault(one.who, {})
                    of_person[at.record] = of_person.get(at.record, 0) + 1
    return Answered(
        {
            who: frozenset(record for record, count in counts.items() if count == asked[record])
            for who, counts in said.items()
        }
    )


def human_ceiling(
    cards: Sequence[ReviewCard],
    opinions: Opinions,
    gold: Sequence[Any],
    schema: Mapping[str, Any],
    systems: Mapping[str, Sequence[Any]] | None = None,
) -> GoldAgreement | None:
    """Compare the gold that each person would have; None where no record was answered in full by two people.

    `systems` are extracted records, joined by the id of the schema, else by position.
    """
    answered = answered_in_full(cards, opinions)
    doubles = answered.doubles
    if not doubles:
        return None
    people = {who: mine for who, records in answered.by_person.items() if (mine := records & set(doubles))}
    part = _Part(cards, opinions, frozenset(doubles), RulesOfFields(schema))
    own = {who: _own_gold(who, mine, part, gold, doubles) for who, mine in people.items()}
    by_id = isinstance(schema.get("x-eval-id"), str)
    beside = {
        name: records if by_id else [records[at] for at in doubles]
        for name, records in (systems or {}).items()
        if by_id or len(records) == len(gold)
    }
    try:
        return agreement(own, schema, systems=beside)
    except (InputError, SchemaError):  # ids that are not unique
        return None


class _Part:
    """The places of some records, as cards with these places alone, and what was said there."""

    def __init__(
        self, cards: Sequence[ReviewCard], opinions: Opinions, records: frozenset[int], same: SameMeaning
    ) -> None:
        self.same = same
        self.cards: list[ReviewCard] = []
        self.given: dict[At, tuple[Opinion, ...]] = {}
        for number, card in enumerate(cards):
            kept = [place for place, at in enumerate(card.places) if at.record in records]
            if not kept:
                continue
            for index, place in enumerate(kept):
                self.given[len(self.cards), index] = opinions.given.get((number, place), ())
            places = tuple(card.places[place] for place in kept)
            self.cards.append(replace(card, opinions=1, places=places))


def _own_gold(who: str, records: frozenset[int], part: _Part, gold: Sequence[Any], doubles: Sequence[int]) -> list[Any]:
    """Return gold as one person would have it, of the `doubles` alone; None for those that they did not answer."""
    given = {at: mine for at, every in part.given.items() if (mine := tuple(one for one in every if one.who == who))}
    corrected = correct_gold(gold, part.cards, find_outcome(part.cards, Opinions(given, {}, {}), part.same)).records
    return [corrected[at] if at in records else None for at in doubles]
