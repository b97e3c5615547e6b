"""Would another test find more beside wild records, and still be about the mean? python -m benchmarks.outliers

Two extractors now and then lose a whole record. Where both lose as many, tests that hardly count wild records find
more. Where they do not, the mean moves by what is lost, and such a test has to be wrong about it. --write FILE keeps
the counts beside those of the calibration; docs/statistics.md has the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from scipy import stats

from benchmarks.simulation_options import keep_beside_others, simulation_options
from evaljson.base.arrays import Bools, Floats
from evaljson.stats.mean_difference import mean_differences

LEVEL: Final = 0.95
KINDS: Final[dict[str, tuple[float, float, float, float]]] = {
    "equal; both lose 2%": (0.9, 0.9, 0.02, 0.02),
    "B 4 points better; both lose 2%": (0.88, 0.92, 0.02, 0.02),
    "B loses 4%, A none; else equal": (0.9, 0.9, 0.0, 0.04),
    "B 4 points better, but loses so much that means are equal": (0.88, 0.92, 0.02, 1 - 0.98 * 0.88 / 0.92),
}
"""How often A and B are right about each of ten fields, and how often each loses a whole record."""
METHODS: Final = ("in use", "Student's t", "Wilcoxon", "trimmed", "winsorised", "Huber", "either of two", "Cauchy")
_CUT: Final = 0.1
"""What is trimmed at either end; winsorised half as much."""
_BEND: Final = 1.345

Found = tuple[Bools, Floats | None, Floats | None]
"""By pair, whether the test finds a difference, and the ends of the interval."""


def drawn(kind: str, n: int, sims: int, rng: np.random.Generator) -> Floats:
    """Differences, records x pairs."""
    a, b, lost_a, lost_b = KINDS[kind]
    kept_a, kept_b = (rng.random((n, sims)) >= lost for lost in (lost_a, lost_b))
    return ((rng.binomial(10, b, (n, sims)) * kept_b - rng.binomial(10, a, (n, sims)) * kept_a) / 10).round(9)


def true_mean(kind: str) -> float:
    a, b, lost_a, lost_b = KINDS[kind]
    return b * (1 - lost_b) - a * (1 - lost_a)


def _by_t(middle: Floats, error: Floats, freedom: float) -> Found:
    half = stats.t.ppf((1 + LEVEL) / 2, freedom) * error
    return np.abs(middle) > half, middle - half, middle + half


def trimmed(data: Floats, share: float, mean_of_rest: bool) -> Found:
    """Yuen 1974: the variance of the winsorised values; the middle is the mean of the rest, or of all winsorised."""
    n, cut = len(data), int(share * len(data))
    ordered = np.sort(data, axis=0)
    held = np.clip(ordered, ordered[cut], ordered[n - 1 - cut])
    middle = (ordered[cut : n - cut] if mean_of_rest else held).mean(axis=0)
    error = held.std(axis=0, ddof=1) * (n - 1) / (n - 2 * cut - 1) / np.sqrt(n)
    return _by_t(middle, error, n - 2 * cut - 1)


def huber(data: Floats) -> Found:
    """Huber 1964, with the median absolute deviation as its scale, or the mean one where that is 0."""
    middle = np.median(data, axis=0)
    scale = np.median(np.abs(data - middle), axis=0) * 1.4826
    scale = np.where(scale > 0, scale, np.abs(data - middle).mean(axis=0) * 1.2533 + 1e-9)
    for _ in range(30):
        bent = np.clip((data - middle) / scale, -_BEND, _BEND)
        middle = middle + scale * bent.mean(axis=0) / (np.abs((data - middle) / scale) < _BEND).mean(axis=0).clip(0.2)
    away = (data - middle) / scale
    inside = (np.abs(away) < _BEND).mean(axis=0).clip(0.2)
    error = scale * np.sqrt(np.square(np.clip(away, -_BEND, _BEND)).mean(axis=0)) / inside / np.sqrt(len(data) - 1)
    return _by_t(middle, error, len(data) - 1)


def wilcoxon_p(data: Floats) -> Floats:
    """Signed ranks, with the normal approximation and ties, of values other than 0."""
    p = np.ones(data.shape[1])
    for at, own in enumerate(data.T):
        apart = own[own != 0]
        if len(apart):
            ranks = stats.rankdata(np.abs(apart))
            p[at] = 2 * stats.norm.sf(abs((np.sign(apart) * ranks).sum()) / np.sqrt(np.square(ranks).sum()))
    return p


def results(data: Floats) -> dict[str, Found]:
    """By method."""
    bounds = mean_differences(data, np.ones(data.shape, np.bool_), LEVEL)
    ranks = wilcoxon_p(data)
    cauchy = 0.5 - np.arctan((np.tan((0.5 - bounds.p) * np.pi) + np.tan((0.5 - ranks) * np.pi)) / 2) / np.pi
    error = 1 - LEVEL
    return {
        "in use": (bounds.p <= error, bounds.low, bounds.high),
        "Student's t": _by_t(data.mean(axis=0), data.std(axis=0, ddof=1) / np.sqrt(len(data)), len(data) - 1),
        "Wilcoxon": (ranks <= error, None, None),
        "trimmed": trimmed(data, _CUT, mean_of_rest=True),
        "winsorised": trimmed(data, _CUT / 2, mean_of_rest=False),
        "Huber": huber(data),
        "either of two": (np.minimum(bounds.p, ranks) * 2 <= error, None, None),
        "Cauchy": (cauchy <= error, None, None),
    }


def measured(kind: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Counts: how often each method finds a difference, and how often its interval holds the true mean."""
    data = drawn(kind, n, sims, np.random.default_rng([seed, n, list(KINDS).index(kind)]))
    true, found = true_mean(kind), results(data)
    cover = {
        name: int(((low <= true + 1e-12) & (true - 1e-12 <= high)).sum())
        for name, (_, low, high) in found.items()
        if low is not None and high is not None
    }
    return {
        "outliers": kind, "n": n, "pairs": sims, "seed": seed, "true": round(true, 12),
        "found": {name: int(one[0].sum()) for name, one in found.items()}, "cover": cover,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: the share of pairs found unlike and, behind a stroke, the share of intervals that cover."""
    heads = ["data", "true mean", "records", *METHODS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [_cell(row, name) for name in METHODS]
        lines.append(f"| {row['outliers']} | {100 * row['true']:+.1f} | {row['n']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(row: dict[str, Any], name: str) -> str:
    found = f"{100 * row['found'][name] / row['pairs']:.1f}%"
    return f"{found}, {100 * row['cover'][name] / row['pairs']:.1f}%" if name in row["cover"] else found


def main() -> None:
    options = simulation_options(__doc__)
    rows = [measured(kind, n, options.sims, options.seed) for kind in KINDS for n in (30, 100, 500)]
    print(table(rows), end="")
    keep_beside_others(options.write, "outliers", rows)


if __name__ == "__main__":
    main()
