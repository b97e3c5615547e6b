"""Values that are right but stand in another element of their array: what a better pairing of elements would bring.

The elements of an array are what its alignment made of them: pairs, and elements alone. Those without a fault stay as
they are. A gold element and an extracted one agree by F1 = 2S / (G + E), where S are the weights of the values that are
equal as compared, G and E the weights that each brings; two that are paired agree as they were scored. Of elements that
are not paired, those count that agree in more than half. The best pairing has the greatest sum; of equal ones, that
which keeps more of the pairs. Where its sum exceeds that of the pairing as scored, a value of a gold element that its
new partner has too is misplaced, and so is an invented one that the new partner in gold has too.

Arrays inside of an element are compared by position here, and are looked at themselves as well. Nothing is scored
again: these are views of the results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, groupby
from typing import Any, Final

import numpy as np

from evaljson.base import paths
from evaljson.base.arrays import Floats
from evaljson.base.jsontypes import strict_key
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.scoring.status import HALLUCINATION, MISMATCH, OMISSION

MOST_ELEMENTS: Final = 300
"""Elements with a fault up to which an array is looked at: the work grows with their square."""
_HALF: Final = 0.5
_KEEPS: Final = 1e-9
"""Added to a pair that is there already, so that of equal pairings the one with more of them wins."""
_GOLD: Final = frozenset({"match", "mismatch", "omission"})
_EXTRACTED: Final = frozenset({"match", "mismatch", "hallucination"})

Side = dict[str, tuple[Hashable, float]]
"""What one side has in an element: by the path below it, the value as compared and its weight."""


@dataclass(slots=True)
class Element:
    """A pair, or an element alone."""

    score: float = 0.0
    """F1 of the pair; 0 where it is alone."""
    gold: Side = field(default_factory=dict)
    extracted: Side = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    """Rows of the mismatches and omissions, by path below the element in gold."""
    invented: dict[str, int] = field(default_factory=dict)
    """Rows of the hallucinations, by path below the element in the extracted record."""
    gold_at: tuple[str, int] | None = None
    """Array and index in gold; None where only the extraction has it."""
    extracted_at: tuple[str, int] | None = None
    """Array and index in the extracted record; None where it has no partner there."""


Arrays = dict[tuple[int, str], dict[int, Element]]
"""By record and instance path of the array: its elements, by the index in their path."""


def misplaced_rows(run: RunResult) -> tuple[list[int], int]:
    """Return the rows of the tallies whose value is misplaced, and how many arrays were too long to search."""
    misplaced, too_long = misplaced_places(run)
    return sorted(misplaced), too_long


def misplaced_places(run: RunResult) -> tuple[dict[int, str], int]:
    """Return the same rows with the instance path of the value on the other side.

    That is a path of the extracted record for what gold has, and a path of gold for what is invented.
    """
    arrays = _arrays(run)
    _score_pairs(run, arrays)
    misplaced: dict[int, str] = {}
    too_long = 0
    for elements in arrays.values():
        faulty = [element for element in elements.values() if element.missed or element.invented]
        if len(faulty) > MOST_ELEMENTS:
            too_long += 1
        elif len(faulty) > 1:
            misplaced |= _misplaced(faulty)
    return misplaced, too_long


def _arrays(run: RunResult) -> Arrays:
    """Return the elements of arrays that have at least two faults in a record: fewer cannot help.

    An array within another one counts as that one.
    """
    rows = run.tallies.rows
    number: dict[str, int] = {}
    outermost = [
        number.setdefault(path[: path.index("[]")], len(number)) if "[]" in path else -1 for path in rows.fields
    ]
    of_row = np.array(outermost, np.int64)[rows.field]
    faulty = (of_row >= 0) & np.isin(rows.status, (MISMATCH, OMISSION, HALLUCINATION))
    array = rows.record * np.int64(len(number)) + of_row
    seen, faults = np.unique(array[faulty], return_counts=True)
    chosen = np.flatnonzero((of_row >= 0) & np.isin(array, seen[faults > 1]))
    arrays: Arrays = defaultdict(lambda: defaultdict(Element))
    for row, record, result in zip(chosen.tolist(), rows.record[chosen].tolist(), run.table.some(chosen), strict=True):
        if result.status in _GOLD or result.status in _EXTRACTED:
            _place(arrays, row, record, result)
    return arrays


def _place(arrays: Arrays, row: int, record: int, result: FieldResult) -> None:
    """Put a result into each element that its path leads through."""
    others = elements_above(result.extracted_path or result.path)
    for (array, index, below), (other, other_index, other_below) in zip(
        elements_above(result.path), others, strict=False
    ):
        element = arrays[record, array][index]
        if result.status in _GOLD:
            element.gold[below] = comparable(result.gold_compared), result.weight
            element.gold_at = array, index
        if result.status in _EXTRACTED:
            element.extracted[other_below] = comparable(result.extracted_compared), result.weight
            element.extracted_at = other, other_index
        if result.status in ("mismatch", "omission"):
            element.missed[below] = row
        elif result.status == "hallucination":
            element.invented[other_below] = row


@lru_cache(maxsize=65_536)
def elements_above(path: str) -> tuple[tuple[str, int, str], ...]:
    """(instance path of the array, index, path below the element) of each element that a path leads through or to."""
    elements, above = [], ""
    steps = paths.split(path)
    for step in steps:
        if isinstance(step, int):
            whole = paths.element(above, step)
            elements.append((above, step, path[len(whole) :]))
            above = whole
        else:
            above = paths.child(above, step) if isinstance(step, str) else paths.elements(above)
    return tuple(elements)


def comparable(value: Any) -> Hashable:
    """Numbers are equal by value, all else strictly."""
    if type(value) in (int, float) and value == value:
        return ("number", value)
    return strict_key(value)


def _score_pairs(run: RunResult, arrays: Arrays) -> None:
    """Give the pairs their scores from the alignments."""
    frame = run.table.alignments(list(range(len(run.records))))
    listed = zip(*(frame[name].tolist() for name in ("record_id", "array", "gold_index", "score")), strict=True)
    for (record, array), rows in groupby(listed, key=lambda row: (row[0], row[1])):
        if (record, array) not in arrays:
            continue
        elements, alone = arrays[record, array], count(1)
        for _, _, gold, score in rows:
            index = -next(alone) if gold is None else gold
            if index in elements:
                elements[index].score = score or 0.0


def _misplaced(elements: Sequence[Element]) -> dict[int, str]:
    """Return the rows of the values that the best pairing makes right, and where those are."""
    return dict(_moved(elements))


def _moved(elements: Sequence[Element]) -> Iterator[tuple[int, str]]:
    agreement = _agreements(elements)
    if agreement is None:
        return
    kept_scores = np.diag([element.score for element in elements])
    from scipy.optimize import linear_sum_assignment  # here, because it takes long to import

    best = linear_sum_assignment(agreement + kept_scores + _KEEPS * (kept_scores > 0), maximize=True)
    if (agreement + kept_scores)[best].sum() <= kept_scores.sum() + _KEEPS * (len(elements) + 1):
        return
    for i, j in zip(*(side.tolist() for side in best), strict=True):
        if i == j or agreement[i, j] == 0:
            continue
        gold, extracted = elements[i], elements[j]
        for below, row in gold.missed.items():
            if _has(extracted.extracted, below, gold.gold):
                yield row, _path(extracted.extracted_at, below)
        for below, row in extracted.invented.items():
            if _has(gold.gold, below, extracted.extracted):
                yield row, _path(gold.gold_at, below)


def _path(element: tuple[str, int] | None, below: str) -> str:
    assert element is not None
    return paths.element(*element) + below


def _has(side: Side, below: str, other: Side) -> bool:
    return below in side and side[below][0] == other[below][0]


def _agreements(elements: Sequence[Element]) -> Floats | None:
    """Return the F1 of each gold element with each extracted one but its partner, 0 up to a half; None if all are 0."""
    having: dict[tuple[str, Hashable], list[int]] = defaultdict(list)
    for j, element in enumerate(elements):
        for below, (value, _) in element.extracted.items():
            having[below, value].append(j)
    shared: dict[tuple[int, int], float] = defaultdict(float)
    for i, element in enumerate(elements):
        for below, (value, weight) in element.gold.items():
            for j in having.get((below, value), ()):
                if i != j:
                    shared[i, j] += weight
    brought = [(_weight(element.gold), _weight(element.extracted)) for element in elements]
    agreements = np.zeros((len(elements), len(elements)))
    for (i, j), weight in shared.items():
        whole = brought[i][0] + brought[j][1]
        if whole and 2 * weight / whole > _HALF:
            agreements[i, j] = 2 * weight / whole
    return agreements if agreements.any() else None


def _weight(side: Mapping[str, tuple[Hashable, float]]) -> float:
    return sum(weight for _, weight in side.values())
