"""Can a test with two runs of a side err as seldom as it says, and find as much as with one? benchmarks.few_repeats

The variance of the difference over records is 1. A share of it is chance within records, which runs of one extractor do
not have in common; runs may also differ by what all records share. Either is normal. --write FILE keeps the counts in a
file of calibration.json's form; docs/statistics.md holds the table made of it.

`most_found` bounds what any test could find, whatever it computes of the difference and of the distance between the two
runs of A, even if it knew that runs of B never differ: a linear programme over all ways to decide, after the lemma of
J. Neyman, E. S. Pearson (1933), asked to err in at most 5% and two standard errors of 2,000 pairs in each of 41 cases.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import linprog
from scipy.special import ndtri, stdtrit
from scipy.stats import chi2, norm

from evaljson.base.arrays import Floats
from evaljson.compare.repeats import fewer_freedom
from evaljson.stats.repeat_variance import Between

SHARES: Final = (0.1, 0.3, 0.6, 1.0)
SHARED: Final = (0.0, 0.1, 0.3, 1.0, 2.0, 4.0, 8.0, 16.0, 50.0, 200.0)
SIMS: Final = 200_000
MOST: Final = 0.05 + 2 * (0.05 * 0.95 / 2000) ** 0.5
_Z: Final = float(ndtri(0.975))

Rule = Callable[[list[Floats], float], Floats]
"""Half-lengths of the interval, from the variance between the runs of each side and the share of chance."""


def in_use(variances: list[Floats], share: float) -> Floats:
    """Return what a comparison computes."""
    welch = _welch(variances)
    freedom = fewer_freedom(welch, [2] * len(variances))
    return _half(variances, freedom, share)


def by_welch(variances: list[Floats], share: float) -> Floats:
    """Take Welch's degrees of freedom, as with three runs."""
    return _half(variances, _welch(variances), share)


def by_excess(variances: list[Floats], share: float) -> Floats:
    """Count only what runs differ by beyond chance within records, with t by the square of its share of all."""
    excess = np.maximum(sum(variances, np.zeros(1)) - share, 0.0)
    student = np.square(stdtrit(_welch(variances), 0.975))
    half: Floats = np.sqrt((_Z**2 + (student - _Z**2) * (excess / (1 + excess)) ** 2) * (1 + excess))
    return half


RULES: Final[dict[str, Rule]] = {"in use": in_use, "Welch": by_welch, "excess alone": by_excess}


def _half(variances: list[Floats], freedom: Floats, share: float) -> Floats:
    total: Floats = sum(variances, np.zeros(1))
    every = np.full(len(total), 1.0)
    return Between(total, freedom, share * every).half(every, _Z * every, 0.95)


def _welch(variances: list[Floats]) -> Floats:
    total: Floats = sum(variances, np.zeros(1))
    welch: Floats = total**2 / sum((one**2 for one in variances), np.zeros(1))
    return welch


def found(rule: Rule, chance: Sequence[float], shared: Sequence[float], true: float = 0.0) -> float:
    """Return how often a difference is found; `chance` and `shared` have a variance of the difference by side."""
    rng = np.random.default_rng(1)
    distance = np.abs(rng.normal(true, np.sqrt(1 + sum(shared)), SIMS))
    variances = [(own + both) * rng.chisquare(1, SIMS) for own, both in zip(chance, shared, strict=True)]
    return float((distance > rule(variances, sum(chance))).mean())


def true_difference(share: float, power: float = 0.5) -> float:
    """Return the difference that one run of each side would show so often, if runs have nothing in common."""
    return float((_Z + ndtri(power)) * np.sqrt(1 + share))


def measured(share: float) -> dict[str, Any]:
    """Return errors and power of each rule, and the bound, for a share of chance in the variance over records."""
    sides, row = (share / 2, share / 2), {}
    for name, rule in RULES.items():
        row[name] = {
            "both": max(found(rule, sides, (one / 2, one / 2)) for one in SHARED),
            "one side": max(found(rule, sides, (one, 0.0)) for one in SHARED),
            "power": found(rule, sides, (0.0, 0.0), true_difference(share)),
        }
    return {"share": share, "sims": SIMS, "rules": row, "most": most_found(share)}


def most_found(share: float, most: float = MOST) -> float:
    """Return the largest power that a test can have which errs in `most` at most, however much runs of A differ."""
    distances = np.concatenate([np.linspace(0, 12, 121), np.geomspace(12.5, 400, 40)])
    variances = np.append(0.0, np.geomspace(share / 1000, 3000, 90))

    def chances(true: float, shared: float) -> Floats:
        spread = np.sqrt(1 + shared)
        within = norm.cdf((distances - true) / spread) - norm.cdf((-distances - true) / spread)
        of_distance = np.diff(np.append(within, 1.0))
        of_variance = np.diff(np.append(chi2.cdf(variances / (share + shared), 1), 1.0))
        return np.outer(of_distance, of_variance).ravel()

    errors = np.array([chances(0.0, shared) for shared in np.append(0.0, np.geomspace(0.02, 300, 40))])
    best = linprog(-chances(true_difference(share), 0.0), errors, np.full(len(errors), most), bounds=(0, 1))
    return float(-best.fun)


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Markdown: errors where runs of both sides, or of one, differ, and power; for each rule."""
    heads = [*(f"{name}: errs, {what}" for name in RULES for what in ("both", "one side", "finds")), "any test finds"]
    heads = [head.replace("errs, finds", "finds") for head in heads]
    lines = [f"| chance within records | {' | '.join(heads)} |", "|---" * (1 + len(heads)) + "|"]
    for row in rows:
        cells = [row["rules"][name][what] for name in RULES for what in ("both", "one side", "power")]
        shown = " | ".join(f"{100 * one:.1f}%" for one in (*cells, row["most"]))
        lines.append(f"| {row['share']:g} of all | {shown} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    rows = [measured(share) for share in SHARES]
    print(table(rows), end="")
    if options.write is not None:
        kept = json.loads(options.write.read_text(encoding="utf-8"))
        options.write.write_text(json.dumps({**kept, "few_repeats": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
