"""What reviews say of each label of gold: confirmed, corrected, called wrong or disputed; the rest is untouched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args

from evaljson.base.jsontypes import ABSENT, strict_equal, value_at
from evaljson.base.paths import inside, is_below
from evaljson.review.cards import ReviewCard
from evaljson.review.element_values import values_in
from evaljson.review.gold_outcome import GoldOutcome
from evaljson.review.outcome import ReviewOutcome
from evaljson.wording.words import counted

LabelState = Literal["confirmed", "corrected", "called_wrong", "disputed"]
"""corrected: gold has what people say; called_wrong: it has something else, or nothing."""
LABEL_STATES: Final[tuple[LabelState, ...]] = get_args(LabelState)
LABEL_SIGNS: Final[dict[LabelState, str]] = {"confirmed": "✔", "corrected": "✎", "called_wrong": "✎", "disputed": "⚑"}
"""A sign for each, never without its word."""
LABEL_WORDS: Final[dict[LabelState, str]] = {
    "confirmed": "confirmed",
    "corrected": "corrected",
    "called_wrong": "called wrong, not corrected yet",
    "disputed": "disputed",
}
_INDEX: Final = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class GoldLabel:
    """What people said of one value of gold."""

    state: LabelState
    value: Any
    """What gold should have; what it has, unless it is called wrong."""
    people: tuple[str, ...]
    """Who said so."""
    field: str
    """Schema path."""
    element: str = ""
    """The path of the element that was judged as a whole, where this is a value in it."""

    def after(self, earlier: GoldLabel | None) -> GoldLabel:
        """Return this label, with the people of an earlier review if that says the same."""
        if earlier is None or earlier.state != self.state or not strict_equal(earlier.value, self.value):
            return self
        return replace(self, people=tuple(sorted({*earlier.people, *self.people})))

    def over(self, gold: Any, *, is_as_before: bool = False) -> GoldLabel:
        """Return the same of the value that gold has in place: people may call it wrong before it is corrected.

        `is_as_before`: the element that was judged as a whole is as it was, so it is called wrong with all in it.
        """
        is_wrong = self.state == "corrected" and (is_as_before or not strict_equal(gold, self.value))
        return replace(self, state="called_wrong") if is_wrong else self

    @property
    def in_words(self) -> str:
        """What is shown beside the value that gold has: `✔ confirmed by 2 people`."""
        sign, by = LABEL_SIGNS[self.state], counted(len(self.people), "person", "people")
        if self.state == "disputed":
            return f"{sign} disputed"
        if self.state == "called_wrong":
            return f"{sign} called wrong by {by}, not corrected yet"
        return f"{sign} {self.state} by {by}"


LabelsOfRecord = Mapping[str, GoldLabel]
"""By path in gold; what is in an element that gold has lost, or has not yet, by a path as in `element_labels`."""
GoldLabels = Mapping[int, LabelsOfRecord]
"""By position of the record in gold: only what someone decided."""


def label_states(reviews: Iterable[tuple[Sequence[ReviewCard], ReviewOutcome]]) -> dict[int, dict[str, GoldLabel]]:
    """Return what is said of the gold that the reviews are of. Of several a later one counts where it says anything.

    Whoever said the same in an earlier one counts too. Nothing is called wrong here: `GoldLabel.over` looks at gold.
    """
    labels: dict[int, dict[str, GoldLabel]] = {}
    for cards, outcome in reviews:
        known = _about(cards)
        for where, decided in outcome.gold.items():
            state = decided.state
            if state == "open":
                continue
            field, parts = known[where]
            of_record = labels.setdefault(decided.record, {})
            inside_of_it = _paths_inside(decided, parts) if parts is not None else ()
            if not inside_of_it:
                label = GoldLabel(state, decided.value, decided.people, field)
                of_record[decided.path] = label.after(of_record.get(decided.path))
            for path in inside_of_it:
                own = outcome.gold.get((decided.record, path))
                if own is None or own.state == "open":  # else another card is about this value itself
                    of_record[path] = _label_inside(decided, state, path, field).after(of_record.get(path))
    return labels


def _about(cards: Sequence[ReviewCard]) -> dict[tuple[int, str], tuple[str, set[str] | None]]:
    """Return for each place of gold its field and, where it is a whole element, what results in it there are: paths."""
    found: dict[tuple[int, str], tuple[str, set[str] | None]] = {}
    for card in cards:
        for at in card.places:
            if at.gold_path is not None:
                _, parts = found.get((at.record, at.gold_path), (card.field, None))
                if at.is_element:
                    parts = (parts or set()) | set(at.gold_paths[1:])
                found[at.record, at.gold_path] = (card.field, parts)
    return found


def _paths_inside(decided: GoldOutcome, parts: Iterable[str]) -> list[str]:
    """Return the path of each value in an element that people judge as a whole, in gold and as it should be.

    Results name only some of them, `parts`: what equals, by chance, the value of another element is a match.
    """
    known = {path[len(decided.path) :] for path in parts}
    for element in (decided.gold, decided.value):
        known |= set() if element is ABSENT else values_in(element, known).keys()
    return [decided.path + inner for inner in sorted(known) if inner]


def _label_inside(decided: GoldOutcome, state: LabelState, path: str, field: str) -> GoldLabel:
    """Return the label of a value in an element of which something is said as a whole."""
    inner = path[len(decided.path) :].removeprefix(".")
    value = ABSENT if decided.value is ABSENT else value_at(decided.value, inner)
    return GoldLabel(state, value, decided.people, inside(field, without_indices(inner)), decided.path)


def without_indices(path: str) -> str:
    """Return the schema path of an instance path."""
    return _INDEX.sub("[]", path)


def in_counts(labels: Iterable[GoldLabel]) -> str:
    """Say how many of some labels are in which state: `✔ 2 confirmed, ⚑ 1 disputed`; nothing for none."""
    counts = Counter(label.state for label in labels)
    said = (f"{LABEL_SIGNS[state]} {counts[state]:,} {LABEL_WORDS[state]}" for state in LABEL_STATES if counts[state])
    return "; ".join(said) if counts["called_wrong"] else ", ".join(said)


def label_words(labels: LabelsOfRecord, paths: Iterable[str]) -> dict[str, str]:
    """Return what is said of gold at some instance paths of a record, by path; nothing where nothing is said.

    Of a value that is an array or object it may be said of all that is in it.
    """
    found: dict[str, str] = {}
    labels = {path: label for path, label in labels.items() if "[]" not in path}  # else gold does not have it
    for path in paths if labels else ():
        at = [labels[path]] if path in labels else labels_below(labels, path)
        if len(words := {label.in_words for label in at}) == 1:
            found[path] = words.pop()
    return found


def labels_below(labels: LabelsOfRecord, path: str) -> list[GoldLabel]:
    """Return the labels at an instance path of a record, and of what is in the value there."""
    return [label for at, label in labels.items() if is_below(at, path)]


def labels_of_value(labels: GoldLabels, records: Sequence[Any], field: str, gold: Any) -> list[GoldLabel]:
    """Return the labels of a value of gold at a schema path, wherever it stands; `records` are those of gold."""
    return [
        label
        for record, of_record in labels.items()
        for path, label in of_record.items()
        if label.field == field and strict_equal(value_at(records[record], path), gold)
    ]


def records_with_label(labels: GoldLabels, state: str, field: str | None = None) -> set[int]:
    """Return the positions of the records that hold a label of a state, at or below a schema path if there is one."""
    return {
        record
        for record, of_record in labels.items()
        if any(one.state == state and (field is None or is_below(one.field, field)) for one in of_record.values())
    }
