"""Does `shift` find what is planted, and nothing where nothing is? python -m benchmarks.shift [--write FILE]

Simulates pairs of batches of records with forty fields of all kinds, of which none or ten shifted, and batches of
scores whose groups are mixed unlike, and counts. docs/statistics.md holds the tables made of the counts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.shift import shift
from evaljson.stats.independent_means import independent_difference
from evaljson.stats.reweighting import reweighted

SIZES = (50, 150)
KINDS = ("number", "category", "text", "flag", "count", "array")
FIELDS = {f"{kind}_{at}": kind for kind, many in zip(KINDS, (8, 10, 5, 5, 6, 6), strict=True) for at in range(many)}
SHIFTED = tuple(f"{kind}_{at}" for kind, many in zip(KINDS, (2, 3, 1, 1, 2, 1), strict=True) for at in range(many))
_WORDS = 200


@dataclass(frozen=True, slots=True)
class World:
    """A kind of data."""

    name: str
    shifted: tuple[str, ...] = ()


WORLDS = (World("nothing shifted"), World("10 of 40 shifted", SHIFTED))


def _property(kind: str) -> dict[str, Any]:
    number: dict[str, Any] = {"type": "number"}
    if kind == "array":
        return {"type": "array", "items": {"type": "object", "properties": {"price": number}}}
    return number if kind in ("number", "count") else {"type": "boolean" if kind == "flag" else "string"}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {name: _property(kind) for name, kind in FIELDS.items()},
}


def drawn(n: int, shifted: Sequence[str], rng: np.random.Generator) -> list[dict[str, Any]]:
    """Return a batch of records; prices of one array are alike, and each fourth field is there in 80% of records."""
    columns: dict[str, list[Any]] = {}
    for at, (name, kind) in enumerate(FIELDS.items()):
        columns[name] = _values(kind, n, name in shifted, rng)
        if at % 4 == 0:
            columns[name] = [
                value if there else None for value, there in zip(columns[name], rng.random(n) < 0.8, strict=True)
            ]
    return [{name: column[at] for name, column in columns.items() if column[at] is not None} for at in range(n)]


def _values(kind: str, n: int, moved: bool, rng: np.random.Generator) -> list[Any]:
    """Draw the values of a field: where it moved, by half a standard deviation, or by a fifth of the records."""
    if kind == "number":
        return [round(float(one), 2) for one in rng.lognormal(4 + 0.5 * moved, 1, n)]
    if kind == "category":
        shares = np.array([0.2, 0.35, 0.2, 0.15, 0.1] if moved else [0.4, 0.25, 0.15, 0.12, 0.08])
        return [f"class {one}" for one in rng.choice(5, n, p=shares)]
    if kind == "text":
        frequent = 1 / np.arange(1, _WORDS + 1)
        known = [f"name {one}" for one in rng.choice(_WORDS, n, p=frequent / frequent.sum())]
        new = rng.random(n) < 0.2 * moved
        return [f"other {rng.integers(10**6)}" if other else one for one, other in zip(known, new, strict=True)]
    if kind == "flag":
        return [bool(one) for one in rng.random(n) < 0.7 - 0.2 * moved]
    if kind == "count":
        return [int(one) for one in rng.poisson(3 + moved, n)]
    lengths, levels = rng.poisson(3 + moved, n), rng.normal(0, 1, n)
    return [
        [{"price": round(float(level + one), 2)} for one in rng.normal(0, 0.5, length)]
        for length, level in zip(lengths.tolist(), levels.tolist(), strict=True)
    ]


def measured(world: World, n: int, sims: int, seed: int) -> Iterator[dict[str, Any]]:
    """Count what is found in pairs of batches, and yield the counts so far after each hundred.

    More simulations begin with the same ones.
    """
    rng = np.random.default_rng([seed, n, sum(map(ord, world.name))])
    anything = unadjusted = 0
    false = 0.0
    found_of = dict.fromkeys(world.shifted, 0)
    for at in range(1, sims + 1):
        found = shift(drawn(n, (), rng), drawn(n, world.shifted, rng), SCHEMA, seed=seed + at)
        paths = {one.path.partition("[")[0] for one in found.found}
        anything += bool(paths)
        unadjusted += any(one.p <= 0.05 for one in found.tests)
        wrong = sum(one.path.partition("[")[0] not in world.shifted for one in found.found)
        false += wrong / max(1, len(found.found))
        for name in world.shifted:
            found_of[name] += name in paths
        if at % 100 == 0 or at == sims:
            yield {
                "world": world.name, "n": n, "sims": at, "seed": seed, "questions": len(found.tests),
                "anything": anything, "unadjusted": unadjusted, "false": false, "found": dict(found_of),
            }  # fmt: skip


MIXES = (
    ("two groups, one hard", (0.5, 0.5), (0.2, 0.8), (0.9, 0.6)),
    ("five groups, all alike", (0.4, 0.25, 0.15, 0.12, 0.08), (0.2, 0.35, 0.2, 0.15, 0.1), (0.8,) * 5),
    ("five groups, unlike", (0.4, 0.25, 0.15, 0.12, 0.08), (0.2, 0.35, 0.2, 0.15, 0.1), (0.95, 0.8, 0.9, 0.6, 0.7)),
    ("two groups, same mix", (0.5, 0.5), (0.5, 0.5), (0.9, 0.6)),
)
MIX_SIZES = (30, 100, 500)


def measured_mix(name: str, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Count how often the intervals hold what the mix changes, and the change of the mean."""
    mix_a, mix_b, means = next((np.array(a), np.array(b), np.array(m)) for known, a, b, m in MIXES if known == name)
    rng = np.random.default_rng([seed, n, sum(map(ord, name))])
    true = float((mix_b - mix_a) @ means)
    cover = cover_mean = detected = defined = 0
    for _ in range(sims):
        groups, others = (rng.choice(len(means), n, p=mix) for mix in (mix_a, mix_b))
        scores, other_scores = (_scores(means[of], rng) for of in (groups, others))
        change = independent_difference(scores, other_scores)
        assert change is not None
        cover_mean += change[1] <= true <= change[2]
        found = reweighted(scores, groups.astype(np.intp), others.astype(np.intp))
        if found is None:
            continue
        defined += 1
        cover += found.low <= true <= found.high
        detected += found.low > 0 or found.high < 0
    return {
        "world": name, "n": n, "sims": sims, "seed": seed, "true": true, "defined": defined, "cover": cover,
        "detected": detected, "cover_mean": cover_mean,
    }  # fmt: skip


def _scores(means: Floats, rng: np.random.Generator) -> Floats:
    """F1 of records of ten fields, a fifth of them more or less difficult."""
    hard = np.clip(means + rng.normal(0, 0.08, len(means)), 0.02, 1.0)
    shares: Floats = rng.binomial(10, hard) / 10
    return shares


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: how often anything is found, and how often what shifted is."""
    heads = ("data", "records", "pairs", "questions", "p of 0.05 anywhere", "anything found", "wrong findings",
             *(f"finds: {kind}" for kind in KINDS))  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [row["world"], f"{row['n']} and {row['n']}", f"{row['sims']:,}", str(row["questions"])]
        cells += [_percent(row[what] / row["sims"]) for what in ("unadjusted", "anything", "false")]
        for kind in KINDS:
            of_kind = [count for name, count in row["found"].items() if FIELDS[name] == kind]
            cells.append(_percent(sum(of_kind) / len(of_kind) / row["sims"]) if of_kind else "–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def mix_table(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: coverage of what a mix changes."""
    heads = ("groups", "records", "true change", "holds it: by the mix", "holds it: change of F1", "mix changes F1")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in rows:
        cells = [row["world"], f"{row['n']} and {row['n']}", f"{100 * row['true']:+.1f}"]
        cells += [_percent(row["cover"] / row["defined"]), _percent(row["cover_mean"] / row["sims"])]
        lines.append(f"| {' | '.join([*cells, _percent(row['detected'] / row['defined'])])} |")
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def keep(file: Path, key: str, rows: Sequence[dict[str, Any]]) -> None:
    """Put rows into their places in a file, beside what else it has."""
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    by_place = {(row["world"], row["n"]): row for row in [*kept.get(key, []), *rows]}
    file.write_text(json.dumps(kept | {key: list(by_place.values())}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[world.name for world in WORLDS] + ["mix"], default=None)
    parser.add_argument("--sizes", nargs="+", type=int, choices=SIZES, default=list(SIZES))
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the counts in this JSON file")
    options = parser.parse_args()
    if options.only is None or "mix" in options.only:
        mixes = [measured_mix(name, n, options.sims, options.seed) for name, *_ in MIXES for n in MIX_SIZES]
        print(mix_table(mixes), end="", flush=True)
        if options.write is not None:
            keep(options.write, "mix", mixes)
    for world in [one for one in WORLDS if options.only is None or one.name in options.only]:
        for n in options.sizes:
            for row in measured(world, n, options.sims, options.seed):
                print(table([row]).splitlines()[-1], flush=True)
                if options.write is not None:
                    keep(options.write, "shift", [row])


if __name__ == "__main__":
    main()
