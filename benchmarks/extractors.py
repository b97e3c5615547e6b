"""Simulated pairs of extractors, as sums by record and field: what a comparison starts from, with a known truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import Floats
from evaljson.compare.estimate import FIGURES, of_fields, of_figures
from evaljson.compare.side import RunSide, Sides, make_side, mean_side

OMITTED, INVENTED, PRESENT = 0.3, 0.03, 0.9


@dataclass(frozen=True, slots=True)
class World:
    """A kind of data, and how good A and B are at it."""

    name: str
    fields: int
    """With one value a record."""
    repeated: int
    """Fields of array elements, five elements a record on average."""
    a: float
    """How often A is right about a value of a typical record."""
    b: float
    difficulty: float = 0.0
    """How much records differ in difficulty, for both (standard deviation in logits)."""
    own: float = 0.0
    """The same for each extractor by itself: its errors come in clusters."""
    repeats: int = 1
    """How often each extractor was run."""
    mood: float = 0.0
    """How much the runs of one extractor differ, for all records alike (standard deviation in logits)."""
    strays: int = 0
    """Keys that the eval schema lacks, each invented now and then by either."""
    lost: float = 0.0
    """How often an extractor loses a whole record: then it is an outlier."""
    blanks: int = 0
    """Fields where B writes something wrong wherever A leaves a blank; both are right about the rest."""
    customers: int = 0
    """Documents of a customer on average, 1 + Poisson; 0 if all documents have nothing in common."""
    shared: float = 0.0
    """How much customers differ for each extractor by itself (standard deviation in logits)."""
    copies: float = 0.0
    """How often a document of a customer is a copy of the customer's first one: both extractors repeat themselves."""
    one_big: bool = False
    """Whether the first customer has a third of all documents."""
    repeats_b: int = 0
    """How often B was run, if not as often as A."""

    @property
    def width(self) -> int:
        """Fields and keys in all: those with one value, those of array elements, and keys that the schema lacks."""
        return self.fields + self.repeated + self.strays


def simulated(world: World, n: int, rng: np.random.Generator) -> Sides:
    """`n` records, both sides."""
    hard = rng.normal(0, world.difficulty, (n, 1)) if world.difficulty else np.zeros((n, 1))
    there = rng.random((n, world.fields)) < (PRESENT if world.fields > 1 else 2)
    of = _customers(world, n, rng)
    elements = 1 + rng.poisson(4, (n, 1)) if world.repeated else np.zeros((n, 1), np.int64)
    none = np.zeros((n, world.strays), np.int64)
    gold = np.hstack([there.astype(np.int64), np.broadcast_to(elements, (n, world.repeated)), none])
    first = None
    if of is not None and world.copies:
        first = np.where(rng.random(n) < world.copies, np.unique(of, return_index=True)[1][of], np.arange(n))
        gold = gold[first]
    times = (world.repeats, world.repeats_b or world.repeats)
    a, b = (
        _runs(replace(world, repeats=runs), right, gold, hard, rng, of, first)
        for right, runs in zip((world.a, world.b), times, strict=True)
    )
    if world.blanks:
        a, b = _blanks_to_wrong(world.blanks, a, b)
    names, weights = tuple(f"f{i}" for i in range(world.width)), np.ones(world.width)
    declared = np.arange(world.width) < world.fields + world.repeated
    return Sides(mean_side(a), mean_side(b), (a, b), names, weights, declared, 0, of)


def _customers(world: World, n: int, rng: np.random.Generator) -> npt.NDArray[np.intp] | None:
    """Return the customer of each document, from 0; those of one stand together."""
    if not world.customers:
        return None
    sizes = 1 + rng.poisson(world.customers - 1, n)
    if world.one_big:
        sizes[0] = n // 3
    return np.repeat(np.arange(n), sizes)[:n]


def _runs(
    world: World, right: float, gold: npt.NDArray[np.int64], hard: Floats, rng: np.random.Generator,
    of: npt.NDArray[np.intp] | None, first: npt.NDArray[np.intp] | None,
) -> tuple[RunSide, ...]:  # fmt: skip
    logit = np.log(right / (1 - right)) + hard + (rng.normal(0, world.own, hard.shape) if world.own else 0.0)
    if of is not None and world.shared:
        logit = logit + rng.normal(0, world.shared, (len(gold), 1))[of]
    moods = [rng.normal(0, world.mood) if world.mood else 0.0 for _ in range(world.repeats)]
    return tuple(_side(world, logit + mood, gold, rng, first) for mood in moods)


def _side(
    world: World, logit: Floats, gold: npt.NDArray[np.int64], rng: np.random.Generator,
    first: npt.NDArray[np.intp] | None = None,
) -> RunSide:  # fmt: skip
    score = rng.binomial(gold, np.broadcast_to(1 / (1 + np.exp(-logit)), gold.shape))
    omitted = rng.binomial(gold - score, OMITTED)
    can_invent = (gold == 0) | (np.arange(gold.shape[1]) >= world.fields)
    invented = can_invent & (rng.random(gold.shape) < INVENTED)
    if world.lost:
        lost = rng.random((len(gold), 1)) < world.lost
        score, omitted, invented = np.where(lost, 0, score), np.where(lost, gold, omitted), invented & ~lost
    if first is not None:
        score, omitted, invented = score[first], omitted[first], invented[first]
    at = np.arange(gold.shape[1])
    binary = (at < world.fields) | (at >= world.fields + world.repeated)
    found, own, made = (part.astype(np.float64) for part in (score, gold, gold - omitted + invented))
    return make_side(found, own, made, binary)


def _blanks_to_wrong(
    fields: int, a: tuple[RunSide, ...], b: tuple[RunSide, ...]
) -> tuple[tuple[RunSide, ...], tuple[RunSide, ...]]:
    """Make A omit what it has not right in the first fields, and B get the same wrong."""
    sides_a, sides_b = [], []
    for one, other in zip(a, b, strict=True):
        of_a, of_b, score = one.extracted.copy(), other.extracted.copy(), other.score.copy()
        of_a[:, :fields], of_b[:, :fields] = one.score[:, :fields], one.gold[:, :fields]
        score[:, :fields] = one.score[:, :fields]
        sides_a.append(make_side(one.score, one.gold, of_a, one.binary))
        sides_b.append(make_side(score, other.gold, of_b, other.binary))
    return tuple(sides_a), tuple(sides_b)


def truth(world: World, rng: np.random.Generator, chunks: int = 40, size: int = 25_000) -> tuple[Floats, Floats]:
    """The true difference of each of FIGURES, and of the F1 of each field; 0 for equal extractors."""
    kinds = (of_figures, of_fields)
    if world.a == world.b and not world.blanks:
        return np.zeros(len(FIGURES)), np.zeros(world.width)
    found = []
    for _ in range(chunks):
        sides = simulated(world, size, rng)
        found.append([_difference(sides, parts) for parts in kinds])
    figures, fields = (np.mean(own, axis=0) for own in zip(*found, strict=True))
    return figures, fields


def _difference(sides: Sides, parts: Callable[[RunSide], tuple[Floats, Floats]]) -> Floats:
    (part_a, whole_a), (part_b, whole_b) = parts(sides.a), parts(sides.b)
    found: Floats = part_b.sum(axis=0) / whole_b.sum(axis=0) - part_a.sum(axis=0) / whole_a.sum(axis=0)
    return found
