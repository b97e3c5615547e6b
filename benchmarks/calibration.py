"""Do verdicts err, and intervals cover, as often as they say? python -m benchmarks.calibration [--sims N]

Simulates pairs of extractors, compares each pair as `compare_runs` does, and counts. --write FILE keeps the counts as
JSON, row by row: of a file that is there, only the rows that were simulated again change. docs/statistics.md holds the
tables made of it (--tables FILE prints them).
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import scipy

from benchmarks.extractors import World, simulated, truth
from benchmarks.other_tests import TESTS, found_unlike
from evaljson import __version__
from evaljson.base.arrays import Floats
from evaljson.compare.estimate import FIGURES, Method, chances_of_ratios, of_figures
from evaljson.compare.fields import chances_of_fields
from evaljson.compare.paired import ratios_of
from evaljson.compare.runs import estimate_and_test
from evaljson.compare.side import Sides, by_cluster
from evaljson.compare.verdict import NO_DIFFERENCE
from evaljson.stats.multiple_tests import holm

CONFIDENCE, RESAMPLES = 0.95, 2000
SIZES, SIZES_OF_REPEATS = (30, 100, 500), (30, 100)
WORLDS = (
    World("one field, equal", 1, 0, 0.9, 0.9, 1.0),
    World("one field, unequal", 1, 0, 0.85, 0.9, 1.0),
    World("ten fields, equal", 10, 0, 0.9, 0.9, 0.5),
    World("ten fields, unequal", 10, 0, 0.88, 0.92, 0.5),
    World("clustered, equal", 10, 4, 0.9, 0.9, 1.0, 1.0),
    World("clustered, unequal", 10, 4, 0.87, 0.92, 1.0, 1.0),
    World("ceiling, one field, equal", 1, 0, 0.99, 0.99),
    World("ceiling, ten fields, equal", 10, 0, 0.998, 0.998, 1.0),
    World("ceiling of 99.5%, one field, unequal", 1, 0, 0.97, 0.995),
    World("ceiling of 99.5%, ten fields, equal", 10, 0, 0.995, 0.995, 1.0),
    World("ceiling of 99.5%, ten fields, unequal", 10, 0, 0.985, 0.995, 1.0),
    World("few differences, one field, equal", 1, 0, 0.97, 0.97),
    World("few differences, one field, unequal", 1, 0, 0.93, 0.99),
    World("an outlier, equal", 10, 0, 0.9, 0.9, 0.5, lost=0.02),
    World("an outlier, unequal", 10, 0, 0.88, 0.92, 0.5, lost=0.02),
    World("blanks to wrong in one of ten fields", 10, 0, 0.8, 0.8, blanks=1),
    World("forty fields, equal", 34, 6, 0.9, 0.9, 0.5, 0.5),
    World("forty fields, ceiling, equal", 34, 6, 0.99, 0.99, 0.5, 0.5),
    World("ten fields, fifty stray keys, equal", 10, 0, 0.9, 0.9, 0.5, strays=50),
    World("ten fields, fifty stray keys, unequal", 10, 0, 0.88, 0.92, 0.5, strays=50),
    World("one run of those alike, unequal", 10, 0, 0.88, 0.92, 0.5, 1.0, 1, 0.05),
    World("2 repeats alike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 2, 0.05),
    World("2 repeats alike, unequal", 10, 0, 0.88, 0.92, 0.5, 1.0, 2, 0.05),
    World("2 repeats unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 2, 0.4),
    World("2 repeats beside 5, unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 2, 0.4, repeats_b=5),
    World("3 repeats alike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 3, 0.05),
    World("3 repeats alike, unequal", 10, 0, 0.88, 0.92, 0.5, 1.0, 3, 0.05),
    World("3 repeats unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 3, 0.4),
    World("5 repeats alike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 5, 0.05),
    World("5 repeats unlike, equal", 10, 0, 0.9, 0.9, 0.5, 1.0, 5, 0.4),
    World("customers of 5, equal", 10, 0, 0.9, 0.9, 0.5, 0.5, customers=5, shared=1.0),
    World("customers of 5, unequal", 10, 0, 0.88, 0.92, 0.5, 0.5, customers=5, shared=1.0),
    World("one large customer, equal", 10, 0, 0.9, 0.9, 0.5, 0.5, customers=5, shared=1.0, one_big=True),
    World("one large customer, unequal", 10, 0, 0.88, 0.92, 0.5, 0.5, customers=5, shared=1.0, one_big=True),
    World("copies of documents, equal", 10, 0, 0.9, 0.9, 0.5, 0.5, customers=3, copies=1.0),
    World("copies of documents, unequal", 10, 0, 0.88, 0.92, 0.5, 0.5, customers=3, copies=1.0),
)

MEANS = TESTS[:2]
"""Tests of the mean, as the verdict is."""
_SHOWN = ("f1", "precision", "recall", "pooled_f1")


def sizes_of(world: World) -> tuple[int, ...]:
    """Numbers of records; repeats take long."""
    few = world.repeats > 1 or world.customers > 0 or world.mood > 0
    return SIZES_OF_REPEATS if few else SIZES


@cache
def _truth(world: World, seed: int) -> tuple[Floats, Floats]:
    return truth(world, np.random.default_rng([seed, sum(map(ord, world.name))]))


def measured(world: World, n: int, sims: int, seed: int) -> dict[str, Any]:
    """Counts over `sims` simulated pairs; more of them begin with the same ones."""
    rng = np.random.default_rng([seed, n, sum(map(ord, world.name))])
    true, true_fields = _truth(world, seed)
    cover, width = np.zeros(6, np.int64), np.zeros(6)
    verdicts = family = first = strays = fields_cover = fields_defined = 0
    others, alone, any_alone = dict.fromkeys(TESTS, 0), 0, 0
    for at in range(sims):
        sides = simulated(world, n, rng)
        figures, fields = estimate_and_test(sides, ("A", "B"), Method(CONFIDENCE, RESAMPLES, seed + at))
        found = np.array([(one.low, one.high) for one in figures], np.float64)
        cover += (found[:, 0] <= true) & (true <= found[:, 1])
        width += found[:, 1] - found[:, 0]
        verdicts += figures[0].verdict != NO_DIFFERENCE
        family += any(one.declared and one.verdict != NO_DIFFERENCE for one in fields)
        strays += any(not one.declared and one.verdict != NO_DIFFERENCE for one in fields)
        first += any(one.path == "f0" and one.verdict == "worse" for one in fields)
        if world.repeats == 1:
            apart = sides.b.f1 - sides.a.f1
            if sides.clusters is not None:
                apart = by_cluster(apart[:, None], sides.clusters)[:, 0]
            for name, unlike in found_unlike(apart, RESAMPLES, CONFIDENCE).items():
                others[name] = -1 if unlike is None or others[name] < 0 else others[name] + unlike
        if world.customers:
            whole, of_fields_alone = _by_records(
                replace(sides, clusters=None), Method(CONFIDENCE, RESAMPLES, seed + at)
            )
            alone += whole
            any_alone += of_fields_alone
        for one in fields:
            if one.declared and one.low is not None and one.high is not None:
                fields_defined += 1
                fields_cover += bool(one.low <= true_fields[int(one.path[1:])] <= one.high)
    return {
        "world": world.name,
        "n": n,
        "pairs": sims,
        "seed": seed,
        "true": dict(zip(FIGURES, true.tolist(), strict=True)),
        "verdicts": verdicts,
        "family": family,
        **({"strays": strays} if world.strays else {}),
        **({"first": first} if world.blanks else {}),
        **({"by records": {"verdicts": alone, "family": any_alone}} if world.customers else {}),
        **({"others": {name: count for name, count in others.items() if count >= 0}} if world.repeats == 1 else {}),
        "cover": dict(zip(FIGURES, cover.tolist(), strict=True)),
        "width": dict(zip(FIGURES, (width / sims).tolist(), strict=True)),
        "fields": {"intervals": fields_defined, "cover": fields_cover},
    }


def _by_records(sides: Sides, method: Method) -> tuple[bool, bool]:
    """Say whether the F1, and any field, has a verdict; without intervals, which take most of the time."""
    of_whole = chances_of_ratios(*ratios_of(sides, (of_figures,)), sides.clusters)
    tested, p = chances_of_fields(sides, None, method)
    level, family = 1 - method.confidence + 1e-12, p[tested & sides.declared]
    return bool(of_whole[0] <= level), bool(len(family) and holm(family).min() <= level)


def tables(kept: dict[str, Any]) -> str:
    """Return Markdown with one row per kind of data and number of records."""
    heads = ["data", "records", "pairs", "a verdict", "any field's", "covers: F1", "precision", "recall", "pooled F1",
             "F1 of fields"]  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for row in kept["rows"]:
        counts = [row["verdicts"], row["family"], *(row["cover"][name] for name in _SHOWN)]
        shares = [*(100 * count / row["pairs"] for count in counts), 100 * _of_fields(row)]
        shown = " | ".join(f"{one:.1f}%" for one in shares)
        lines.append(f"| {row['world']} | {row['n']} | {row['pairs']:,} | {shown} |")
    return "\n".join(lines) + "\n"


def powers(kept: dict[str, Any]) -> str:
    """Markdown: how often a verdict, and each usual test, tells a pair apart."""
    lines = [f"| data | records | a verdict | {' | '.join(TESTS)} |", "|---" * (3 + len(TESTS)) + "|"]
    for row in (one for one in kept["rows"] if "others" in one):
        counts = [row["verdicts"], *(row["others"].get(name) for name in TESTS)]
        shown = " | ".join("–" if one is None else f"{100 * one / row['pairs']:.1f}%" for one in counts)
        lines.append(f"| {row['world']} | {row['n']} | {shown} |")
    return "\n".join(lines) + "\n"


def told(kept: dict[str, Any]) -> str:
    """Markdown: what the tables come to, a line each."""
    rows = kept["rows"]
    plain = [row for row in rows if not is_sparse(row) and "repeats" not in row["world"] and "by records" not in row]
    equal = [row for row in rows if row["world"].endswith(", equal")]
    most = max(equal, key=lambda row: row["verdicts"] / row["pairs"])
    any_field = max(equal, key=lambda row: row["family"] / row["pairs"])
    large, small = ([row for row in plain if (row["n"] >= 100) == many] for many in (True, False))
    sparse = [row for row in rows if is_sparse(row)]
    repeats = [row for row in rows if "repeats" in row["world"]]
    stray = max((row for row in equal if "stray" in row["world"]), key=lambda row: row["strays"] / row["pairs"])
    blanks = [row for row in rows if "first" in row]
    lines = [
        f"Between equal extractors the verdict errs in {_share(most, 'verdicts')} at most ({_row(most)}), and any "
        f"field's in {_share(any_field, 'family')} ({_row(any_field)}).",
        f"Intervals of F1, precision and recall, mean and pooled, cover {_covers(large)} at 100 and 500 records, and "
        f"{_covers(small)} at 30; those of the F1 of fields {_covers_fields(large)} and {_covers_fields(small)}.",
        f"At ceilings and with few differences they cover {_covers(sparse)}: more than they say where the next "
        "difference that could be seen is a whole record away.",
        f"Where B writes something wrong wherever A leaves a blank, the field is called worse in {_firsts(blanks)}.",
        f"Among fifty keys that the schema lacks, the verdict on any errs in {_share(stray, 'strays')} at most "
        f"({_row(stray)}), apart from the fields.",
        *_of_clusters([row for row in equal if "by records" in row]),
        f"With repeats they cover {_covers(repeats)}: of a few runs nobody knows well how they differ, so intervals "
        f"err on the long side. {_by_runs(rows)}",
        f"The verdict has at most {short_of(rows, MEANS):.1f} points less power than the better of Student's t and "
        f"the permutation test, and than Wilcoxon's {short_of(where_ranks_hold(rows), ('Wilcoxon',)):.1f}, except for "
        "outliers and for six customers or so.",
    ]
    return "".join(f"- {line}\n" for line in lines)


def is_sparse(row: dict[str, Any]) -> bool:
    """Check whether few records differ in this kind of data, so that coverage goes in steps."""
    return "ceiling" in row["world"] or "few differences" in row["world"]


def where_ranks_hold(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out data with outliers, where ranks ask about the typical record and a mean about all.

    And a few clusters: of five, the normal approximation of Wilcoxon's test takes five of five for more than chance.
    """
    return [row for row in rows if "outlier" not in row["world"] and not ("by records" in row and row["n"] < 100)]


def short_of(rows: list[dict[str, Any]], tests: tuple[str, ...]) -> float:
    """Return how many points of power verdicts lack to the best of some tests, where they lack most."""
    lacking = [
        max(row["others"][name] for name in tests) / row["pairs"] - row["verdicts"] / row["pairs"]
        for row in rows
        if "others" in row and not row["world"].endswith(", equal")
    ]
    return 100 * max(0.0, *lacking)


def _of_clusters(rows: list[dict[str, Any]]) -> list[str]:
    """Say what naming the customers of documents changes, for extractors that are equal."""
    if not rows:
        return []
    by_records = [{**row, **row["by records"]} for row in rows]
    alone, fields = (_range([row[what] / row["pairs"] for row in by_records]) for what in ("verdicts", "family"))
    together, fields_together = (_range([row[what] / row["pairs"] for row in rows]) for what in ("verdicts", "family"))
    return [
        f"Where several documents are of one customer, or copies of one, the verdict errs in {alone} if each counts by "
        f"itself, and in {together} if customers count; any field's in {fields} and {fields_together}. Intervals over "
        f"customers cover {_covers(rows)}."
    ]


def _by_runs(rows: list[dict[str, Any]]) -> str:
    """Say what a difference of the same extractors shows in one run of each, in two and in three."""
    worlds = {"one": "one run of those alike", "two": "2 repeats alike", "three": "3 repeats alike"}
    shown = [
        f"in {' and '.join(_share(row, 'verdicts') for row in rows if row['world'] == f'{name}, unequal')} with {runs}"
        for runs, name in worlds.items()
    ]
    return f"Where runs differ little, with 30 and 100 records a difference shows {shown[0]}, {shown[1]}, {shown[2]}."


def _firsts(rows: list[dict[str, Any]]) -> str:
    return ", ".join(f"{_share(row, 'first')} with {row['n']}" for row in rows) + " records"


def _row(row: dict[str, Any]) -> str:
    return f"{row['world']}, {row['n']} records, {row['pairs']:,} pairs"


def _share(row: dict[str, Any], what: str) -> str:
    return f"{100 * row[what] / row['pairs']:.1f}%"


def _covers(rows: list[dict[str, Any]]) -> str:
    return _range([count / row["pairs"] for row in rows for count in row["cover"].values()])


def _covers_fields(rows: list[dict[str, Any]]) -> str:
    return _range([_of_fields(row) for row in rows])


def _of_fields(row: dict[str, Any]) -> float:
    return float(row["fields"]["cover"] / row["fields"]["intervals"])


def _range(shares: list[float]) -> str:
    return f"{100 * min(shares):.1f} to {100 * max(shares):.1f}%"


def keep(file: Path, row: dict[str, Any]) -> None:
    """Put a row into its place in the file; a file that is not there is begun."""
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    rows = {(one["world"], one["n"]): one for one in [*known.get("rows", []), row]}
    order = [(world.name, n) for world in WORLDS for n in sizes_of(world)]
    kept = {
        **known,
        "command": "python -m benchmarks.calibration --write benchmarks/calibration.json",
        "confidence": CONFIDENCE,
        "resamples": RESAMPLES,
        "versions": {
            "evaljson": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
        },
        "rows": [rows[place] for place in order if place in rows],
    }
    file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def _pairs(file: Path, world: World, n: int) -> int:
    """Return how many pairs a row of the file is based on; 0 if the file lacks the row."""
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"] if file.exists() else []
    return max((int(row["pairs"]) for row in rows if (row["world"], row["n"]) == (world.name, n)), default=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sims", type=int, default=2000, help="simulated pairs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=[world.name for world in WORLDS])
    parser.add_argument("--sizes", nargs="+", type=int, choices=SIZES, default=list(SIZES))
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--missing", action="store_true", help="simulate only rows that FILE has with fewer pairs")
    parser.add_argument("--tables", type=Path, metavar="FILE", help="print the tables of a FILE, and simulate nothing")
    options = parser.parse_args()
    if options.tables is not None:
        kept = json.loads(options.tables.read_text(encoding="utf-8"))
        print(tables(kept), told(kept), powers(kept), sep="\n", end="")
        return
    for world in [one for one in WORLDS if not options.only or one.name in options.only]:
        for n in (one for one in sizes_of(world) if one in options.sizes):
            if options.missing and options.write is not None and _pairs(options.write, world, n) >= options.sims:
                continue
            start = time.process_time()
            row = measured(world, n, options.sims, options.seed)
            print(tables({"rows": [row]}).splitlines()[-1], f"{time.process_time() - start:.0f} s", flush=True)
            if options.write is not None:
                keep(options.write, row)


if __name__ == "__main__":
    main()
