"""Does what review effort promises hold? python -m benchmarks.effort [--write FILE]

Simulates values with confidences, of which some are wrong, and counts how often more than the target is wrong above the
threshold that is promised, and how often the bound of an audit is below what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.shift import keep
from benchmarks.simulation_options import simulation_options
from evaljson.base.arrays import Floats
from evaljson.effort import audited
from evaljson.stats.risk_control import Ranked, promised_threshold

WORLDS = {
    "confidences that are right": ("right", 1, 0.02),
    "confidences that are often too high": ("too high", 1, 0.02),
    "confidences that say nothing, 3% wrong": ("nothing", 1, 0.02),
    "confidences that are right, target 5%": ("right", 1, 0.05),
    "whole records of ten values": ("right", 10, 0.05),
    "whole records that are right or wrong together": ("together", 10, 0.05),
}
SIZES = (200, 1000)
PILES = {"values wrong by chance": 1, "wrong in whole records of ten": 10}
AUDITS = ((1000, 150), (5000, 250))
_TRUTH = 200_000


def drawn(kind: str, per_record: int, n: int, rng: np.random.Generator) -> tuple[Floats, np.ndarray[Any, Any]]:
    """Return how sure each of n records is (the least sure of its values), and how many of its values are wrong."""
    spread = rng.beta(0.6, 6.0, n)
    """The chance that the worst value of a record is wrong."""
    if kind == "nothing":
        return rng.random(n), rng.binomial(1, 0.03, n)
    if kind == "together":
        return 1 - spread, np.where(rng.random(n) < spread / 2, per_record, 0)
    others = rng.binomial(per_record - 1, spread / 4) if per_record > 1 else 0
    sure = 1 - spread * (rng.random(n) if kind == "too high" else 1)
    return sure, (rng.random(n) < spread) + others


def measured(world: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the promised threshold keeps the target in very many others, and what it accepts."""
    kind, per_record, target = WORLDS[world]
    rng = np.random.default_rng([seed, n, sum(map(ord, world))])
    sure, wrong = drawn(kind, per_record, _TRUTH, rng)
    order = np.argsort(-sure)
    truth, falling = wrong[order].cumsum() / (per_record * np.arange(1, _TRUTH + 1)), sure[order]
    promised = broken = 0
    accepted = 0.0
    for _ in range(sims):
        sure, wrong = drawn(kind, per_record, n, rng)
        ranked = Ranked(sure, np.full(n, per_record), wrong.astype(np.intp), np.arange(n))
        threshold = promised_threshold(ranked, target)
        if threshold is None:
            continue
        promised += 1
        above = int(np.searchsorted(-falling, -threshold, side="right"))
        accepted += above / _TRUTH
        broken += bool(above and truth[above - 1] > target)
    best = np.flatnonzero(truth <= target)
    return {
        "world": world, "n": n, "sims": sims, "seed": seed, "target": target, "promised": promised, "broken": broken,
        "accepted": accepted, "possible": float((best[-1] + 1) / _TRUTH) if len(best) else 0.0,
    }  # fmt: skip


def measured_audit(world: str, pile: int, size: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the bound of an audit holds what is wrong in a pile."""
    rng, together = np.random.default_rng([seed, pile, sum(map(ord, world))]), PILES[world]
    covered, length = 0, 0.0
    for _ in range(sims):
        wrong = np.repeat(rng.random(pile // together) < rng.uniform(0, 0.04), together)
        found = int(wrong[rng.choice(pile, size, replace=False)].sum())
        bound = audited(pile, size, found).most
        covered += bool(bound >= wrong.mean())
        length += bound - float(wrong.mean())
    return {"world": world, "n": pile, "drawn": size, "sims": sims, "seed": seed, "covered": covered, "above": length}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: how often a promise is made and broken, and what is accepted."""
    heads = (
        "data",
        "records",
        "target",
        "a threshold is promised",
        "more than the target is wrong",
        "accepted",
        "possible",
    )
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        shares = [row["promised"] / row["sims"], row["broken"] / row["sims"], row["accepted"] / row["sims"]]
        cells = [row["world"], f"{row['n']:,}", f"{100 * row['target']:g}%"]
        cells += [f"{100 * one:.1f}%" for one in (*shares, row["possible"])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def audit_table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: how often the bound of an audit holds."""
    heads = ("accepted values", "how many", "audited", "bound holds", "above the truth by")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [row["world"], f"{row['n']:,}", str(row["drawn"]), f"{100 * row['covered'] / row['sims']:.1f}%"]
        cells.append(f"{100 * row['above'] / row['sims']:.1f} points")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    rows = [measured(world, n, options.sims, options.seed) for world in WORLDS for n in SIZES]
    audits = [measured_audit(world, *audit, options.sims, options.seed) for world in PILES for audit in AUDITS]
    print(table(rows) + "\n" + audit_table(audits), end="")
    if options.write is not None:
        keep(options.write, "effort", rows)
        keep(options.write, "audits", audits)


if __name__ == "__main__":
    main()
