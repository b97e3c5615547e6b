"""What a gain costs: F1 points beside cost and latency, where somebody noted them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from evaljson.compare.many import ManyComparison
from evaljson.wording.words import signed_points


@dataclass(frozen=True, slots=True)
class VariantCost:
    """Of one variant, as noted; None where nobody did."""

    cost: float | None = None
    """In whatever unit all variants are noted in."""
    latency: float | None = None
    """Seconds."""


def per_unit(difference: float | None, before: float | None, after: float | None) -> float | None:
    """Points gained for each unit more; None where it is no price: nothing gained, or nothing more paid."""
    if difference is None or before is None or after is None or difference <= 0 or after <= before:
        return None
    return 100 * difference / (after - before)


def in_words(difference: float | None, a: VariantCost, b: VariantCost) -> str:
    """B's cost and latency against A's in a sentence; empty where neither is known of both."""
    told = [
        _one(difference, before, after, name, unit)
        for name, unit, before, after in (("Cost", "", a.cost, b.cost), ("Latency", " s", a.latency, b.latency))
        if before is not None and after is not None
    ]
    return " ".join(told)


def _one(difference: float | None, before: float, after: float, name: str, unit: str) -> str:
    change = after - before
    signed = f"{change:+.3g}{unit}".replace("-", "−") if change else "the same"
    worth = per_unit(difference, before, after)
    each = "second more" if unit else "unit of cost more"
    more = "" if worth is None else f": {signed_points(worth / 100)} points for each {each}"
    return f"{name} {after:.3g}{unit} against {before:.3g}{unit} ({signed}){more}."


def price_rows(found: ManyComparison, prices: Mapping[str, VariantCost]) -> pd.DataFrame:
    """A row a variant, in the order of `found`: variant, cost, latency, per_cost, per_second; NaN where unknown."""
    base = prices.get(found.baseline, VariantCost())
    rows = []
    for cell in found.variants:
        own = prices.get(cell.variant, VariantCost())
        gained = found.comparisons[cell.variant].estimate.difference
        worth = per_unit(gained, base.cost, own.cost), per_unit(gained, base.latency, own.latency)
        rows.append((cell.variant, own.cost, own.latency, *worth))
    frame = pd.DataFrame(rows, columns=["variant", "cost", "latency", "per_cost", "per_second"])
    return frame.astype(dict.fromkeys(("cost", "latency", "per_cost", "per_second"), "float64"))
