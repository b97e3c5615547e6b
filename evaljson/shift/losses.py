"""Where the errors moved: the share of its weight that each field loses, in either batch."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from evaljson.base.arrays import Floats
from evaljson.results.model import RunResult
from evaljson.shift.model import ShiftTest
from evaljson.shift.tests import Batches
from evaljson.shift.words import of_loss
from evaljson.stats.dealing import ratio_apart


def loss_tests(a: RunResult, b: RunResult, batches: Batches) -> Iterator[ShiftTest]:
    """Yield a question for each field that both runs have results for: the records of A come first in `batches`."""
    of_a, of_b = (_by_field(run) for run in (a, b))
    for path in (path for path in of_a if path in of_b):
        table = np.concatenate([of_a[path], of_b[path]])
        has_any = table[:, 1] > 0
        table, in_a = table[has_any], batches.in_a[has_any]
        lost_a, lost_b = (_ratio(table[side]) for side in (in_a, ~in_a))
        if lost_a is None or lost_b is None or not table[:, 0].any():
            continue
        p = batches.dealer.p(table, in_a, ratio_apart)
        words = of_loss(lost_a, lost_b)
        sizes = int(in_a.sum()), int((~in_a).sum())
        yield ShiftTest(path, "loss", "permutation", *sizes, abs(lost_a - lost_b), p, 1.0, False, words)


def _by_field(run: RunResult) -> dict[str, Floats]:
    """Return by path a table of records x (weight lost, weight in gold and extracted)."""
    score, gold, extracted = run.tallies.by_record_and_field()
    whole = gold + extracted
    lost = np.maximum(whole - 2 * score, 0.0)
    return {path: np.stack([lost[:, at], whole[:, at]], axis=1) for at, path in enumerate(run.tallies.rows.fields)}


def _ratio(table: Floats) -> float | None:
    lost, whole = table.sum(axis=0).tolist() if len(table) else (0.0, 0.0)
    return lost / whole if whole > 0 else None
