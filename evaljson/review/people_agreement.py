"""How far people agree in a review: on the answers, on the values that they say are right, and with a judge."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaljson.agreement import LEAST_DOUBLES, Answers, FieldAgreement, agreement_of_answers, agreement_of_values
from evaljson.base.errors import InputError, SchemaError
from evaljson.base.jsontypes import ABSENT, strict_equal, strict_key
from evaljson.review.answers import ANSWERS, Answer, true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.opinions import Opinion, Opinions
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.said import agree, plain_answer
from evaljson.review.same_meaning import SameMeaning, schema_of_field
from evaljson.schema.node import SchemaNode
from evaljson.stats import Kappa, cohens_kappa

JUDGED: Final = "semantic"
"""The comparator whose verdicts are a judge's."""
Choices = Mapping[str, Hashable]
"""By person: what their answer to a card is compared by."""


@dataclass(frozen=True, slots=True)
class FieldOpinions:
    """Agreement on the cards of one field."""

    path: str
    answers: Answers
    values: FieldAgreement | None
    """On the value that gold should have, by the rule of the field; None with too few doubles, or without a rule."""


@dataclass(frozen=True, slots=True)
class AgainstJudge:
    """People beside the judge, on the same pairs of values: do both sides mean the same?"""

    same: tuple[int, int]
    """Of the pairs that the judge calls the same: how many people call the same, and how many not."""
    different: tuple[int, int]
    """Of the pairs that the judge calls different: how many people call the same, and how many not."""
    kappa: Kappa | None
    """Cohen's kappa of both; None below LEAST_DOUBLES pairs, and where it is undefined."""

    @property
    def pairs(self) -> int:
        """Pairs that both decided about."""
        return sum(self.same) + sum(self.different)


@dataclass(frozen=True, slots=True)
class ReviewAgreement:
    """Agreement in a review. A unit is a card: one answer stands for all of its places."""

    overall: Answers
    fields: tuple[FieldOpinions, ...]
    """Those with a card that two people answered, in schema order, others behind."""
    judge: AgainstJudge | None
    """None where no judge's verdict was reviewed."""


def review_agreement(
    cards: Sequence[ReviewCard], opinions: Opinions, outcome: ReviewOutcome, tree: SchemaNode
) -> ReviewAgreement:
    """Measure how far people agree. Intervals leave out whole records, by the first place of each card."""
    said = {number: given for number, card in enumerate(cards) if (given := opinions.of_card(number, len(card.places)))}
    by_field: dict[str, list[int]] = {}
    for number in said:
        by_field.setdefault(cards[number].field, []).append(number)
    nodes = nodes_by_path(tree)
    places = {path: place for place, path in enumerate(nodes)}
    ordered = sorted(by_field, key=lambda path: places.get(path, len(places)))
    chosen = {number: _choices(cards[number], given, outcome.same) for number, given in said.items()}
    fields = (_field(path, by_field[path], cards, said, chosen, nodes.get(path)) for path in ordered)
    overall = _answers(list(said), cards, chosen)
    doubled = tuple(field for field in fields if field.answers.doubles)
    return ReviewAgreement(overall, doubled, _against_judge(cards, outcome, nodes))


def nodes_by_path(tree: SchemaNode) -> dict[str, SchemaNode]:
    """Return the nodes of a schema by path, in schema order; of several document types the first that has it."""
    found: dict[str, SchemaNode] = {}
    for root in tree.roots:
        for node in root.walk():
            found.setdefault(node.path, node)
    return found


def _field(
    path: str,
    numbers: Sequence[int],
    cards: Sequence[ReviewCard],
    said: Mapping[int, tuple[Opinion, ...]],
    chosen: Mapping[int, Choices],
    node: SchemaNode | None,
) -> FieldOpinions:
    values = None if node is None or not node.is_unit else _values(numbers, cards, said, node)
    return FieldOpinions(path, _answers(numbers, cards, chosen), values)


def _answers(numbers: Sequence[int], cards: Sequence[ReviewCard], chosen: Mapping[int, Choices]) -> Answers:
    units = [chosen[number] for number in numbers]
    return agreement_of_answers(units, ANSWERS, [cards[number].places[0].record for number in numbers])


def _choices(card: ReviewCard, given: Sequence[Opinion], same: SameMeaning) -> Choices:
    """Return what the answers to a card are compared by: the name of each, or the value that was typed.

    Those that say the same are one, as where it is decided: typed values do that mean the same by the rule of the
    field. Between cards, each typed value is an answer of its own.
    """
    plain = {one.who: plain_answer(card, one.answer) for one in given}
    groups: list[list[Answer]] = []
    for answer in sorted(plain.values(), key=lambda one: repr(_key(one))):  # the order of people changes nothing
        near = [group for group in groups if any(agree(card, other, answer, same) for other in group)]
        groups = [
            [*(one for group in near for one in group), answer],
            *(group for group in groups if group not in near),
        ]
    shared = {_key(answer): min(map(_key, group), key=repr) for group in groups for answer in group}
    return {who: shared[_key(answer)] for who, answer in plain.items()}


def _key(answer: Answer) -> Hashable:
    return answer.name if answer.name != "gold_wrong" else (answer.name, strict_key(answer.value))


def _values(
    numbers: Sequence[int], cards: Sequence[ReviewCard], said: Mapping[int, tuple[Opinion, ...]], node: SchemaNode
) -> FieldAgreement | None:
    units, records = list[dict[str, Any]](), list[int]()
    for number in numbers:
        right = {one.who: true_value(one.answer, cards[number].gold, cards[number].extracted) for one in said[number]}
        unit = {who: value for who, (says, value) in right.items() if says}
        if unit:
            units.append(unit)
            records.append(cards[number].places[0].record)
    if sum(len(unit) > 1 for unit in units) < LEAST_DOUBLES:
        return None
    try:
        return agreement_of_values(units, schema_of_field(node), records)
    except (InputError, SchemaError):  # values that its comparator takes only within a record
        return None


def _against_judge(
    cards: Sequence[ReviewCard], outcome: ReviewOutcome, nodes: Mapping[str, SchemaNode]
) -> AgainstJudge | None:
    counts = {"audit": [0, 0], "disagreement": [0, 0]}
    for number, card in enumerate(cards):
        node = nodes.get(card.field)
        if node is None or node.comparator is None or node.comparator.name != JUDGED:
            continue
        if card.gold is ABSENT or card.extracted is ABSENT or strict_equal(card.gold, card.extracted):
            continue  # no judge was asked
        decided = (outcome.places[number, place].answer for place in range(len(card.places)))
        answer = next((one for one in decided if one is not None), None)
        if answer is not None:
            counts[card.kind][0 if _means_the_same(card, answer) else 1] += 1
    same, different = counts["audit"], counts["disagreement"]
    if not any(same + different):
        return None
    kappa = cohens_kappa([same, different]) if sum(same + different) >= LEAST_DOUBLES else None
    return AgainstJudge((same[0], same[1]), (different[0], different[1]), kappa)


def _means_the_same(card: ReviewCard, answer: Answer) -> bool:
    """Check whether people say that both sides are one: on a match, unless one side alone is to be replaced."""
    if card.kind == "disagreement":
        return answer.name == "both_acceptable"
    return answer.name != "extracted_right"
