"""The minutes of a review as Markdown: what was looked at, by whom, what came of it, and what is open.

Names, values and comments come from anyone: each stands escaped on one line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from evaljson.base.json_text import clean
from evaljson.base.jsontypes import ABSENT
from evaljson.report.compare.markdown import table
from evaljson.report.compare.markdown import text as inert
from evaljson.report.review.cell_text import EMPTY, NO_VALUE, NULL
from evaljson.report.review.gold_lines import said_by
from evaljson.review.answers import Answer
from evaljson.review.cards import ReviewCard
from evaljson.review.corrected_gold import CorrectedGold, GoldChange
from evaljson.review.opinions import Opinion, Opinions
from evaljson.review.outcome import ReviewOutcome
from evaljson.review.place_outcome import State
from evaljson.review.places import GONE
from evaljson.review.progress import given_in_words
from evaljson.review.questions import WHY, OpenQuestion, open_questions, settled_questions
from evaljson.review.repeated_elements import places_of_repeated
from evaljson.review.said import said_in_words
from evaljson.store import Review, ReviewEvent
from evaljson.wording.around import cut_around
from evaljson.wording.values import as_text, with_signs
from evaljson.wording.words import counted

_LONGEST: Final = 300
_REPEATED: Final = "gold has an equal element in this array already"
_Shown = State | Literal["one answer"]
"""A card that one person alone has decided is no agreement."""
_ORDER: Final[tuple[_Shown, ...]] = ("decided", "one answer", "settled", "disputed", "unsure", "open")
_STATES: Final[dict[_Shown, str]] = {
    "decided": "agreed", "one answer": "decided by one answer", "settled": "settled", "disputed": "disputed",
    "unsure": "nobody knows", "open": "open",
}  # fmt: skip


def minutes(
    review: Review,
    cards: Sequence[ReviewCard],
    opinions: Opinions,
    outcome: ReviewOutcome,
    events: Sequence[ReviewEvent],
    fixed: CorrectedGold,
    variants: Mapping[str, str],
    ruled: Collection[int] = (),
) -> str:
    """Write the minutes; `variants` has names by id, and `ruled` the cards that are no error by the rules of by now."""
    live = [number for number, card in enumerate(cards) if card.places]
    states = {number: outcome.state_among_all(number, cards[number].places) for number in live}
    repeated = {at for change in fixed.changes for at in places_of_repeated(change, cards, outcome)}
    left = open_questions(cards, outcome, repeated)
    parts = [
        f"# Minutes of the review “{_text(review.name)}”\n",
        _facts(review, [cards[number] for number in live], opinions, variants),
        "## Who answered\n",
        _people(opinions, events),
        "## What came of it\n",
        _fields(cards, opinions, states),
        "## Left to settle\n",
        _listed((_question(one, cards) for one in left), "Nothing."),
        "## Settled\n",
        _settled(states, cards, opinions, outcome, left),
        "## Corrections of gold\n",
        _corrections(fixed),
        "## Called both acceptable\n",
        _acceptable(live, cards, outcome, ruled),
        "## Waiting for opinions\n",
        _listed(_waiting(live, cards, outcome), "Nothing."),
        "## Comments\n",
        _listed(_comments(live, opinions), "None."),
    ]
    return "\n".join(parts)


def _facts(review: Review, cards: Sequence[ReviewCard], opinions: Opinions, variants: Mapping[str, str]) -> str:
    places = [place for card in cards for place in card.places]
    audited = sum(card.kind == "audit" for card in cards)
    names = sorted({variants.get(place.variant, GONE) for place in places})
    lines = [
        f"Made by {_text(review.created_by)} on {review.created:%Y-%m-%d %H:%M} UTC; {review.state} now.",
        f"{counted(len(cards), 'card')} for {counted(len(places), 'value')} in "
        f"{counted(len({place.record for place in places}), 'record')}; of the cards {audited:,} audit matches.",
        f"Variants: {', '.join(map(_text, names)) or 'none'}. Those who answered "
        f"{'did not see' if review.settings.get('blind') else 'saw'} these names.",
        f"{given_in_words(review.answered, review.seats)}; "
        f"{counted(len(opinions.people()), 'person', 'people')} answered.",
        f"Cards were made under version {review.schema_number} of the schema.",
    ]
    if review.instructions.strip():
        lines.append(f"Instructions: {_text(review.instructions)}")
    if review.applied is not None:
        lines.append("Its corrected gold was put in place; the corrections below are what answers say now.")
    return "".join(f"- {line}\n" for line in lines)


def _people(opinions: Opinions, events: Sequence[ReviewEvent]) -> str:
    cards: dict[str, set[int]] = {}
    values: Counter[str] = Counter()
    unsure: dict[str, list[int]] = {}
    for (card, _), given in opinions.given.items():
        for one in given:
            cards.setdefault(one.who, set()).add(card)
            values[one.who] += 1
            if one.answer.name == "unsure":
                unsure.setdefault(one.who, []).append(card)
    if not cards:
        return "Nobody yet.\n"
    proofs: dict[str, set[str]] = {}
    for event in events:
        if event.kind == "answer":
            proofs.setdefault(event.who, set()).add(event.proof)
    rows = [
        [
            _text(who),
            f"{len(at):,}",
            f"{values[who]:,}",
            f"{len(set(unsure.get(who, ()))):,}",
            f"{len(unsure.get(who, ())):,}",
            ", ".join(sorted(proofs.get(who, ()))),
        ]
        for who, at in sorted(cards.items())
    ]
    return table(["who", "cards", "values", "cards not sure", "values not sure", "name proved by"], rows)


def _fields(cards: Sequence[ReviewCard], opinions: Opinions, states: Mapping[int, State]) -> str:
    by_field: dict[str, Counter[_Shown]] = {}
    twice: Counter[str] = Counter()
    for number, state in states.items():
        has_several = len(opinions.of_card(number, len(cards[number].places))) > 1
        shown: _Shown = state if state != "decided" or has_several else "one answer"
        by_field.setdefault(cards[number].field, Counter())[shown] += 1
        twice[cards[number].field] += has_several
    heads = ["field", "cards", *(_STATES[state] for state in _ORDER), "with several opinions"]
    rows = [
        [_text(field or "(the record)"), f"{sum(found.values()):,}", *_counts(found), f"{twice[field]:,}"]
        for field, found in sorted(by_field.items())
    ]
    total: Counter[_Shown] = sum(by_field.values(), Counter())
    rows.append(["all", f"{len(states):,}", *_counts(total), f"{sum(twice.values()):,}"])
    return table(heads, rows)


def _counts(found: Counter[_Shown]) -> list[str]:
    return [f"{found[state]:,}" for state in _ORDER]


def _question(one: OpenQuestion, cards: Sequence[ReviewCard]) -> str:
    card = cards[one.card]
    return f"{_card(one.card, card)}. {WHY[one.why]} {_said(card, one.opinions)}"


def _settled(
    states: Mapping[int, State],
    cards: Sequence[ReviewCard],
    opinions: Opinions,
    outcome: ReviewOutcome,
    left: Iterable[OpenQuestion],
) -> str:
    """List the questions that are settled, and apart from them the cards that are by it though nobody was asked."""
    questions = settled_questions(cards, opinions, outcome, left)
    known = {one.card for one in questions}
    asked = [_settled_line(one.card, one.places, cards[one.card], one.opinions, outcome) for one in questions]
    others = [
        _settled_line(number, range(len(cards[number].places)), cards[number], _given(number, cards, opinions), outcome)
        for number, state in states.items()
        if state == "settled" and number not in known
    ]
    text = _listed(asked, "Nothing.")
    return f"{text}\nSettled with them, and no questions of their own:\n\n{_listed(others, '')}" if others else text


def _given(number: int, cards: Sequence[ReviewCard], opinions: Opinions) -> Iterator[Opinion]:
    return (one for at in range(len(cards[number].places)) for one in opinions.given.get((number, at), ()))


def _settled_line(
    number: int, places: Iterable[int], card: ReviewCard, given: Iterable[Opinion], outcome: ReviewOutcome
) -> str:
    """Say of a card what people said, and who decided there, or on which other card, what."""
    at = list(places)
    here = (outcome.places[number, place].settled for place in at)
    decided = {(one.who, _answer(card, one.answer)) for one in here if one is not None}
    by = "; ".join(f"{_text(who)} decided: {answer}" for who, answer in sorted(decided))
    return f"{_card(number, card)}. {_said(card, given)} {by or _elsewhere(number, at, card, outcome)}"


def _elsewhere(number: int, places: Iterable[int], card: ReviewCard, outcome: ReviewOutcome) -> str:
    """Say on which other cards a card was settled, and what that says here."""
    settled = [at for at in places if outcome.state_at(number, at, card.places[at]) == "settled"]
    on = sorted({other for at in settled for other in outcome.settled_on(number, at, card.places[at])})
    answers = (outcome.answer_at(card, number, at) for at in settled)
    said = dict.fromkeys(_answer(card, answer) for answer in answers if answer is not None)
    return f"Settled on {' and '.join(f'card {other}' for other in on)}: {'; '.join(said)}"


def _said(card: ReviewCard, given: Iterable[Opinion]) -> str:
    said = dict.fromkeys(f"{_text(one.who)}: {_answer(card, one.answer)}" for one in given)
    return "; ".join(said) + "."


def _waiting(live: Iterable[int], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> Iterator[str]:
    for number in live:
        card = cards[number]
        found = (outcome.places[number, at] for at in range(len(card.places)))
        given = min((len(one.opinions) for one in found if one.state == "open"), default=None)
        if given is not None:
            yield f"{_card(number, card)} ({given:,} of {counted(card.opinions, 'opinion')})"


def _corrections(fixed: CorrectedGold) -> str:
    if not fixed.changes and not fixed.refused:
        return "None.\n"
    rows = [[*_change(one), _REPEATED if one.is_repeated else ""] for one in fixed.changes]
    rows += [[*_change(one.change), f"not made: {_text(one.why)}"] for one in fixed.refused]
    return table(["record", "where", "before", "after", "by", ""], rows)


def _change(change: GoldChange) -> list[str]:
    people = "; ".join(map(_text, said_by(change)))
    before, after = change.before, change.after
    if isinstance(before, str) and isinstance(after, str):
        before, after = cut_around(before, after, _LONGEST)
    return [_text(str(change.record_id)), _text(change.path), _value(before), _value(after), people]


def _acceptable(
    live: Iterable[int], cards: Sequence[ReviewCard], outcome: ReviewOutcome, ruled: Collection[int]
) -> str:
    """List what counts as wrong all the same, and apart from it what the eval schema calls right by now."""
    numbers = list(live)
    left = list(_accepted((one for one in numbers if one not in ruled), cards, outcome))
    right = list(_accepted((one for one in numbers if one in ruled), cards, outcome))
    parts = []
    if left:
        parts.append(f"These may be worth a rule: a synonym, a tolerance, a transform.\n\n{_listed(left, '')}")
    if right:
        parts.append(f"These are right by the eval schema by now.\n\n{_listed(right, '')}")
    return "\n".join(parts) or "None.\n"


def _accepted(live: Iterable[int], cards: Sequence[ReviewCard], outcome: ReviewOutcome) -> Iterator[str]:
    for number in live:
        card = cards[number]
        accepted = [
            at
            for at in range(len(card.places))
            if (answer := outcome.places[number, at].answer) is not None
            and answer.name == "both_acceptable"
            and not outcome.is_overruled(card, number, at)
        ]
        if accepted:
            yield f"{_card(number, card)}; {counted(len(accepted), 'value')}"


def _comments(live: Iterable[int], opinions: Opinions) -> Iterator[str]:
    for number in live:
        for one in opinions.comments.get(number, ()):
            tag = f" ({_text(one.tag)})" if one.tag else ""
            yield f"Card {number}, {_text(one.who)}{tag}: {_text(one.comment) or '–'}"


def _card(number: int, card: ReviewCard) -> str:
    where = f"Card {number}, {_text(card.field or '(the record)')}"
    return f"{where}: gold {_value(card.gold)}, extracted {_value(card.extracted)}"


def _answer(card: ReviewCard, answer: Answer) -> str:
    words = said_in_words(card, answer)
    return f"{words} {_value(answer.value)}" if answer.name == "gold_wrong" else words


def _listed(lines: Iterable[str], none: str) -> str:
    return "".join(f"- {line}\n" for line in lines) or f"{none}\n"


def _value(value: Any) -> str:
    if value is ABSENT:
        return NO_VALUE
    if value is None:
        return NULL
    return EMPTY if value == "" else _text(with_signs(as_text(value)))


def _text(words: str) -> str:
    cut = words if len(words) <= _LONGEST else f"{words[:_LONGEST]} … ({len(words):,} characters)"
    return clean(inert(cut))
