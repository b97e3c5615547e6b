"""Whether the store holds what pages acknowledged: each once, attributed, in order, and no card answered too often."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from evaljson.store import ReviewEvent, Store
from tests.soak.review.tally import Acknowledged, Tally


def faults(store: Store, review: str, tallies: Sequence[Tally], others: Iterable[str] = ()) -> list[str]:
    """What is not as it must be, in words; `others` are people without a browser, who stored something too."""
    acts = _acts(store, review)
    found = [str(one) for one in store.check().faults]
    found += _order(acts)
    by_person = {tally.who: [act for act in acts if act.who == tally.who] for tally in tallies}
    strangers = {act.who for act in acts} - set(by_person) - set(others)
    found += [f"{who} stored something and was never here" for who in sorted(strangers)]
    for tally in tallies:
        found += _of_person(tally, by_person[tally.who])
    return found + _too_many(store, review, acts)


def _acts(store: Store, review: str) -> list[ReviewEvent]:
    """The first event of each act, in order: places of one card that were answered together are one act."""
    first: dict[str, ReviewEvent] = {}
    for event in store.review_events.all(review):
        first.setdefault(event.act, event)
    return [first[act] for act in first]


def _order(acts: Sequence[ReviewEvent]) -> list[str]:
    pairs = itertools.pairwise(acts)
    return [f"act {two.number} is older than {one.number}" for one, two in pairs if two.moment < one.moment]


def _of_person(tally: Tally, acts: Sequence[ReviewEvent]) -> list[str]:
    who, found = tally.who, list[str]()
    given = Counter(act.token for act in acts if act.kind in ("answer", "skip"))
    found += [f"{who}: {count} acts under one token" for token, count in given.items() if count > 1]
    for act in acts:
        if act.kind in ("answer", "skip"):
            tried = tally.tried.get(str(act.token), set())
            if ("skip" if act.kind == "skip" else act.content["answer"]) not in tried:
                found.append(f"{who}: act {act.number} is {act.kind} {act.content}, pressed was {sorted(tried)}")
    undone = sum(act.kind == "undo" for act in acts)
    if undone > tally.undone:
        found.append(f"{who}: {undone} undone, pressed {tally.undone} times")
    return found + _missing(tally, acts)


def _missing(tally: Tally, acts: Sequence[ReviewEvent]) -> list[str]:
    """What was acknowledged and is not in the store in the order in which it was."""
    stored = [Acknowledged(act.kind, *_what(act)) for act in acts if act.kind in ("answer", "skip", "undo")]
    rest = iter(stored)
    for one in tally.acknowledged:
        if not any(one == other for other in rest):
            under = [other for other in stored if one.token and other.token == one.token]
            return [f"{tally.who}: acknowledged, and not stored or not in order: {one}; under its token: {under}"]
    return []


def _what(act: ReviewEvent) -> tuple[str, str]:
    if act.kind == "undo":
        return "", ""
    return str(act.token), str(act.content.get("answer", ""))


def _too_many(store: Store, review: str, acts: Sequence[ReviewEvent]) -> list[str]:
    """Cards that had more answers at any moment than opinions are wanted of them."""
    wanted = {card.number: card.opinions for card in store.review_cards.all(review)}
    standing: dict[int, dict[str, str]] = {}
    found = list[str]()
    for act in acts:
        if act.kind == "undo":
            for said in standing.values():
                said.pop(str(act.content["act"]), None)
        elif act.kind == "answer" and act.card is not None:
            said = standing.setdefault(act.card, {})
            said[act.act] = act.who
            people = list(said.values())
            if len(people) > wanted[act.card] or len(set(people)) < len(people):
                found.append(f"card {act.card} wants {wanted[act.card]} opinions and has those of {', '.join(people)}")
    return found


def stored(store: Store, review: str) -> int:
    """Acts that people's pages stored."""
    return sum(act.kind in ("answer", "skip", "undo") for act in _acts(store, review))
