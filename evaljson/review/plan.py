"""Which cards a review has, in which order, and how many people answer each: drawn by a seed, to be repeated."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, Literal, get_args

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Bools, Ints
from evaljson.base.errors import InputError
from evaljson.results.model import RunResult
from evaljson.review.cards import ReviewCard, make_audit_cards, make_cards
from evaljson.review.differences import matches, of_runs
from evaljson.review.gold_classes import with_classes
from evaljson.review.placed_pairs import PlacedPair
from evaljson.review.places import gold_path_of
from evaljson.scoring.status import MATCH

Order = Literal["stake", "record", "random"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
MOST_OPINIONS: Final = 5
_BEFORE_A_MATCH: Final = 4
_PARTS: Final = 2**20
"""Of a card, from which drawing starts: fractions that stay exact when cards are added to them."""
_DIGITS: Final = 12
"""Decimals of a stake: beyond them it depends on the order of places. One value of 50,000 records is in the eighth."""
GoldPlace = tuple[int, str]
"""(position of the record in gold, path in it)"""


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """How a review is made of the results of runs."""

    opinions: int = 1
    """How many people answer each card, 1 to 5."""
    overlap: float = 0.2
    """With one opinion: the share of the cards of each field that two people answer, so that agreement is known."""
    audit: float = 0.1
    """The share of the matching values of gold that are reviewed too; with `most`, at most this share of `most`."""
    order: Order = "stake"
    seed: int = 1
    most: int | None = None
    """At most so many cards of disagreements, those with most at stake, and the audit behind them; None: all."""

    def __post_init__(self) -> None:
        if type(self.opinions) is not int or not 1 <= self.opinions <= MOST_OPINIONS:
            raise InputError(f"opinions per card are 1 to {MOST_OPINIONS}, not {self.opinions!r}.")
        for name, share in (("overlap", self.overlap), ("audit", self.audit)):
            if type(share) not in (int, float) or not 0 <= share <= 1:
                raise InputError(f"the {name} is a share from 0 to 1, not {share!r}.")
        if self.order not in ORDERS:
            raise InputError(f"the order is one of {', '.join(ORDERS)}, not {self.order!r}.")
        if self.most is not None and (type(self.most) is not int or self.most < 1):
            raise InputError(f"the number of cards is at least 1, not {self.most!r}.")


@dataclass(frozen=True, slots=True)
class PlannedReview:
    """What a review asks about, and what it does not."""

    cards: list[ReviewCard]
    """In the order of hand-out."""
    moved: tuple[PlacedPair, ...]
    """Elements of gold that the extraction has too, or nearly, at another place: no card asks about their order."""
    left_out: tuple[ReviewCard, ...] = ()
    """Cards of differences that are decided already: nobody is asked about them again."""
    cut_off: tuple[ReviewCard, ...] = ()
    """Cards that nobody is asked about either: their values are missing or unfinished since a reply ended early."""


def plan_cards(
    runs: Mapping[str, RunResult], plan: ReviewPlan, chosen: Mapping[str, Bools] | None = None
) -> list[ReviewCard]:
    """Make the cards of a review in the order of hand-out, as `plan_review` does."""
    return plan_review(runs, plan, chosen).cards


def plan_review(
    runs: Mapping[str, RunResult],
    plan: ReviewPlan,
    chosen: Mapping[str, Bools] | None = None,
    is_decided: Callable[[PlacedPair], bool] | None = None,
    is_cut_off: Callable[[PlacedPair], bool] | None = None,
) -> PlannedReview:
    """Make the cards of a review.

    `runs` are over the same gold, by the id of their variant; `chosen` marks the rows of each run's tallies that are
    to be reviewed (None: all). The audit is drawn among matches of all rows that are chosen. `is_decided` tells
    of a difference whether it is decided already, `is_cut_off` whether its reply ended early: both are left out.
    """
    undeclared = {field for run in runs.values() for field in run.undeclared}
    pairs = of_runs(runs, chosen)
    in_place = [pair for pair in pairs if not pair.is_moved]
    decided, undecided = _told_apart(in_place, is_decided)
    cut_off, left = _told_apart(undecided, is_cut_off)
    cards = with_classes(make_cards(left), runs)
    if plan.most is not None:
        cards = _last(_by_stake(cards), undeclared)[: plan.most]
    ordered = _last(_ordered(cards, plan), undeclared)
    drawn = draw_audit(runs, plan, looked_at(cards), chosen)
    audit = make_audit_cards(pair for variant, rows in drawn.items() for pair in matches(runs[variant], variant, rows))
    moved = tuple(pair for pair in pairs if pair.is_moved and pair.place.gold_path is not None)
    asked = _with_opinions(_last(_mixed(ordered, audit, plan), undeclared), plan)
    return PlannedReview(asked, moved, tuple(make_cards(decided)), tuple(make_cards(cut_off)))


def _told_apart(
    pairs: Sequence[PlacedPair], are: Callable[[PlacedPair], bool] | None
) -> tuple[list[PlacedPair], list[PlacedPair]]:
    """Return those of which something is true, and the others; without a question, all are others."""
    told: tuple[list[PlacedPair], list[PlacedPair]] = ([], [])
    for pair in pairs:
        told[are is None or not are(pair)].append(pair)
    return told


def arrange_cards(
    cards: Sequence[ReviewCard], plan: ReviewPlan, undeclared: Collection[str] = ()
) -> list[tuple[int, int]]:
    """Put cards that were made before into the order of a plan, and draw again how many people answer each.

    Return (index of the card, opinions), in order. What the audit drew stays, and its cards among themselves come in
    random order, so that those looked at first are a random part of it; record by record they come with the others.
    """
    index = {id(card): at for at, card in enumerate(cards)}
    differ, audit = ([card for card in cards if card.kind == kind] for kind in ("disagreement", "audit"))
    ordered = _last(_mixed(_last(_ordered(differ, plan), undeclared), audit, plan), undeclared)
    alone = [replace(card, opinions=1) for card in ordered]
    drawn = _with_opinions(alone, plan)
    return [(index[id(card)], again.opinions) for card, again in zip(ordered, drawn, strict=True)]


def _last(cards: list[ReviewCard], fields: Collection[str]) -> list[ReviewCard]:
    """Put the cards of some fields last: no answer about a key that the schema lacks makes it count otherwise."""
    return sorted(cards, key=lambda card: card.field in fields)


def looked_at(cards: Sequence[ReviewCard]) -> set[GoldPlace]:
    """Return every place of gold that a card of a disagreement looks at."""
    places = (place for card in cards if card.kind == "disagreement" for place in card.places)
    return {(place.record, path) for place in places for path in place.gold_paths}


def is_looked_at(place: GoldPlace, known: Collection[GoldPlace]) -> bool:
    """Check whether cards look at a place of gold, or at an element that it is in."""
    return place in known or any((place[0], element) in known for element in paths.elements_above(place[1]))


def draw_audit(
    runs: Mapping[str, RunResult],
    plan: ReviewPlan,
    without: Collection[GoldPlace] = (),
    chosen: Mapping[str, Bools] | None = None,
) -> dict[str, Bools]:
    """Draw matching values of gold by the seed, and mark the rows of each run that match there.

    A value of gold is drawn once, whatever number of variants match it, so that it is asked about once. `without` are
    places that cards look at anyway, since another variant differs there: what the audit finds is about the others.
    """
    marked = {variant: np.zeros(len(run.tallies.rows.record), np.bool_) for variant, run in runs.items()}
    if not plan.audit:
        return marked
    rows_of = {
        variant: np.flatnonzero(_matching(run, None if chosen is None else chosen[variant]))
        for variant, run in runs.items()
    }
    places_of = {variant: _gold_places(run, rows_of[variant]) for variant, run in runs.items()}
    all_places = set[GoldPlace]().union(*places_of.values())
    there = (place for place in all_places if gold_path_of(place[1]) is not None)
    candidates = sorted(place for place in there if not is_looked_at(place, without))
    of = len(candidates) if plan.most is None else min(len(candidates), plan.most)
    drawn = set(Random(f"audit {plan.seed}").sample(candidates, math.ceil(plan.audit * of)))
    for variant, places in places_of.items():
        is_drawn = np.fromiter((place in drawn for place in places), np.bool_, len(places))
        marked[variant][rows_of[variant][is_drawn]] = True
    return marked


def _gold_places(run: RunResult, rows: Ints) -> list[GoldPlace]:
    """Return the place of each of these rows of the tallies."""
    records = run.tallies.rows.record[rows].tolist()
    positions = [run.positions[record][0] for record in records] if run.positions else records
    return list(zip(positions, run.table.paths_at(rows), strict=True))


def _matching(run: RunResult, chosen: Bools | None) -> Bools:
    matching: Bools = run.tallies.rows.status == MATCH
    return matching if chosen is None else matching & chosen


def _by_stake(cards: Sequence[ReviewCard]) -> list[ReviewCard]:
    return sorted(cards, key=lambda card: (-round(card.stake, _DIGITS), -card.records))


def _ordered(cards: list[ReviewCard], plan: ReviewPlan) -> list[ReviewCard]:
    if plan.order == "stake":
        return _by_stake(cards)
    if plan.order == "record":
        return sorted(cards, key=lambda card: card.places[0].record)
    Random(f"order {plan.seed}").shuffle(shuffled := list(cards))
    return shuffled


def _mixed(cards: list[ReviewCard], audit: list[ReviewCard], plan: ReviewPlan) -> list[ReviewCard]:
    """Put the cards of the audit among the others.

    With most at stake first, they come behind the others if a number of cards is wanted, which is to be finished, and
    else one of them after each four: people who stop early have looked at what counts most, and at some matches.
    """
    if plan.order == "record":
        return sorted([*cards, *audit], key=lambda card: card.places[0].record)
    random = Random(f"mix {plan.seed}")
    random.shuffle(waiting := list(audit))
    if plan.order == "stake":
        return [*cards, *waiting] if plan.most is not None else _interleaved(cards, waiting)
    at = set(random.sample(range(len(cards) + len(waiting)), len(waiting)))
    others, drawn = iter(cards), iter(waiting)
    return [next(drawn if place in at else others) for place in range(len(cards) + len(waiting))]


def _interleaved(cards: list[ReviewCard], audit: list[ReviewCard]) -> list[ReviewCard]:
    mixed, waiting = list[ReviewCard](), iter(audit)
    for number, card in enumerate(cards, 1):
        mixed += [card] if number % _BEFORE_A_MATCH else [card, *islice(waiting, 1)]
    return [*mixed, *waiting]


def _with_opinions(cards: list[ReviewCard], plan: ReviewPlan) -> list[ReviewCard]:
    if plan.opinions > 1:
        return [replace(card, opinions=plan.opinions) for card in cards]
    by_field: dict[str, list[int]] = {}
    for number, card in enumerate(cards):
        by_field.setdefault(card.field, []).append(number)
    random, twice = Random(f"overlap {plan.seed}"), set[int]()
    fields = sorted(by_field)
    random.shuffle(fields)
    # Fractions of a card are carried from field to field, so that the share holds over many fields of one card each.
    before = reached = random.randrange(_PARTS) / _PARTS
    for field in fields:
        before, reached = reached, reached + plan.overlap * len(by_field[field])
        twice.update(random.sample(by_field[field], min(len(by_field[field]), int(reached) - int(before))))
    return [replace(card, opinions=2) if number in twice else card for number, card in enumerate(cards)]
