"""Relates gains in F1 to cost and latency, as noted by users."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pandas as pd

from evaljson.compare.comparison import Comparison
from evaljson.compare.leaderboard import Leaderboard
from evaljson.compare.many import ManyComparison
from evaljson.compare.verdict import Verdict
from evaljson.compare.words.overall_sentence import Name
from evaljson.wording.words import signed_points

_BESIDE: Final = 2
"""Tied variants that are named behind the one that costs least."""
WORTH_FORMAT: Final = "%.2f"
"""Of points per unit."""


@dataclass(frozen=True, slots=True)
class VariantCost:
    """Cost and latency of one variant; None if they are not noted."""

    cost: float | None = None
    """In any unit, the same for all variants."""
    latency: float | None = None
    """Seconds."""


def noted(value: float | None, unit: str = "") -> str:
    """Write a cost or a latency beside others: `0.012`, `5.2 s`."""
    return "–" if value is None else f"{value:,.3g}{unit}"


def between_tied(board: Leaderboard, prices: Mapping[str, VariantCost]) -> tuple[str, ...]:
    """Say in pieces what those that share first place cost and how long they take, least first; () where that is not
    noted of two of them, or all are the same in it."""
    leaders = [place.name for place in board.places if place.best_rank == 1]
    known = {name: prices.get(name, VariantCost()) for name in leaders}
    said: list[str] = []
    for verb, unit, values in (
        ("costs", "", {name: one.cost for name, one in known.items() if one.cost is not None}),
        ("takes", " s", {name: one.latency for name, one in known.items() if one.latency is not None}),
    ):
        least = sorted(values.items(), key=lambda item: item[1])
        if len(set(values.values())) < 2:
            continue
        (name, value), *others = least
        said += ["; " if said else "", Name(name), f" {verb} {noted(value, unit)}"]
        for other, more in others[:_BESIDE]:
            said += [", ", Name(other), f" {noted(more, unit)}"]
        left = len(others) - _BESIDE
        said += [f" and {left:,} more up to {noted(others[-1][1], unit)}"] if left > 0 else []
    return (*filter(None, said), ".") if said else ()


def per_unit(
    difference: float | None, before: float | None, after: float | None, verdict: Verdict | None
) -> float | None:  # fmt: skip
    """Return the points gained per additional unit; None if nothing more was paid, and where the gain may be chance."""
    if verdict != "better" or difference is None or before is None or after is None or after <= before:
        return None
    return 100 * difference / (after - before)


def in_words(comparison: Comparison, a: VariantCost, b: VariantCost) -> str:
    """Compare B's cost and latency with A's in sentences; empty if neither is known of both."""
    return " ".join(_sentence(comparison, *one) for one in _of_both(a, b))


def in_brief(a: VariantCost, b: VariantCost) -> str:
    """Write B's cost and latency, and how far they are from A's: `cost 0.002 (−0.012) · latency 1.1 s (−4.9 s)`."""
    said = [
        f"{name.lower()} {noted(after, unit)} ({_signed(before, after, unit)})"
        for name, unit, before, after in _of_both(a, b)
    ]
    return " · ".join(said)


def _of_both(a: VariantCost, b: VariantCost) -> list[tuple[str, str, float, float]]:
    """List name, unit, and what is noted of A and of B, where it is of both."""
    return [
        (name, unit, before, after)
        for name, unit, before, after in (("Cost", "", a.cost, b.cost), ("Latency", " s", a.latency, b.latency))
        if before is not None and after is not None
    ]


def _signed(before: float, after: float, unit: str) -> str:
    change = after - before
    return f"{'+' if change > 0 else '−'}{noted(abs(change), unit)}" if change else "the same"


def _sentence(comparison: Comparison, name: str, unit: str, before: float, after: float) -> str:
    change = _signed(before, after, unit)
    if 0 < before < after:
        change += f", {after / before:.2g} times as much"
    gained = comparison.estimate.difference if after > before and comparison.verdict == "better" else None
    more = "" if gained is None else f" for {signed_points(gained)} points"
    return f"{name} {noted(after, unit)} against {noted(before, unit)} ({change}){more}."


def price_rows(many: ManyComparison, prices: Mapping[str, VariantCost]) -> pd.DataFrame:
    """Return one row per variant: variant, cost, latency, per_cost, per_second; unknown is NaN."""
    base = prices.get(many.baseline, VariantCost())
    rows = []
    for cell in many.variants:
        price = prices.get(cell.variant, VariantCost())
        gained = many.comparisons[cell.variant].estimate.difference
        pairs = (base.cost, price.cost), (base.latency, price.latency)
        worth = [per_unit(gained, before, after, cell.verdict) for before, after in pairs]
        rows.append((cell.variant, price.cost, price.latency, *worth))
    frame = pd.DataFrame(rows, columns=["variant", "cost", "latency", "per_cost", "per_second"])
    return frame.astype(dict.fromkeys(("cost", "latency", "per_cost", "per_second"), "float64"))
