"""What mean F1 loses by each result of a run, one by one: the plain way, to check the columns against."""

from collections import defaultdict
from fractions import Fraction

from evaljson import FieldResult, RunResult

_COMPARED = ("match", "mismatch")


def f1_lost(run: RunResult) -> list[tuple[int, str, int, Fraction]]:
    """By result: its record, field, row and what mean F1 loses by it.

    What becomes of precision and recall of a record is plain: right = sum of weight x score of what both sides have,
    1 - F1 = (gold - right + extracted - right) / (gold + extracted).
    """
    every = run.table.in_order()
    listed = list(zip(every.records, every.fields, every.rows, every.results, strict=True))
    whole: dict[int, Fraction] = defaultdict(Fraction)
    for record, _, _, result in listed:
        whole[record] += _in_gold(result) + _in_extracted(result)
    found = []
    for record, field, row, result in listed:
        right = _weight(result) * Fraction(result.score) if result.status in _COMPARED else Fraction(0)
        unearned = _in_gold(result) + _in_extracted(result) - 2 * right
        found.append((record, field, row, unearned / whole[record] / len(run.records) if unearned else Fraction(0)))
    return found


def _weight(result: FieldResult) -> Fraction:
    return Fraction(result.weight)


def _in_gold(result: FieldResult) -> Fraction:
    return _weight(result) if result.status in (*_COMPARED, "omission") else Fraction(0)


def _in_extracted(result: FieldResult) -> Fraction:
    return _weight(result) if result.status in (*_COMPARED, "hallucination") else Fraction(0)
