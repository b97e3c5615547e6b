"""Do the intervals of alpha, kappa and AC1 hold the truth as often as they say? python -m benchmarks.agreement

Simulates people who see what is there or else answer at random, so that the true coefficients are known. --write FILE
keeps the counts beside those of the calibration; docs/statistics.md holds the table made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

from benchmarks.simulation_options import keep_beside_others, simulation_options
from evaljson.base.arrays import AnyArray, Floats
from evaljson.stats import Coefficient, Ratings, fleiss_kappa, gwet_ac1, krippendorff_alpha

LEVEL = 0.95
SIZES = (10, 20, 50, 200)
_CARELESS, _CARE = 0.3, 0.5
"""Share of records on which people take less care, and how much less, where records have several values."""


@dataclass(frozen=True, slots=True)
class People:
    """A kind of data: so many people, who each see what is there with the same chance."""

    name: str
    people: int
    answers: tuple[float, ...]
    """Shares of the answers; none for numbers."""
    alpha: float
    """The true alpha: how often two people both see what is there."""
    in_record: int = 1
    """Values of a record; people then take less care with some records."""


WORLDS = (
    People("two people, two answers", 2, (0.75, 0.25), 0.85),
    People("three people, two answers", 3, (0.75, 0.25), 0.85),
    People("two people, two even answers, much chance", 2, (0.5, 0.5), 0.5),
    People("two people, five answers", 2, (0.75, *(0.0625,) * 4), 0.85),
    People("five people, five even answers", 5, (0.2,) * 5, 0.9),
    People("three people, nine of ten answers alike", 3, (0.9, 0.1), 0.6),
    People("two people, 19 of 20 answers alike", 2, (0.95, 0.05), 0.7),
    People("two people, numbers", 2, (), 0.8),
    People("three people, four values a record", 3, (0.4, *(0.15,) * 4), 0.8, 4),
)


def drawn(world: People, n: int, rng: np.random.Generator) -> tuple[AnyArray, AnyArray]:
    """Return answers as units x people, and the record of each unit."""
    units = n * world.in_record
    sees = np.full(n, np.sqrt(world.alpha))
    if world.in_record > 1:
        # Less care with some records, more with the others, so that two people see a value as often as without.
        careless = rng.random(n) < _CARELESS
        more = np.sqrt((1 - _CARELESS * _CARE**2) / (1 - _CARELESS))
        sees = np.minimum(1.0, sees * np.where(careless, _CARE, more))
    seen = rng.random((units, world.people)) < np.repeat(sees, world.in_record)[:, None]
    there, guessed = _answers(world, (units, 1), rng), _answers(world, seen.shape, rng)
    return np.where(seen, there, guessed), np.repeat(np.arange(n), world.in_record)


def _answers(world: People, shape: tuple[int, int], rng: np.random.Generator) -> AnyArray:
    if not world.answers:
        return rng.normal(size=shape)
    return rng.choice(len(world.answers), shape, p=world.answers)


def truth(world: People) -> dict[str, float]:
    """Return the true coefficients."""
    alpha = world.alpha
    if world.in_record > 1:
        more = min(1.0, world.alpha * (1 - _CARELESS * _CARE**2) / (1 - _CARELESS))
        alpha = _CARELESS * world.alpha * _CARE**2 + (1 - _CARELESS) * more
    if not world.answers:
        return {"alpha": alpha}
    shares = np.array(world.answers)
    same = float(shares @ shares)
    by_chance = (1 - same) / (len(shares) - 1)
    return {"alpha": alpha, "fleiss": alpha, "ac1": (alpha + (1 - alpha) * same - by_chance) / (1 - by_chance)}


def _found(world: People, table: AnyArray, records: AnyArray) -> dict[str, Coefficient | None]:
    units, people = table.shape
    values, codes = np.unique(table, return_inverse=True)
    known = tuple(values.tolist()) if not world.answers else tuple(range(len(world.answers)))
    code = codes.ravel() if not world.answers else table.ravel()
    ratings = Ratings(np.repeat(np.arange(units), people), code.astype(np.intp), units, known)
    if not world.answers:
        return {"alpha": krippendorff_alpha(ratings, "interval", records, LEVEL)}
    return {
        "alpha": krippendorff_alpha(ratings, "nominal", records, LEVEL),
        "fleiss": fleiss_kappa(ratings, records, LEVEL),
        "ac1": gwet_ac1(ratings, records, LEVEL),
    }


def measured(world: People, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the intervals hold the truth; more simulations begin with the same ones."""
    rng, true = np.random.default_rng([seed, n, sum(map(ord, world.name))]), truth(world)
    held, defined, width = dict.fromkeys(true, 0), dict.fromkeys(true, 0), dict.fromkeys(true, 0.0)
    plain = 0
    for _ in range(sims):
        for name, one in _found(world, *drawn(world, n, rng)).items():
            if one is None or one.low is None or one.high is None or one.error is None:
                continue
            defined[name] += 1
            held[name] += one.low - 1e-9 <= true[name] <= one.high + 1e-9
            width[name] += one.high - one.low
            if name == "alpha":
                reach = float(stdtrit(one.groups - 1, (1 + LEVEL) / 2)) * one.error
                plain += abs(one.value - true[name]) <= reach + 1e-9
    means = {name: total / max(1, defined[name]) for name, total in width.items()}
    return {
        "people": world.name, "n": n, "sims": sims, "seed": seed, "true": true, "defined": defined, "cover": held,
        "plain": plain, "width": means,
    }  # fmt: skip


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: a row for each kind of data and number of records."""
    heads = ("data", "records", "true alpha", "has an alpha", "covers: alpha", "plus and minus its error", "Fleiss",
             "AC1", "length: alpha")  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        defined, cover = row["defined"], row["cover"]
        covers = [_percent(cover[name] / defined[name]) if defined.get(name) else "–" for name in _FIGURES]
        plain = _percent(row["plain"] / defined["alpha"])
        cells = [row["people"], str(row["n"]), f"{row['true']['alpha']:.2f}", _percent(defined["alpha"] / row["sims"])]
        cells += [covers[0], plain, *covers[1:], f"{row['width']['alpha']:.2f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


_FIGURES = ("alpha", "fleiss", "ac1")


def _percent(share: float | Floats) -> str:
    return f"{100 * share:.1f}%"


def main() -> None:
    options = simulation_options(__doc__)
    rows = [measured(world, n, options.sims, options.seed) for world in WORLDS for n in SIZES]
    print(table(rows), end="")
    keep_beside_others(options.write, "agreement", rows)


if __name__ == "__main__":
    main()
