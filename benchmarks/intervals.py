"""Do the intervals of confidences and of judges cover as often as they say? python -m benchmarks.intervals [--sims N]

Simulates confidences with their outcomes, and judges with people's labels, whose true figures are known. --write FILE
keeps the counts beside those of the calibration; docs/confidence.md and docs/judge.md hold the tables made of them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evaljson.base.arrays import AnyArray
from evaljson.judge.decided_pairs import even_shares
from evaljson.judge.run_kappa import run_kappa
from evaljson.stats import (
    auroc,
    auroc_interval,
    brier_interval,
    brier_score,
    calibration_error,
    cohens_kappa,
    expected_calibration_error,
)

LIMIT = 0.1
"""Of the gate `--fail-over confidence_ece=0.1`."""
VALUES = (50, 200, 1000)
LABELS = (40, 100, 300)
IN_RECORD = 5
"""Values of a record that are right or wrong together, in the world of records."""

Draw = Callable[[np.random.Generator, int], tuple[AnyArray, AnyArray, AnyArray]]
"""Confidences, whether each value is right, and the record of each."""


def _independent(confidence: Callable[[np.random.Generator, int], Any], right: Callable[[Any], Any]) -> Draw:
    def draw(rng: np.random.Generator, n: int) -> tuple[AnyArray, AnyArray, AnyArray]:
        sure = confidence(rng, n)
        return sure, rng.random(n) < right(sure), np.arange(n)

    return draw


def _in_records(rng: np.random.Generator, n: int) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Draw values whose record makes all of them harder or easier, which their confidence does not know."""
    records = n // IN_RECORD
    known, shared = rng.normal(1.5, 0.8, (records, IN_RECORD)), rng.normal(0, 0.8, (records, 1))
    right = rng.random((records, IN_RECORD)) < 1 / (1 + np.exp(-known - shared))
    return 1 / (1 + np.exp(-known.ravel())), right.ravel(), np.repeat(np.arange(records), IN_RECORD)


FORECASTS: dict[str, Draw] = {
    "perfect": _independent(lambda rng, n: rng.uniform(0.5, 1, n), lambda sure: sure),
    "perfect, mostly sure": _independent(lambda rng, n: rng.beta(9, 1, n), lambda sure: sure),
    "15 points too sure": _independent(lambda rng, n: rng.uniform(0.5, 1, n), lambda sure: sure - 0.15),
    "too sure where surest": _independent(
        lambda rng, n: rng.uniform(0.5, 1, n), lambda sure: np.where(sure > 0.9, sure - 0.3, sure)
    ),
    "always 95% sure, 98% right": _independent(lambda rng, n: np.full(n, 0.95), lambda sure: sure + 0.03),
    "five values a record": _in_records,
}
JUDGES: dict[str, tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]] = {
    "90% right, verdicts even": ((0.5, 0.5), ((0.9, 0.1), (0.1, 0.9))),
    "97% right, verdicts even": ((0.5, 0.5), ((0.97, 0.03), (0.03, 0.97))),
    "kind, one verdict in ten rare": ((0.1, 0.9), ((0.95, 0.15), (0.05, 0.85))),
    "three steps": ((0.2, 0.3, 0.5), ((0.8, 0.15, 0.03), (0.15, 0.7, 0.1), (0.05, 0.15, 0.87))),
}
"""Shares of verdicts, and people's steps by row under each verdict by column."""
PAIRS = 2000
"""Distinct pairs of a run of which some are labelled."""


def of_forecasts(name: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the intervals hold the truth, and how often the gate fails by either error."""
    rng, draw = np.random.default_rng([seed, n, sum(map(ord, name))]), FORECASTS[name]
    area, brier, error = true_figures(draw)
    held = {"auroc": 0, "brier": 0, "ece": 0}
    defined = plain_fails = fails = 0
    plain = squares = 0.0
    for _ in range(sims):
        sure, right, records = draw(rng, n)
        of_area, of_brier = auroc_interval(sure, right, groups=records), brier_interval(sure, right, groups=records)
        of_error, usual = calibration_error(sure, right, groups=records), expected_calibration_error(sure, right)
        assert of_brier is not None
        assert of_error is not None
        assert usual is not None
        if of_area is not None:
            defined += 1
            held["auroc"] += of_area[0] <= area <= of_area[1]
        held["brier"] += of_brier[0] <= brier <= of_brier[1]
        held["ece"] += of_error.low - 1e-6 <= error <= of_error.high + 1e-6
        plain, squares = plain + usual, squares + of_error.value**2
        plain_fails += usual > LIMIT
        fails += of_error.low > LIMIT
    return {
        "forecasts": name, "n": n, "sims": sims, "seed": seed, "true": error, "defined": defined, "cover": held,
        "plain": plain / sims, "debiased": (squares / sims) ** 0.5, "plain_fails": plain_fails, "fails": fails,
    }  # fmt: skip


def true_figures(draw: Draw) -> tuple[float, float, float]:
    """Return AUROC, Brier score and calibration error over a million values."""
    sure, right, _ = draw(np.random.default_rng(0), 1_000_000)
    error = calibration_error(sure, right)
    assert error is not None
    # What a million values leave of chance, about 0.001, would cost the intervals of large samples their coverage.
    return auroc(sure, right) or 0.5, brier_score(sure, right) or 0.0, error.value if error.low > 0 else 0.0


def of_judges(name: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the intervals of kappa hold it: of `n` pairs drawn at random, and of all pairs of a run."""
    rng = np.random.default_rng([seed, n, sum(map(ord, name))])
    verdicts, people = np.array(JUDGES[name][0]), np.array(JUDGES[name][1])
    chances = people * verdicts
    true = cohens_kappa(chances * 1e6)
    assert true is not None
    held, defined = {"kappa": 0, "of the run": 0}, {"kappa": 0, "of the run": 0}
    for _ in range(sims):
        drawn = cohens_kappa(rng.multinomial(n, chances.ravel()).reshape(chances.shape))
        if drawn is not None:
            defined["kappa"] += 1
            held["kappa"] += drawn.low <= true.value <= drawn.high
        sizes = rng.multinomial(PAIRS, verdicts)
        of_all = np.array([rng.multinomial(size, people[:, at]) for at, size in enumerate(sizes)]).T
        shares = even_shares(n, sizes.tolist())
        labelled = np.array([rng.multivariate_hypergeometric(of_all[:, at], s) for at, s in enumerate(shares)]).T
        known, found = run_kappa(of_all.tolist(), sizes.tolist()), run_kappa(labelled.tolist(), sizes.tolist())
        if known is not None and found is not None:
            defined["of the run"] += 1
            held["of the run"] += found.low <= known.value <= found.high
    return {"judge": name, "n": n, "sims": sims, "seed": seed, "true": true.value, "defined": defined, "cover": held}


def forecast_table(rows: Sequence[dict[str, Any]]) -> str:
    """Markdown: a row for each kind of confidences and number of values."""
    heads = ("confidences", "values", "covers: AUROC", "Brier", "calibration error", "true error", "usual", "debiased",
             "gate fails: usual", "by the interval")  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        sims, cover = row["sims"], row["cover"]
        shares = [cover["auroc"] / max(row["defined"], 1), cover["brier"] / sims, cover["ece"] / sims]
        covers = [_percent(share) for share in shares]
        if row["forecasts"].startswith("always"):
            covers[0] = "–"  # one confidence separates nothing
        errors = [f"{row[key]:.3f}" for key in ("true", "plain", "debiased")]
        fails = [_percent(row[key] / sims) for key in ("plain_fails", "fails")]
        lines.append(f"| {' | '.join([row['forecasts'], str(row['n']), *covers, *errors, *fails])} |")
    return "\n".join(lines) + "\n"


def judge_table(rows: Sequence[dict[str, Any]]) -> str:
    """Markdown: a row for each kind of judge and number of labels."""
    heads = ("judge", "labels", "true kappa", "covers: pairs at random", "labels even over verdicts")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        covers = [_percent(row["cover"][name] / row["defined"][name]) for name in ("kappa", "of the run")]
        kappa = f"{row['true']:.2f}"
        lines.append(f"| {' | '.join([row['judge'], str(row['n']), kappa, *covers])} |")
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts beside those of the calibration")
    options = parser.parse_args()
    forecasts = [of_forecasts(name, n, options.sims, options.seed) for name in FORECASTS for n in VALUES]
    judges = [of_judges(name, n, options.sims, options.seed) for name in JUDGES for n in LABELS]
    print(forecast_table(forecasts), judge_table(judges), sep="\n", end="")
    if options.write is not None:
        kept = json.loads(options.write.read_text(encoding="utf-8"))
        kept |= {"forecasts": forecasts, "judges": judges}
        options.write.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
