"""What a comparison says, from the field results one by one: loops over the definitions, and SciPy's tests."""

import re
from dataclasses import dataclass, field

from scipy.stats import binomtest

from evaljson import RunResult

COUNTED = ("match", "mismatch", "omission", "hallucination")


@dataclass
class Cell:
    """One field of one record."""

    score: float = 0.0
    gold: float = 0.0
    extracted: float = 0.0
    results: int = 0
    graded: bool = False
    unjudged: bool = False

    @property
    def lost(self) -> float:
        lost_weight = self.gold + self.extracted - 2 * self.score
        return lost_weight if abs(lost_weight) > 1e-9 else 0.0


@dataclass
class Tested:
    """A field."""

    a: float | None
    b: float | None
    counts: tuple[int, int, int, int]
    """only A, only B, up, down."""
    gained: float
    records: int
    test: str | None
    p: float | None
    """None where the test has to draw."""
    changes: list[float] = field(default_factory=list)


def cells(run: RunResult) -> dict[int, dict[str, Cell]]:
    """By position in gold and schema path."""
    by_record: dict[int, dict[str, Cell]] = {}
    for (at, _), record in zip(run.positions, run.records, strict=True):
        of_record = by_record.setdefault(at, {})
        for result in record.field_results:
            cell = of_record.setdefault(re.sub(r"\[-?\d+\]", "[]", result.path), Cell())
            paired = result.status in ("match", "mismatch")
            cell.score += result.weight * result.score if paired else 0.0
            cell.gold += result.weight if paired or result.status == "omission" else 0.0
            cell.extracted += result.weight if paired or result.status == "hallucination" else 0.0
            cell.results += result.status in COUNTED
            cell.graded |= 0 < result.score < 1
            cell.unjudged |= result.status == "batch_error"
    return by_record


def figures(records: dict[int, dict[str, Cell]]) -> dict[str, float | None]:
    """Means over records and pooled, by the formulas of precision, recall and F1."""
    precisions, recalls, f1s, whole = [], [], [], Cell()
    for record in records.values():
        score, gold, extracted = (sum(getattr(cell, name) for cell in record.values())
                                  for name in ("score", "gold", "extracted"))  # fmt: skip
        precision, recall = score / extracted if extracted else 1.0, score / gold if gold else 1.0
        precisions.append(precision)
        recalls.append(recall)
        f1s.append(2 * precision * recall / (precision + recall) if precision + recall else 0.0)
        whole.score, whole.gold, whole.extracted = whole.score + score, whole.gold + gold, whole.extracted + extracted
    n = len(records)
    both = whole.gold + whole.extracted
    return {
        "precision": sum(precisions) / n, "recall": sum(recalls) / n, "f1": sum(f1s) / n,
        "pooled_precision": whole.score / whole.extracted if whole.extracted else None,
        "pooled_recall": whole.score / whole.gold if whole.gold else None,
        "pooled_f1": 2 * whole.score / both if both else None,
    }  # fmt: skip


def tested(a: list[Cell], b: list[Cell], binary: bool, produced: tuple[list[bool], list[bool]]) -> Tested:
    """`binary`: whether no record of either run has more than one result, wholly right or wrong.

    `produced` says of each record whether each run produced it.
    """
    changes = _f1_changes(a, b)
    changes = [change for change in changes if abs(change) > 1e-9]
    only_a = sum(cell.lost == 0 < other.lost for cell, other in zip(a, b, strict=True))
    only_b = sum(other.lost == 0 < cell.lost for cell, other in zip(a, b, strict=True))
    records = sum(
        cell.gold + cell.extracted + other.gold + other.extracted > 0 for cell, other in zip(a, b, strict=True)
    )
    p: float | None = None
    alike = binary and len(changes) == only_a + only_b and len({round(abs(change), 9) for change in changes}) <= 1
    p = (binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0) if alike else _all_swaps(changes)
    up = sum(change > 0 for change in changes)
    right_a, right_b = (
        [there and not cell.lost for there, cell in zip(whether, cells, strict=True)]
        for whether, cells in zip(produced, (a, b), strict=True)
    )
    counts = (
        sum(mine and other.lost > 0 for mine, other in zip(right_a, b, strict=True)),
        sum(mine and other.lost > 0 for mine, other in zip(right_b, a, strict=True)),
        up,
        len(changes) - up,
    )
    test = None if not records else "mcnemar" if alike else "permutation"
    gained = sum(cell.lost - other.lost for cell, other in zip(a, b, strict=True)) / 2
    return Tested(_f1(a), _f1(b), counts, gained, records, test, p if records else None, changes)


def _f1_changes(a: list[Cell], b: list[Cell]) -> list[float]:
    """How much better each record does on B than F1 over both sides asks for; lost weight where F1 says nothing."""
    if not _f1(a + b) or None in (_f1(a), _f1(b)):
        return [cell.lost - other.lost for cell, other in zip(a, b, strict=True)]
    ahead_a, ahead_b = (
        [2 * cell.score - _f1(a + b) * (cell.gold + cell.extracted) for cell in side] for side in (a, b)
    )  # fmt: skip
    return [of_b - of_a for of_a, of_b in zip(ahead_a, ahead_b, strict=True)]


def _all_swaps(changes: list[float], most: int = 20_000) -> float | None:
    """Add up the ways to swap records by the sum they lead to; None if there are too many sums."""
    ways = {0.0: 1}
    for change in changes:
        after: dict[float, int] = {}
        for total, count in ways.items():
            for signed in (change, -change):
                key = round(total + signed, 7)
                after[key] = after.get(key, 0) + count
        ways = after
        if len(ways) > most:
            return None
    beyond = sum(count for total, count in ways.items() if abs(total) >= abs(sum(changes)) - 1e-6)
    return beyond / 2 ** len(changes)


def _f1(cells: list[Cell]) -> float | None:
    whole = sum(cell.gold + cell.extracted for cell in cells)
    return 2 * sum(cell.score for cell in cells) / whole if whole else None
