"""Can a test with a few runs of a side err as seldom as it says, and find as much as with one? benchmarks.few_repeats

The variance of the difference over records is 1. A share of it is chance within records, which runs of one extractor do
not have in common; runs may also differ by what all records share. Either is normal. --write FILE keeps the counts in a
file of calibration.json's form; docs/statistics.md holds the table made of it.

`most_found` bounds what any test could find with two runs, whatever it computes of the difference and of the distance
between the two runs of A, even if it knew that runs of B never differ: a linear programme over all ways to decide,
after the lemma of J. Neyman, E. S. Pearson (1933), asked to err in at most 5% and two standard errors of 2,000 pairs in
each of 41 cases.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import linprog
from scipy.special import ndtri, stdtrit
from scipy.stats import chi2, norm

from benchmarks.simulation_options import keep_beside_others
from evaljson.base.arrays import Floats
from evaljson.compare.repeats import fewer_freedom
from evaljson.stats.repeat_variance import Between

RUNS: Final = (2, 3, 5)
SHARES: Final = (0.1, 0.3, 0.6, 1.0)
SHARED: Final = (0.0, 0.1, 0.3, 1.0, 2.0, 4.0, 16.0, 200.0)
SIMS: Final = 50_000
MOST: Final = 0.05 + 2 * (0.05 * 0.95 / 2000) ** 0.5
_Z: Final = float(ndtri(0.975))

Rule = Callable[[list[Floats], int, float], Floats]
"""Half-lengths of the interval, from the variance between the runs of each side, their number, and the share of chance
in the variance over records."""


def in_use(variances: list[Floats], runs: int, share: float) -> Floats:
    """Return what a comparison computes."""
    total = _total(variances)
    freedom, every = fewer_freedom(_welch(variances, runs), [runs] * len(variances)), np.ones(len(total))
    return Between(total, freedom, share * every).half(_Z * every, 0.95)


def by_parts(variances: list[Floats], runs: int, share: float) -> Floats:
    """Give each part the quantile of its own: S. K. Banerjee, Sankhya A 23, 1961."""
    student = np.square(stdtrit(_welch(variances, runs), 0.975))
    half: Floats = np.sqrt(np.maximum(_Z**2, _Z**2 * (1 - share) + student * _total(variances)))
    return half


def by_sum(variances: list[Floats], runs: int, share: float) -> Floats:
    """Take Satterthwaite's degrees of freedom of the sum alone."""
    total = _total(variances)
    freedom = _welch(variances, runs) * np.square((1 - share + total) / total)
    half: Floats = np.sqrt(np.maximum(_Z**2, np.square(stdtrit(freedom, 0.975)) * (1 - share + total)))
    return half


def by_limit(variances: list[Floats], runs: int, share: float) -> Floats:
    """Take a variance that is seldom exceeded: F. A. Graybill, C.-M. Wang, JASA 75, 1980. Each errs in 2.5%."""
    more = (runs - 1) / chi2.ppf(0.025, runs - 1) - 1
    limit = 1 - share + _total(variances) + more * np.sqrt(_total([np.square(one) for one in variances]))
    half: Floats = ndtri(1 - 0.025 / 2) * np.sqrt(np.maximum(limit, 1.0))
    return half


def as_alike(variances: list[Floats], runs: int, share: float) -> Floats:
    """Decide before looking that runs differ by chance within records alone."""
    return np.full(len(variances[0]), _Z)


RULES: Final[dict[str, Rule]] = {
    "in use": in_use, "by parts": by_parts, "sum alone": by_sum, "limit": by_limit, "runs supposed alike": as_alike,
}  # fmt: skip


def _total(variances: list[Floats]) -> Floats:
    total: Floats = sum(variances, np.zeros(1))
    return total


def _welch(variances: list[Floats], runs: int) -> Floats:
    squares = _total([np.square(one) / (runs - 1) for one in variances])
    welch: Floats = np.square(_total(variances)) / squares
    return welch


def found(runs: int, chance: Sequence[float], shared: Sequence[float], true: float = 0.0) -> dict[str, float]:
    """Return how often each rule finds a difference; `chance` and `shared` have a variance by side."""
    rng = np.random.default_rng(1)
    distance = np.abs(rng.normal(true, np.sqrt(1 + sum(shared)), SIMS))
    variances = [
        (own + both) * rng.chisquare(runs - 1, SIMS) / (runs - 1) for own, both in zip(chance, shared, strict=True)
    ]
    return {name: float((distance > rule(variances, runs, sum(chance))).mean()) for name, rule in RULES.items()}


def true_difference(share: float, runs: int = 2) -> float:
    """Return the difference that one run of each side would show in half of all cases, if runs differ by chance alone.

    One run has the chance within records that several have, times their number.
    """
    return float(_Z * np.sqrt(1 + (runs - 1) * share))


def measured(runs: int, share: float) -> dict[str, Any]:
    """Return errors and power of each rule, by the share of chance in the variance over records; and the bound."""
    sides = (share / 2, share / 2)
    both = [found(runs, sides, (one / 2, one / 2)) for one in SHARED]
    one_side = [found(runs, sides, (one, 0.0)) for one in SHARED]
    power = found(runs, sides, (0.0, 0.0), true_difference(share, runs))
    row = {
        name: {
            "both": max(one[name] for one in both),
            "one side": max(one[name] for one in one_side),
            "power": power[name],
        }
        for name in RULES
    }
    return {"runs": runs, "share": share, "sims": SIMS, "rules": row, "most": most_found(share) if runs == 2 else None}


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
    """Markdown: by rule how often it errs at most, whether runs of both sides differ or of one, and its power."""
    heads = [f"{name}: {what}" for name in RULES for what in ("errs", "finds")]
    lines = [
        f"| runs | chance within records | {' | '.join(heads)} | any test finds |",
        "|---" * (3 + len(heads)) + "|",
    ]
    for row in rows:
        rules = [row["rules"][name] for name in RULES]
        cells = [share for one in rules for share in (max(one["both"], one["one side"]), one["power"])]
        shown = [*(f"{100 * one:.1f}%" for one in cells), "–" if row["most"] is None else f"{100 * row['most']:.1f}%"]
        lines.append(f"| {row['runs']} | {row['share']:g} of all | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    rows = []
    for runs in RUNS:
        for share in SHARES:
            rows.append(measured(runs, share))
            print(table(rows[-1:]).splitlines()[-1], flush=True)
    keep_beside_others(options.write, "few_repeats", rows)


if __name__ == "__main__":
    main()
