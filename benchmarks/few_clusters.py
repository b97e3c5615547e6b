"""Can a test of a few customers find as much as Wilcoxon's, and err as seldom as it says? benchmarks.few_clusters

Thirty documents of some six customers, and five to seven customers of one size whose sums are normal, or all of one
amount. --write FILE keeps the counts beside those of the calibration; docs/statistics.md
has the table.

J. G. MacKinnon, M. D. Webb: The wild bootstrap for few (treated) clusters. Econometrics Journal 21, 2018: for a mean
over clusters of one size, the wild bootstrap with two weights is the test by flipped signs; Webb's six weights allow
smaller p.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy import stats

from benchmarks.calibration import WORLDS
from benchmarks.extractors import simulated
from evaljson.base.arrays import Floats
from evaljson.compare.side import by_cluster
from evaljson.stats.cluster_correction import ClusterCorrection
from evaljson.stats.mean_difference import p_of_mean_differences

DOCUMENTS: Final = 30
OF_CUSTOMERS: Final = (
    "customers of 5, equal", "customers of 5, unequal", "one large customer, equal", "one large customer, unequal",
)  # fmt: skip
MADE: Final[dict[str, Callable[[np.random.Generator, int], Floats]]] = {
    "normal": lambda rng, customers: rng.normal(0, 0.1, customers),
    "of one amount": lambda rng, customers: rng.choice([-0.1, 0.1], customers),
}
CUSTOMERS: Final = (5, 6, 7)
LEVEL: Final = 0.05
_EQUAL: Final = 1e-9
_DRAWS: Final = 999
_WEBB: Final = np.sqrt([0.5, 1.0, 1.5])

Sums = tuple[Floats, Floats]
"""Sums over customers, and their numbers of documents, both divided by the mean number."""


def in_use(sums: Floats, sizes: Floats) -> float:
    """Return what a comparison computes."""
    return float(p_of_mean_differences(sums[:, None], sizes[:, None] > 0, sizes=sizes[:, None])[0])


def mid_p(sums: Floats, sizes: Floats) -> float:
    """Flip signs of customers in all ways; those that go exactly as far count by half."""
    there = sums[np.abs(sums) > _EQUAL]
    ways = np.array(np.meshgrid(*[[-1.0, 1.0]] * len(there))).reshape(len(there), -1)
    flipped, seen = np.abs(there @ ways), abs(float(there.sum()))
    return float((flipped > seen + _EQUAL).mean() + (np.abs(flipped - seen) <= _EQUAL).mean() / 2)


def student(sums: Floats, sizes: Floats) -> float:
    """Take Student's t with CR2 and the degrees of freedom of Bell and McCaffrey."""
    mean = sums.sum() / len(sums)
    found = ClusterCorrection.of((sums - mean * sizes)[:, None], sizes[:, None])
    error = float(found.squared_error[0]) ** 0.5
    if error < _EQUAL:
        return 1.0 if abs(mean) < _EQUAL else 0.0
    return float(2 * stats.t.sf(abs(mean) / error, found.freedom[0]))


def wild(sums: Floats, sizes: Floats) -> float:
    """Weight customers by Webb's six weights, as if nothing differed."""
    rng = np.random.default_rng(len(sums))
    weights = rng.choice(np.append(_WEBB, -_WEBB), (_DRAWS, len(sums)))

    def studentised(all_sums: Floats) -> Floats:
        mean = all_sums.mean(axis=1, keepdims=True)
        error = np.sqrt(np.square(all_sums - mean * sizes).sum(axis=1))
        t: Floats = np.abs(mean[:, 0]) / np.maximum(error, 1e-12)
        return t

    beyond = (studentised(weights * sums) >= studentised(sums[None, :]) * (1 - _EQUAL)).sum()
    return float((beyond + 1) / (_DRAWS + 1))


def wilcoxon(sums: Floats, sizes: Floats) -> float:
    """Take the normal approximation of Wilcoxon's test, as in the table of power."""
    apart = sums[np.abs(sums) > _EQUAL]
    ranks = stats.rankdata(np.abs(apart).round(9))
    return float(2 * stats.norm.sf(abs((np.sign(apart) * ranks).sum()) / np.sqrt(np.square(ranks).sum())))


TESTS: Final[dict[str, Callable[[Floats, Floats], float]]] = {
    "in use": in_use, "mid-p": mid_p, "t with CR2": student, "wild bootstrap": wild, "Wilcoxon": wilcoxon,
}  # fmt: skip


def of_world(name: str, sims: int, seed: int) -> Iterator[Sums]:
    """Yield differences of F1 of the documents of a world, as sums over customers."""
    world = next(one for one in WORLDS if one.name == name)
    rng = np.random.default_rng([seed, DOCUMENTS, sum(map(ord, name))])
    for _ in range(sims):
        sides = simulated(world, DOCUMENTS, rng)
        assert sides.clusters is not None
        both = np.stack([(sides.b.f1 - sides.a.f1).round(9), np.ones(DOCUMENTS)], axis=1)
        sums, sizes = by_cluster(both, sides.clusters).T
        yield sums / sizes.mean(), sizes / sizes.mean()


def made(kind: str, customers: int, sims: int, seed: int) -> Iterator[Sums]:
    """Yield sums that are as likely above 0 as below."""
    rng = np.random.default_rng([seed, customers, sum(map(ord, kind))])
    for _ in range(sims):
        yield MADE[kind](rng, customers), np.ones(customers)


def measured(samples: Iterator[Sums], data: str, sims: int, seed: int) -> dict[str, Any]:
    """Count how often each test finds a difference."""
    found = dict.fromkeys(TESTS, 0)
    for sums, sizes in samples:
        if np.abs(sums).max() > _EQUAL:
            for name, test in TESTS.items():
                found[name] += test(sums, sizes) <= LEVEL + 1e-12
    return {"data": data, "pairs": sims, "seed": seed, "found": found}


def kinds() -> list[str]:
    """Return all kinds of data, in the order of the table."""
    return [*OF_CUSTOMERS, *(f"{customers} customers, {kind}" for kind in MADE for customers in CUSTOMERS)]


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown with a row per kind of data."""
    lines = [f"| data | pairs | {' | '.join(TESTS)} |", "|---" * (2 + len(TESTS)) + "|"]
    for row in rows:
        shares = " | ".join(f"{100 * row['found'][name] / row['pairs']:.1f}%" for name in TESTS)
        lines.append(f"| {row['data']} | {row['pairs']:,} | {shares} |")
    return "\n".join(lines) + "\n"


def row_of(data: str, sims: int, seed: int) -> dict[str, Any]:
    """Measure one kind of data, by its name in the table."""
    if data in OF_CUSTOMERS:
        return measured(of_world(data, sims, seed), data, sims, seed)
    customers, kind = data.split(" customers, ")
    return measured(made(kind, int(customers), sims, seed), data, sims, seed)


def keep(file: Path, row: dict[str, Any]) -> None:
    """Put a row into its place in the file, and leave everything else in it."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    known = {one["data"]: one for one in [*kept.get("few_clusters", []), row]}
    rows = [known[data] for data in kinds() if data in known]
    file.write_text(json.dumps({**kept, "few_clusters": rows}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=kinds(), default=kinds())
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts beside those of the calibration")
    options = parser.parse_args()
    for data in options.only:
        row = row_of(data, options.sims, options.seed)
        print(table([row]).splitlines()[-1], flush=True)
        if options.write is not None:
            keep(options.write, row)


if __name__ == "__main__":
    main()
