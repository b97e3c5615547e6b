"""What one person alone has decided, as questions to whoever settles: they may say otherwise, or that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from evaljson.base.jsontypes import strict_equal
from evaljson.review.answers import true_value
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import GoldChange
from evaljson.review.opinions import At
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.questions import OpenQuestion, Why

CHANGED: Final[Why] = "changed_alone"
KEPT: Final[Why] = "kept_alone"


def questions_of_one_word(
    cards: Sequence[ReviewCard], outcome: ReviewOutcome, asked: Sequence[OpenQuestion] = ()
) -> list[OpenQuestion]:
    """List what rests on one person's word, and nobody has settled: first what changes gold, then what keeps it.

    `asked` are the open questions: what these are about is left out. Where one person answered several cards about one
    value of gold, it is asked about on the first of them; what is accepted is asked about on each.
    """
    open_places = {(one.card, place) for one in asked for place in one.places}
    found: dict[tuple[Why, int, tuple[str, ...]], list[int]] = {}
    known = set[tuple[int, str]]()
    for (card, place), decided in sorted(outcome.places.items()):
        at = cards[card].places[place]
        if (card, place) in open_places or not _is_of_one(cards[card], outcome, (card, place)):
            continue
        is_accepted = decided.answer is not None and decided.answer.name == "both_acceptable"
        if at.gold_path is not None and not is_accepted:
            if (at.record, at.gold_path) in known:
                continue
            known.add((at.record, at.gold_path))
        why = CHANGED if _changes_gold(cards[card], outcome, (card, place)) else KEPT
        found.setdefault((why, card, tuple(one.act for one in decided.opinions)), []).append(place)
    in_order = sorted(found.items(), key=lambda one: (one[0][0] != CHANGED, *one[0][1:]))
    return [OpenQuestion(card, tuple(at), why, outcome.places[card, at[0]].opinions) for (why, card, _), at in in_order]


def question_about(
    change: GoldChange, cards: Sequence[ReviewCard], questions: Sequence[OpenQuestion]
) -> tuple[OpenQuestion, int] | None:
    """Return which of these questions is about a change of gold, and the place on its card; None: none is."""
    for one in questions:
        if one.card in change.cards:
            for place in one.places:
                at = cards[one.card].places[place]
                if at.record == change.record and (at.gold_path == change.path or _is_added_by(change, at.path)):
                    return one, place
    return None


def by_record(question: OpenQuestion, cards: Sequence[ReviewCard], place: int) -> list[OpenQuestion]:
    """Split a question: what it asks about the record of one of its places, then what it asks about others, if any."""
    record = cards[question.card].places[place].record
    here = tuple(at for at in question.places if cards[question.card].places[at].record == record)
    others = tuple(at for at in question.places if at not in here)
    return [replace(question, places=here), *([replace(question, places=others)] if others else [])]


def _is_added_by(change: GoldChange, path: str) -> bool:
    """Check whether a path is in the array to which a change adds an element: its number is only that of one card."""
    return change.is_added and path.startswith(change.path[: change.path.rindex("[") + 1] + "-")


def _is_of_one(card: ReviewCard, outcome: ReviewOutcome, where: At) -> bool:
    """Check whether a place is decided by one person's answer, and settled by nobody: here or on another card."""
    decided, at = outcome.places[where], card.places[where[1]]
    if decided.state != "decided" or decided.answer is None or outcome.is_disputed(at):
        return False
    of_this_card = {one.who for one in decided.opinions}
    if at.gold_path is None:
        return len(of_this_card) == 1
    if outcome.lies_in_removed(at.record, at.gold_path):
        return False
    if decided.answer.name == "both_acceptable":  # other cards say what gold has, and nothing of what was extracted
        return len(of_this_card) == 1 and not outcome.is_overruled(card, *where)
    gold = outcome.gold[at.record, at.gold_path]
    return len(gold.people) == 1 and not gold.settled


def _changes_gold(card: ReviewCard, outcome: ReviewOutcome, where: At) -> bool:
    answer = outcome.places[where].answer
    assert answer is not None
    says, value = true_value(answer, card.gold, card.extracted)
    return says and not strict_equal(value, card.gold)


def is_settled(change: GoldChange, cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> bool:
    """Check whether someone has settled what a change of gold comes from: then it is no answer that nobody saw."""
    return any(
        at.record == change.record
        and (at.gold_path == change.path or _is_added_by(change, at.path))
        and outcome.places[card, place].state == "settled"
        for card in change.cards
        for place, at in enumerate(cards[card].places)
    )
