"""Columns of text in one call, against the same comparator called pair by pair, in the same run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from benchmarks.measure import cpu
from benchmarks.targets import TEXTS
from evaljson.comparators.text.fuzzy import METHODS, fuzzy
from evaljson.comparators.text.levenshtein import levenshtein
from evaljson.comparators.text.normalized import normalized
from evaljson.scoring.columns import codes_of
from evaljson.scoring.row_pairs import FlatPairs, GridPairs

Texts = list[tuple[str, str]]
COLUMNS: tuple[tuple[str, Any, dict[str, Any]], ...] = (
    *((f"fuzzy {method}", fuzzy, {"method": method}) for method in METHODS),
    ("levenshtein", levenshtein, {}),
    ("normalized", normalized, {}),
)


def text_pairs(count: int, seed: int = 7) -> Texts:
    """Pairs of a text of three words and what became of it: one character changed, another case, or another text."""
    chance = random.Random(seed)

    def text() -> str:
        return " ".join("".join(chance.choices("abcdefghij", k=chance.randint(3, 9))).title() for _ in range(3))

    def changed(original: str) -> str:
        place = chance.randrange(len(original))
        return chance.choice([original[:place] + "x" + original[place + 1 :], original.upper(), text()])

    return [(original, changed(original)) for original in (text() for _ in range(count))]


def columns_of(pairs: Texts) -> tuple[list[Any], FlatPairs, Any, Any]:
    """The distinct values, the pairing row by row, and the codes of both columns, as the engine has them."""
    codes, distinct = codes_of([left for left, _ in pairs] + [right for _, right in pairs])
    rows = np.arange(len(pairs))
    return distinct, FlatPairs(rows, rows, rows), codes[: len(pairs)], codes[len(pairs) :]


def bare(comparator: Any, params: dict[str, Any]) -> Any:
    """The function of rapidfuzz that a comparator stands on."""
    return METHODS[params["method"]].scorer if comparator is fuzzy else Levenshtein.distance


def compare(pairs: Texts, comparator: Any, params: dict[str, Any]) -> tuple[float, float, float]:
    """CPU seconds of one call for the column, of one call a pair, and of rapidfuzz alone on the same two lists."""
    distinct, rows, gold, extracted = columns_of(pairs)
    left, right = ([pair[side] for pair in pairs] for side in (0, 1))
    whole, single, floor = cpu(
        lambda: comparator.vectorise(distinct, params)(rows, gold, extracted),
        lambda: [comparator(left, right, params).score for left, right in pairs],
        lambda: process.cpdist(left, right, scorer=bare(comparator, params), dtype=np.float64),
    )
    return whole, single, floor


def bench_grid(size: int) -> None:
    """All elements of one array with all of another, as Hungarian alignment asks for."""
    distinct, _, gold, extracted = columns_of(text_pairs(size))
    grid = GridPairs(np.arange(size)[None, :], np.arange(size)[None, :])
    (taken,) = cpu(lambda: fuzzy.vectorise(distinct, {})(grid, gold, extracted))
    print(f"fuzzy ratio, {size:,} x {size:,}: {taken:.2f} s, {1e9 * taken / size**2:.0f} ns a pair")


def bench_comparators(folder: Path, quick: bool) -> None:
    count, few = (10_000, 200) if quick else (100_000, 2_000)
    chance = random.Random(11)
    base = text_pairs(few)
    cases = {f"{few:,} distinct": [chance.choice(base) for _ in range(count)], "all distinct": text_pairs(count)}
    for label, pairs in cases.items():
        print(f"\ncomparators: {count:,} pairs, {label}")
        print(f"{'':24}{'column, ms':>12}{'pairs, ms':>12}{'ratio':>8}   x rapidfuzz")
        for name, comparator, params in COLUMNS:
            whole, single, floor = compare(pairs, comparator, params)
            shown = TEXTS.beside(whole / floor) if label == "all distinct" else f"{whole / floor:.2f}"
            print(f"{name:24}{1000 * whole:12.1f}{1000 * single:12.1f}{single / whole:8.1f}   {shown}")
    print()
    bench_grid(300 if quick else 2571)
