"""Precision, recall and F1 of each class, and confusions, for fields whose values are few and repeat.

Figures are scikit-learn's (precision_recall_fscore_support, confusion_matrix, accuracy_score), with gold's classes as
`labels` of the averages and `zero_division=0`. A match counts as gold's class, however it is written.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from evaljson.base.jsontypes import strict_key
from evaljson.results.compared_values import NONE, ComparedValues
from evaljson.scoring.status import HALLUCINATION, MATCH
from evaljson.scoring.tallies import Rows, ratio
from evaljson.wording.words import EMPTY_TEXT

if TYPE_CHECKING:
    import pandas as pd

MOST_CLASSES: Final = 20
"""Distinct gold values, beyond which a field has no classes; of other values, as many have a class of their own."""
OTHER, INVENTED, MISSING = "(other)", "(invented)", "(missing)"


@dataclass(frozen=True, slots=True)
class ClassFigure:
    """One class."""

    value: Any
    """As compared; None with `is_other` stands for all further values that gold never has."""
    support: int
    """Gold values of the class."""
    extracted: int
    """Extracted values of the class."""
    right: int
    precision: float | None
    """right / extracted; None where it was never extracted."""
    recall: float | None
    """right / support; None where gold never has it."""
    f1: float | None
    is_other: bool = False

    @property
    def label(self) -> str:
        """The value as text, which a name says where it is empty; what is not text as JSON."""
        return OTHER if self.is_other else _label(self.value) or EMPTY_TEXT


@dataclass(frozen=True, slots=True)
class ClassAverage:
    """Averages over the classes that gold has; an undefined precision counts as 0."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """The classes of one field."""

    classes: tuple[ClassFigure, ...]
    """Those of gold first, by support, then those that only the extraction has, by how often."""
    matrix: tuple[tuple[int, ...], ...]
    """Counts by class of gold (rows) and of the extraction (columns), in the order of `classes`. The last row are
    values that were invented, the last column values that are missing. All cells add up to `count`."""
    count: int
    """Matches, mismatches, missing and invented values."""
    accuracy: float
    """Matches / count."""
    macro: ClassAverage
    """The plain mean; its recall is the balanced accuracy."""
    weighted: ClassAverage
    """The mean by support."""

    def confusions(self) -> pd.DataFrame:
        """Return the matrix with the classes as text in index and columns."""
        import pandas as pd

        labels = [one.label for one in self.classes]
        return pd.DataFrame(self.matrix, index=[*labels, INVENTED], columns=[*labels, MISSING])


class _Counted:
    """The pairs of classes of one field."""

    def __init__(self) -> None:
        self.pairs: Counter[tuple[Hashable, Hashable]] = Counter()
        self.values: dict[Hashable, Any] = {}
        self.gold: set[Hashable] = set()
        self.is_out = False

    def take(self, part: ComparedValues, matched: Any, most: int) -> None:
        """Count one part, unless gold's values are too many or containers."""
        used = np.unique(part.gold[part.gold != NONE])
        if self.is_out or len(used) > most or any(isinstance(part.values[code], dict | list) for code in used.tolist()):
            self.is_out = True
            return
        extracted = np.where(matched, part.gold, part.extracted)
        width = len(part.values) + 1
        pairs, counts = np.unique((part.gold + 1) * width + extracted + 1, return_counts=True)
        for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
            gold, other = (self._key(part.values, code - 1) for code in divmod(pair, width))
            self.pairs[gold, other] += count
            self.gold |= {gold} - {MISSING}
        self.is_out = len(self.gold) > most

    def _key(self, values: Sequence[Any], code: int) -> Hashable:
        if code == NONE:
            return MISSING
        key = ("value", strict_key(values[code]))
        self.values.setdefault(key, values[code])
        return key


def class_figures(rows: Rows, parts: Iterable[ComparedValues], most: int = MOST_CLASSES) -> dict[str, ClassFigures]:
    """Compute the figures of each field with classes, by schema path, in schema order.

    A field has classes if gold has at most `most` distinct values there, none of them a container, and at least twice
    as many values as distinct ones. Results of weight 0 count too: each field is alone here.
    """
    counted = [_Counted() for _ in rows.fields]
    scored = rows.status <= HALLUCINATION
    for part in parts:
        for field, of_field in part.where(part.is_field & scored[part.rows]).by_field(rows.field):
            counted[field].take(of_field, rows.status[of_field.rows] == MATCH, most)
    by_field = {path: _figures(one, most) for path, one in zip(rows.fields, counted, strict=True) if not one.is_out}
    return {path: figures for path, figures in by_field.items() if figures is not None}


def _figures(counted: _Counted, most: int) -> ClassFigures | None:
    support, extracted = Counter[Hashable](), Counter[Hashable]()
    for (gold, other), count in counted.pairs.items():
        support[gold] += count
        extracted[other] += count
    in_gold = sum(support[key] for key in counted.gold)
    if not counted.gold or in_gold < 2 * len(counted.gold):
        return None
    first = sorted(counted.gold, key=lambda key: (-support[key], _order(counted.values[key])))
    rest = [key for key in extracted if key not in counted.gold and key != MISSING]
    rest.sort(key=lambda key: (-extracted[key], _order(counted.values[key])))
    place: dict[Hashable, int] = {key: at for at, key in enumerate([*first, *rest[:most]])}
    shown = len(place)
    size = shown + bool(rest[most:])  # one class for all others
    place |= dict.fromkeys(rest[most:], shown)
    place[MISSING] = size
    matrix = np.zeros((size + 1, size + 1), np.int64)
    for (gold, other), count in counted.pairs.items():
        matrix[place[gold], place[other]] += count
    right, rows, columns = matrix.diagonal(), matrix.sum(axis=1), matrix.sum(axis=0)
    classes = tuple(
        ClassFigure(
            counted.values[[*first, *rest][at]] if at < shown else None,
            int(rows[at]),
            int(columns[at]),
            int(right[at]) if rows[at] else 0,
            ratio(right[at], columns[at]),
            ratio(right[at], rows[at]),
            ratio(2 * right[at], rows[at] + columns[at]),
            at >= shown,
        )
        for at in range(size)
    )
    total, of_gold = int(matrix.sum()), classes[: len(first)]
    return ClassFigures(
        classes,
        tuple(map(tuple, matrix.tolist())),
        total,
        sum(one.right for one in classes) / total,
        _average(of_gold, [1] * len(of_gold)),
        _average(of_gold, [one.support for one in of_gold]),
    )


def _average(classes: Sequence[ClassFigure], weights: Sequence[int]) -> ClassAverage:
    def mean(name: str) -> float:
        return float(np.average([getattr(one, name) or 0.0 for one in classes], weights=weights))

    return ClassAverage(mean("precision"), mean("recall"), mean("f1"))


def _label(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _order(value: Any) -> tuple[str, str]:
    return _label(value), type(value).__name__
