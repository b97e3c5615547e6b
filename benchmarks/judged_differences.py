"""Does the interval of a corrected difference of two judged runs cover? python -m benchmarks.judged_differences

Simulates two runs whose pairs one judge decided, and people's labels of a random part of the pairs with each verdict,
as `corrected_difference` takes them. What people would say of all pairs is known. --write FILE keeps the counts beside
those of the calibration; docs/judge.md has the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from benchmarks.intervals import JUDGES, LABELS
from benchmarks.simulation_options import keep_beside_others, simulation_options
from evaljson.judge.decided_pairs import even_shares
from evaljson.stats.prediction_powered import PredictedStratum, predicted_total

LEVEL: Final = 0.95
PAIRS: Final = 2000
SHARED: Final = 0.4
"""Pairs that both runs have: they weigh nothing in the difference."""


def measured(name: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the interval from `n` labels holds what all labels would say."""
    rng = np.random.default_rng([seed, n, sum(map(ord, name))])
    verdicts, people = np.array(JUDGES[name][0]), np.array(JUDGES[name][1])
    steps = np.linspace(0, 1, len(people))
    held = defined = 0
    lengths = 0.0
    for _ in range(sims):
        verdict = rng.choice(len(verdicts), PAIRS, p=verdicts / verdicts.sum())
        above = rng.random(PAIRS)[:, None] > np.cumsum(people, axis=0).T[verdict]
        said = steps[above.sum(axis=1).clip(max=len(steps) - 1)]
        weight = np.where(rng.random(PAIRS) < SHARED, 0.0, rng.choice([-1.0, 1.0], PAIRS)) * rng.integers(1, 4, PAIRS)
        strata = []
        shares = even_shares(n, np.bincount(verdict, minlength=len(verdicts)).tolist())
        for at, labelled in enumerate(shares):
            members = rng.permutation(np.flatnonzero(verdict == at))
            known, rest = members[:labelled], members[labelled:]
            strata.append(PredictedStratum(weight[known], said[known], weight[rest]))
        found = predicted_total(strata, LEVEL)
        if found is not None:
            defined += 1
            true = float(weight @ said)
            held += found[1] - 1e-9 <= true <= found[2] + 1e-9
            lengths += found[2] - found[1]
    return {
        "difference": name, "n": n, "sims": sims, "seed": seed, "defined": defined, "cover": held,
        "length": lengths / max(defined, 1) / PAIRS,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown with a row for each kind of judge and number of labels."""
    lines = ["| judge | labels | covers: the difference of two runs |", "|---" * 3 + "|"]
    lines += [
        f"| {row['difference']} | {row['n']} | {100 * row['cover'] / row['defined']:.1f}% |" for row in rows
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def main() -> None:
    options = simulation_options(__doc__)
    rows = [measured(name, n, options.sims, options.seed) for name in JUDGES for n in LABELS]
    print(table(rows), end="")
    keep_beside_others(options.write, "judged differences", rows)


if __name__ == "__main__":
    main()
