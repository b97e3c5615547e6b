"""Which interval for a mean difference covers best, and is short? Usual methods beside the one in use:
python -m benchmarks.rivals

Differences by record, as they are between two extractors: many are 0. Every method sees the same simulated pairs.
--write FILE keeps the counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import stats

from benchmarks.plus_two import plus_two
from benchmarks.resampled_counts import count_blocks
from benchmarks.score_interval import score_interval
from benchmarks.simulation_options import keep_beside_others, simulation_options
from benchmarks.studentised import studentised
from evaljson.base.arrays import Floats
from evaljson.stats.mean_difference import mean_differences

Ends = tuple[Floats, Floats]
RESAMPLES, LEVEL = 2000, 0.95
KINDS: dict[str, tuple[float, float, int, float]] = {
    "one field, 90% and 90% right": (0.9, 0.9, 1, 0.0),
    "one field, 95% and 99% right": (0.95, 0.99, 1, 0.0),
    "ten fields, 90% and 92% right": (0.9, 0.92, 10, 0.0),
    "ten fields, 98.5% and 99.5% right": (0.985, 0.995, 10, 0.0),
    "ten fields, 90% and 92% right, 2% of records lost": (0.9, 0.92, 10, 0.02),
}
"""How often A and B are right, about how many fields, and how often either loses a whole record."""


def differences(kind: str, n: int, sims: int, rng: np.random.Generator) -> Floats:
    """Simulated pairs x records: the share of fields that B has right, minus A's."""
    a, b, fields, lost = KINDS[kind]
    kept_a, kept_b = (rng.random((sims, n)) >= lost for _ in range(2))
    return (rng.binomial(fields, b, (sims, n)) * kept_b - rng.binomial(fields, a, (sims, n)) * kept_a) / fields


def student(data: Floats, means: Floats) -> Ends:
    half = stats.t.ppf(0.5 + LEVEL / 2, data.shape[1] - 1) * data.std(axis=1, ddof=1) / np.sqrt(data.shape[1])
    return data.mean(axis=1) - half, data.mean(axis=1) + half


def percentile(data: Floats, means: Floats) -> Ends:
    low, high = np.quantile(means, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2], axis=1)
    return low, high


def bca(data: Floats, means: Floats) -> Ends:
    """Bias-corrected and accelerated (Efron 1987)."""
    centre = data.mean(axis=1, keepdims=True)
    below = (means < centre - 1e-9).mean(axis=1) + 0.5 * (np.abs(means - centre) <= 1e-9).mean(axis=1)
    bias = stats.norm.ppf(np.clip(below, 1 / RESAMPLES, 1 - 1 / RESAMPLES))
    away = data - centre
    bend = (away**3).sum(axis=1) / 6 / np.maximum((away**2).sum(axis=1), 1e-12) ** 1.5
    ordered, rows = np.sort(means, axis=1), np.arange(len(data))

    def end(share: float) -> Floats:
        z = bias + stats.norm.ppf(share)
        at = stats.norm.cdf(bias + z / (1 - bend * z)) * (RESAMPLES - 1)
        return ordered[rows, np.clip(at.round().astype(int), 0, RESAMPLES - 1)]

    return end(0.5 - LEVEL / 2), end(0.5 + LEVEL / 2)


def equal_tailed(data: Floats, counts: Floats, means: Floats) -> Ends:
    """The usual studentised bootstrap, with a tail at either side."""
    spread = np.sqrt(np.maximum(data**2 @ counts.T / data.shape[1] - means**2, 1e-12))
    t = (means - data.mean(axis=1, keepdims=True)) / spread
    low, high = np.quantile(t, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2], axis=1)
    return data.mean(axis=1) - high * data.std(axis=1), data.mean(axis=1) - low * data.std(axis=1)


def pseudo_records(data: Floats) -> Ends:
    """Two of them in every pair (Bonett and Price 2012), with Student's t."""
    found = [plus_two(own, _magnitude(own), LEVEL) for own in data]
    return np.array([one.low for one in found]), np.array([one.high for one in found])


def symmetric(data: Floats) -> Ends:
    """The studentised bootstrap with one tail for both sides (Hall 1988)."""
    many = studentised(data.T, LEVEL, RESAMPLES, 0)
    return many.low, many.high


def tango(data: Floats) -> Ends:
    """Tango's score interval; records that differ all count as large as their root mean square."""
    found = [score_interval(own, _magnitude(own), LEVEL) for own in data]
    return np.array([one.low for one in found]), np.array([one.high for one in found])


def in_use(data: Floats) -> Ends:
    """What comparisons do."""
    bounds = mean_differences(np.ascontiguousarray(data.T), np.ones(data.T.shape, np.bool_), LEVEL)
    return bounds.low, bounds.high


def _magnitude(values: Floats) -> float:
    apart = values[values != 0]
    return float(np.sqrt(np.square(apart).mean())) if len(apart) else 1.0


METHODS = ("Student's t", "percentile", "BCa", "studentised", "symmetric", "pseudo-records", "Tango", "in use")


def measured(kind: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """How often each method's interval holds the truth."""
    rng = np.random.default_rng([seed, n, list(KINDS).index(kind)])
    a, b, _, lost = KINDS[kind]
    data, true = differences(kind, n, sims, rng), (b - a) * (1 - lost)
    counts = np.vstack(list(count_blocks(n, RESAMPLES, seed))).astype(np.float64)
    means = data @ counts.T / n
    ends = (student(data, means), percentile(data, means), bca(data, means), equal_tailed(data, counts, means),
            symmetric(data), pseudo_records(data), tango(data), in_use(data))  # fmt: skip
    cover = [int(((low <= true + 1e-12) & (true - 1e-12 <= high)).sum()) for low, high in ends]
    width = [float(np.median(high - low)) for low, high in ends]  # some have no bound now and then
    return {
        "kind": kind, "n": n, "pairs": sims, "seed": seed,
        "cover": dict(zip(METHODS, cover, strict=True)), "width": dict(zip(METHODS, width, strict=True)),
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown with one row per kind of data and number of records; coverage, and median length by Student's."""
    heads = ["data", "records", *METHODS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        length = {name: row["width"][name] / row["width"][METHODS[0]] for name in METHODS}
        shown = " | ".join(f"{100 * row['cover'][name] / row['pairs']:.1f}%, {length[name]:.2f}" for name in METHODS)
        lines.append(f"| {row['kind']} | {row['n']} | {shown} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    rows = [measured(kind, n, options.sims, options.seed) for kind in KINDS for n in (30, 100)]
    print(table(rows), end="")
    keep_beside_others(options.write, "rivals", rows)


if __name__ == "__main__":
    main()
