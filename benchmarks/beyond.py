"""Where do intervals cover less than 93% or more than 97%, and why? python -m benchmarks.beyond [--write FILE]

BEYOND names each row of the calibration beyond these, but for two standard errors, with its reason; a test holds that
no other is, and that each of these still is. Counted beside them: in how many of some pairs nothing can be said,
whatever the signs: of the records that differ four must, all to one side (three of three happen to equals in one
of four cases), and of customers six. --write FILE keeps the counts beside those of the calibration.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

import numpy as np

from benchmarks.calibration import WORLDS
from benchmarks.extractors import simulated
from benchmarks.simulation_options import keep_beside_others, simulation_options
from evaljson.compare.estimate import FIGURES
from evaljson.compare.side import by_cluster

LEAST, MOST = 0.93, 0.97
FEW: Final = "few records differ, and differences come in whole records"
RUNS: Final = "so few runs say little of how runs differ"
CUSTOMERS: Final = "six customers or so"
BEYOND: Final = {
    ("ceiling, one field, equal", 30): FEW,
    ("ceiling, one field, equal", 100): FEW,
    ("ceiling, ten fields, equal", 30): FEW,
    ("ceiling, ten fields, equal", 100): FEW,
    ("ceiling of 99.5%, one field, unequal", 30): FEW,
    ("ceiling of 99.5%, ten fields, equal", 30): FEW,
    ("ceiling of 99.5%, ten fields, equal", 100): FEW,
    ("few differences, one field, equal", 30): FEW,
    ("few differences, one field, unequal", 30): FEW,
    ("forty fields, ceiling, equal", 30): FEW,
    ("forty fields, ceiling, equal", 100): FEW,
    ("2 repeats alike, equal", 30): RUNS,
    ("2 repeats alike, equal", 100): RUNS,
    ("2 repeats alike, unequal", 30): RUNS,
    ("2 repeats alike, unequal", 100): RUNS,
    ("2 repeats unlike, equal", 30): RUNS,
    ("2 repeats unlike, equal", 100): RUNS,
    ("2 repeats beside 5, unlike, equal", 30): RUNS,
    ("2 repeats beside 5, unlike, equal", 100): RUNS,
    ("3 repeats alike, equal", 30): RUNS,
    ("3 repeats alike, equal", 100): RUNS,
    ("3 repeats alike, unequal", 30): RUNS,
    ("3 repeats alike, unequal", 100): RUNS,
    ("3 repeats unlike, equal", 30): RUNS,
    ("customers of 5, equal", 30): CUSTOMERS,
    ("one large customer, equal", 30): CUSTOMERS,
    ("copies of documents, equal", 30): CUSTOMERS,
    ("copies of documents, unequal", 30): CUSTOMERS,
}
_FEWEST: Final = {FEW: 4, CUSTOMERS: 6}


def coverage(row: dict[str, Any]) -> dict[str, float]:
    """Return how often each interval of a row covers: six figures, and the F1 of fields."""
    shares = {name: count / row["pairs"] for name, count in row["cover"].items()}
    return {**shares, "fields": row["fields"]["cover"] / row["fields"]["intervals"]}


def outside(row: dict[str, Any]) -> dict[str, float]:
    """Return those that lie beyond, by more than two standard errors."""
    return {
        name: share
        for name, share in coverage(row).items()
        if not LEAST - 2 * _error(LEAST, row["pairs"]) <= share <= MOST + 2 * _error(MOST, row["pairs"])
    }


def _error(share: float, pairs: int) -> float:
    return sqrt(share * (1 - share) / pairs)


def speechless(name: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count pairs, and fields of pairs, in which too few records or customers differ for any verdict."""
    world, fewest = next(one for one in WORLDS if one.name == name), _FEWEST[BEYOND[name, n]]
    rng = np.random.default_rng([seed, n, sum(map(ord, name))])
    of_f1 = of_fields = fields = 0
    for _ in range(sims):
        sides = simulated(world, n, rng)
        a, b = ((one.score, one.gold + one.extracted) for one in (sides.a, sides.b))
        unlike = np.column_stack([sides.a.f1 != sides.b.f1, (a[0] != b[0]) | (a[1] != b[1])]).astype(np.float64)
        counts = (by_cluster(unlike, sides.clusters) > 0).sum(axis=0)
        of_f1 += bool(counts[0] < fewest)
        of_fields += int((counts[1:] < fewest).sum())
        fields += len(counts) - 1
    return {"world": name, "n": n, "pairs": sims, "seed": seed, "f1": of_f1, "fields": of_fields, "all fields": fields}


def table(kept: dict[str, Any]) -> str:
    """Return Markdown with a row per row of the calibration that is named in BEYOND."""
    counts = {(one["world"], one["n"]): one for one in kept["beyond"]}
    heads = ["data", "records", "six figures cover", "F1 of fields", "nothing can be said: F1", "of a field", "why"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in kept["rows"]:
        place = row["world"], row["n"]
        if place not in BEYOND:
            continue
        shares, none = coverage(row), counts.get(place)
        figures = [shares[name] for name in FIGURES]
        cells = ["–", "–"] if none is None else [_percent(none["f1"] / none["pairs"]), _percent(_of_fields(none))]
        own = [f"{100 * min(figures):.1f} to {_percent(max(figures))}", _percent(shares["fields"]), *cells]
        lines.append(f"| {row['world']} | {row['n']} | {' | '.join(own)} | {BEYOND[place]} |")
    return "\n".join(lines) + "\n"


def _of_fields(none: dict[str, Any]) -> float:
    return float(none["fields"] / none["all fields"])


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def counted(places: Sequence[tuple[str, int]], sims: int, seed: int) -> list[dict[str, Any]]:
    """Count for each place whose reason is that few differ."""
    return [speechless(name, n, sims, seed) for name, n in places if BEYOND[name, n] in _FEWEST]


def main() -> None:
    options = simulation_options(__doc__)
    rows = counted(list(BEYOND), options.sims, options.seed)
    for row in rows:
        print(row, flush=True)
    keep_beside_others(options.write, "beyond", rows)


if __name__ == "__main__":
    main()
