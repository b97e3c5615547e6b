"""From results to the three sums that every figure is made of."""

from collections.abc import Iterable
from dataclasses import dataclass

from .place import Result

COMPARED = ("match", "mismatch")


@dataclass(frozen=True)
class Sums:
    """Additive: the sums of two lists of results are those of the lists put together."""

    matched: float
    """sum of weight * score"""
    gold: float
    """weight that gold brings: match, mismatch, omission"""
    extracted: float
    """weight that the extraction brings: match, mismatch, hallucination"""


def sums(results: Iterable[Result]) -> Sums:
    matched = gold = extracted = 0.0
    for result in results:
        if result.status in COMPARED:
            matched += result.weight * result.score
        if result.status in (*COMPARED, "omission"):
            gold += result.weight
        if result.status in (*COMPARED, "hallucination"):
            extracted += result.weight
    return Sums(matched, gold, extracted)


def pair_score(results: Iterable[Result]) -> float:
    """F1 of one candidate pair, 1.0 where it has nothing to score."""
    total = sums(results)
    brought = total.gold + total.extracted
    return round(2 * total.matched / brought, 12) if brought else 1.0
