"""Wrong texts of a field that are the same again and again: € wherever gold has EUR. One cause makes them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from evaljson.base.arrays import ByteCodes, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.report.patterns.kinds import CODE
from evaljson.report.patterns.text_parts import DIFFERENT
from evaljson.results.compared_values import ComparedValues
from evaljson.results.field_result import FieldResult
from evaljson.results.model import RunResult
from evaljson.scoring.status import MISMATCH
from evaljson.wording.values import as_text

_LEAST: Final = 3
_LEAST_RECORDS: Final = 2
_SHARE: Final = Fraction(1, 5)
"""Of the different texts of a field, from which on a pair of values is one thing to look at."""
_NAMED: Final = 2
"""Pairs that a title names."""
_LONGEST: Final = 24
"""Characters of a value in a title."""


class RepeatedPairs:
    """Finds the pairs of values that are repeated, gathered while all values of a run are read once."""

    def __init__(self, run: RunResult) -> None:
        self._tallied = run.tallies.rows
        self._mismatches: list[ComparedValues] = []

    def take(self, values: ComparedValues) -> None:
        """Keep those of these results in which both sides have a value, and differ."""
        wrong = self._tallied.status[values.rows] == MISMATCH
        if wrong.any():
            self._mismatches.append(values.where(wrong))

    def mark(self, codes: ByteCodes) -> None:
        """Mark those of the different texts that are one pair, repeated."""
        rows, pairs = self._pairs(codes)
        if not len(rows):
            return
        field, record = self._tallied.field[rows], self._tallied.record[rows]
        times = np.bincount(pairs)
        records = np.bincount(np.unique(np.stack([pairs, record]), axis=1)[0])
        of_field = np.bincount(field)[field]
        enough = (times[pairs] >= _LEAST) & (records[pairs] >= _LEAST_RECORDS)
        codes[rows[enough & (times[pairs] * _SHARE.denominator >= of_field * _SHARE.numerator)]] = CODE["repeated"]

    def _pairs(self, codes: ByteCodes) -> tuple[Ints, Ints]:
        """Return the rows of different texts, and a number for the field and the two values of each.

        Each distinct pair of a column is looked at once: the same value may have several codes.
        """
        number: dict[Hashable, int] = {}
        found_rows, found_pairs = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
        for values in self._mismatches:
            one = values.where(codes[values.rows] == CODE[DIFFERENT])
            is_text = np.array([isinstance(value, str) for value in one.values], np.bool_)
            one = one.where(is_text[one.gold] & is_text[one.extracted])  # of flags, the only other value
            if not len(one.rows):
                continue
            columns = np.stack([self._tallied.field[one.rows], one.gold, one.extracted])
            distinct, inverse = np.unique(columns, axis=1, return_inverse=True)
            keys = (
                (field, strict_key(one.values[gold]), strict_key(one.values[extracted]))
                for field, gold, extracted in distinct.T.tolist()
            )
            numbers = np.array([number.setdefault(key, len(number)) for key in keys], np.intp)
            found_rows.append(one.rows)
            found_pairs.append(numbers[inverse.ravel()])
        return np.concatenate(found_rows), np.concatenate(found_pairs)


def repeated_title(errors: Sequence[FieldResult]) -> str:
    """Name the pairs of some of these errors of one field, the most frequent first."""
    pairs = Counter((_short(one.gold_compared), _short(one.extracted_compared)) for one in errors)
    named = [f"{extracted} for {gold}" for (gold, extracted), _ in pairs.most_common(_NAMED)]
    rest = " and others" if len(pairs) > _NAMED else ""
    return f"repeatedly {', '.join(named)}{rest}"


def _short(value: object) -> str:
    text = " ".join(as_text(value).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
