"""Relates gains in F1 to cost and latency, as noted by users."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from evaljson.compare.many import ManyComparison
from evaljson.wording.words import signed_points


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


def per_unit(difference: float | None, before: float | None, after: float | None) -> float | None:
    """Return the points gained per additional unit; None if nothing was gained, or nothing more was paid."""
    if difference is None or before is None or after is None or difference <= 0 or after <= before:
        return None
    return 100 * difference / (after - before)


def in_words(difference: float | None, a: VariantCost, b: VariantCost) -> str:
    """Compare B's cost and latency with A's in sentences; empty if neither is known of both."""
    sentences = [
        _sentence(difference, before, after, name, unit)
        for name, unit, before, after in (("Cost", "", a.cost, b.cost), ("Latency", " s", a.latency, b.latency))
        if before is not None and after is not None
    ]
    return " ".join(sentences)


def _sentence(difference: float | None, before: float, after: float, name: str, unit: str) -> str:
    change = after - before
    signed = f"{change:+.3g}{unit}".replace("-", "−") if change else "the same"
    worth = per_unit(difference, before, after)
    each = "additional second" if unit else "additional unit of cost"
    more = "" if worth is None else f": {signed_points(worth / 100)} points for each {each}"
    return f"{name} {after:.3g}{unit} against {before:.3g}{unit} ({signed}){more}."


def price_rows(many: ManyComparison, prices: Mapping[str, VariantCost]) -> pd.DataFrame:
    """Return one row per variant: variant, cost, latency, per_cost, per_second; unknown is NaN."""
    base = prices.get(many.baseline, VariantCost())
    rows = []
    for cell in many.variants:
        price = prices.get(cell.variant, VariantCost())
        gained = many.comparisons[cell.variant].estimate.difference
        worth = per_unit(gained, base.cost, price.cost), per_unit(gained, base.latency, price.latency)
        rows.append((cell.variant, price.cost, price.latency, *worth))
    frame = pd.DataFrame(rows, columns=["variant", "cost", "latency", "per_cost", "per_second"])
    return frame.astype(dict.fromkeys(("cost", "latency", "per_cost", "per_second"), "float64"))
