"""The definitions, value by value and pair by pair."""

from fractions import Fraction
from itertools import product

Stretch = list[tuple[float, bool]]


def auroc(sure: list[float], right: list[bool]) -> float | None:
    """Every right value against every wrong one."""
    good = [confidence for confidence, ok in zip(sure, right, strict=True) if ok]
    bad = [confidence for confidence, ok in zip(sure, right, strict=True) if not ok]
    if not good or not bad:
        return None
    won = sum((a > b) + 0.5 * (a == b) for a, b in product(good, bad))
    return won / (len(good) * len(bad))


def brier_score(sure: list[float], right: list[bool]) -> float | None:
    return sum((confidence - ok) ** 2 for confidence, ok in zip(sure, right, strict=True)) / len(sure) if sure else None


def stretches(sure: list[float], right: list[bool], bins: int) -> list[Stretch]:
    """Each value goes to the last stretch whose lower edge it reaches."""
    filled: list[Stretch] = [[] for _ in range(bins)]
    for confidence, ok in zip(sure, right, strict=True):
        # The edge is the float next to i / bins, which is what 0.3 in a file is, too.
        filled[max(i for i in range(bins) if confidence >= float(Fraction(i, bins)))].append((confidence, ok))
    return filled


def ece(sure: list[float], right: list[bool], bins: int) -> float | None:
    parts = [stretch for stretch in stretches(sure, right, bins) if stretch]
    gaps = [
        len(stretch) * abs(sum(s for s, _ in stretch) / len(stretch) - sum(r for _, r in stretch) / len(stretch))
        for stretch in parts
    ]
    return sum(gaps) / len(sure) if sure else None
