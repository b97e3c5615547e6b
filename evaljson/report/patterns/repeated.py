"""Wrong texts of a field that are the same again and again: € wherever gold has EUR. One cause makes them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from evaljson.base.arrays import Bools, ByteCodes, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.report.patterns.kinds import CODE
from evaljson.report.patterns.mismatches import Mismatches
from evaljson.report.patterns.text_parts import DIFFERENT
from evaljson.results.field_result import FieldResult
from evaljson.wording.values import as_text

_OF_TEXTS: Final = (DIFFERENT, "typing")
"""What a repeated pair looks like alone: monthly for month, again and again, is no slip of the pen."""
_LEAST: Final = 3
_LEAST_RECORDS: Final = 2
_SHARE: Final = Fraction(1, 5)
"""Of the different texts of a field, those of larger pairs aside, from which on a pair of values is one thing to look
at: where gold has four currencies, the rarest is one too."""
_NAMED: Final = 2
"""Pairs that a title names."""
_LONGEST: Final = 24
"""Characters of a value in a title."""


def mark_repeated(codes: ByteCodes, wrong: Mismatches) -> None:
    """Mark those of the different texts that are one pair, repeated."""
    rows, pairs = _pairs(codes, wrong)
    if not len(rows):
        return
    times = np.bincount(pairs)
    records = np.bincount(np.unique(np.stack([pairs, wrong.tallied.record[rows]]), axis=1)[0])
    field = np.zeros(len(times), np.intp)
    field[pairs] = wrong.tallied.field[rows]
    enough = _large_enough(times, field) & (times >= _LEAST) & (records >= _LEAST_RECORDS)
    codes[rows[enough[pairs]]] = CODE["repeated"]


def _large_enough(times: Ints, field: Ints) -> Bools:
    """Check of each pair whether it is a fifth of the texts of its field that are in no pair with more of them."""
    more: dict[tuple[int, int], int] = {}
    with_more = Counter[int]()
    for times_of_pair, field_of_pair in sorted(zip(times.tolist(), field.tolist(), strict=True), reverse=True):
        more.setdefault((field_of_pair, times_of_pair), with_more[field_of_pair])
        with_more[field_of_pair] += times_of_pair
    left = [with_more[one] - more[one, count] for one, count in zip(field.tolist(), times.tolist(), strict=True)]
    large: Bools = times * _SHARE.denominator >= np.array(left) * _SHARE.numerator
    return large


def _pairs(codes: ByteCodes, wrong: Mismatches) -> tuple[Ints, Ints]:
    """Return the rows of different texts, and a number for the field and the two values of each.

    Each distinct pair of a column is looked at once: the same value may have several codes.
    """
    number: dict[Hashable, int] = {}
    found_rows, found_pairs = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
    for values in wrong.of_patterns(codes, _OF_TEXTS):
        is_text = np.array([isinstance(value, str) for value in values.values], np.bool_)
        one = values.where(is_text[values.gold] & is_text[values.extracted])  # of flags, the only other value
        if not len(one.rows):
            continue
        columns = np.stack([wrong.tallied.field[one.rows], one.gold, one.extracted])
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
