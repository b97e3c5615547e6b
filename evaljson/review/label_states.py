"""What reviews say of each label of gold: confirmed by people, corrected, or disputed; the rest is untouched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from evaljson.base.jsontypes import strict_equal
from evaljson.base.paths import is_below
from evaljson.review.cards import ReviewCard
from evaljson.review.outcome import ReviewOutcome
from evaljson.wording.words import counted

LabelState = Literal["confirmed", "corrected", "disputed"]
LABEL_STATES: Final[tuple[LabelState, ...]] = get_args(LabelState)
LABEL_SIGNS: Final[dict[LabelState, str]] = {"confirmed": "✔", "corrected": "✎", "disputed": "⚑"}
"""A sign for each, never without its word."""


@dataclass(frozen=True, slots=True)
class GoldLabel:
    """What people said of one value of gold."""

    state: LabelState
    value: Any
    """What gold should have; what it has, unless it is corrected."""
    people: tuple[str, ...]
    """Who said so."""
    field: str
    """Schema path."""

    def in_words(self, gold: Any) -> str:
        """Say it beside the value that gold has: `✔ confirmed by 2 people`."""
        sign, by = LABEL_SIGNS[self.state], counted(len(self.people), "person", "people")
        if self.state == "disputed":
            return f"{sign} disputed"
        if self.state == "corrected" and not strict_equal(gold, self.value):
            return f"{sign} called wrong by {by}, not corrected yet"
        return f"{sign} {self.state} by {by}"


LabelsOfRecord = Mapping[str, GoldLabel]
"""By path in gold."""
GoldLabels = Mapping[int, LabelsOfRecord]
"""By position of the record in gold: only what someone decided."""


def label_states(reviews: Iterable[tuple[Sequence[ReviewCard], ReviewOutcome]]) -> dict[int, dict[str, GoldLabel]]:
    """Return what is said of gold. Of several reviews a later one counts where it says anything."""
    labels: dict[int, dict[str, GoldLabel]] = {}
    for cards, outcome in reviews:
        for (record, path), decided in outcome.gold.items():
            if decided.state != "open":
                field = cards[decided.cards[0]].field
                label = GoldLabel(decided.state, decided.value, decided.people, field)
                labels.setdefault(record, {})[path] = label
    return labels


def records_with_label(labels: GoldLabels, state: str, field: str | None = None) -> set[int]:
    """Return the positions of the records that hold a label of a state, at or below a schema path if there is one."""
    return {
        record
        for record, of_record in labels.items()
        if any(one.state == state and (field is None or is_below(one.field, field)) for one in of_record.values())
    }
