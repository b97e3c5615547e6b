"""Coefficients from meetings of two people at a time."""

from __future__ import annotations

from typing import Final

import numpy as np

from evaljson.agreement.comparator_distance import FieldRule, draw
from evaljson.agreement.field_pairs import Meetings
from evaljson.agreement.model import (
    DOMINANT,
    LEAST_DOUBLES,
    MANY_AT_ONCE,
    ONE_VALUE,
    TOO_FEW,
    OfElements,
    OfValues,
)
from evaljson.base.arrays import Floats, Ints
from evaljson.stats.gwet import gwet_ac1
from evaljson.stats.jackknife import Coefficient, Shares, all_and_without, coefficient, share_of
from evaljson.stats.krippendorff import RatedPairs, alpha_of_pairs
from evaljson.stats.ratings import Ratings

_NOMINAL: Final = 1 - np.eye(2)


def of_presence(meetings: Meetings, both_absent: Ints, people: Floats, groups: Ints, level: float) -> OfValues:
    """Compute agreement on whether a field is there.

    By record, `people` is how many labelled it, and `groups` what is left out together.
    """
    record = np.concatenate([meetings.record, np.repeat(np.arange(len(both_absent)), both_absent)])
    absent = np.zeros(int(both_absent.sum()), np.intp)
    left, right = (np.concatenate([(codes >= 0).astype(np.intp), absent]) for codes in (meetings.left, meetings.right))
    many, record = people[record], groups[record]
    doubles, records = _doubles(many, record)
    if doubles < LEAST_DOUBLES:
        return OfValues(doubles, records, None, None, None, TOO_FEW)
    pairs = _rated(left, right, 1 / (many - 1), record)
    alpha = alpha_of_pairs(pairs, _NOMINAL, level)
    share = float(np.average(left == right, weights=pairs.weight))
    ac1 = _ac1(left, right, record, _NOMINAL, level)
    return OfValues(doubles, records, share, alpha, ac1, None if alpha is not None else ONE_VALUE)


def of_values(meetings: Meetings, rule: FieldRule | None, people: Floats, groups: Ints, level: float) -> OfValues:
    """Compute agreement on values where both have one.

    By meeting, `people` is how many have one in its record; by record, `groups` is what is left out together. Without
    a rule, values cannot be compared each with each, and there is only the share that the engine found.
    """
    kept = meetings.both
    record, left, right = groups[meetings.record[kept]], meetings.left[kept], meetings.right[kept]
    many = people[kept]
    doubles, records = _doubles(many, record)
    if doubles < LEAST_DOUBLES:
        return OfValues(doubles, records, None, None, None, TOO_FEW)
    weight = 1 / (many - 1)
    if rule is None:
        return OfValues(doubles, records, _mean(meetings.score[kept], weight), None, None, MANY_AT_ONCE)
    left, right = rule.compared[left], rule.compared[right]
    share = _mean(1 - rule.apart(left, right), weight)
    drawn = draw(record, left, right, rule.most)
    if drawn is not None:
        record, left, right, weight = (of[drawn.keep] for of in (record, left, right, weight))
    known, codes = np.unique(np.concatenate([left, right]), return_inverse=True)
    table = rule.table(known)
    left, right = codes[: len(left)].astype(np.intp), codes[len(left) :].astype(np.intp)
    alpha = alpha_of_pairs(_rated(left, right, weight, record), table, level)
    ac1 = _ac1(left, right, record, table, level)
    why = None if alpha is not None else ONE_VALUE
    return OfValues(doubles, records, share, alpha, ac1, why, None if drawn is None else drawn.records)


def of_elements(both: Floats, alone: Floats, level: float) -> OfElements:
    """Compute agreement on which elements there are, from counts by record."""
    there = np.flatnonzero(both + alone)
    matched, lone = both[there], alone[there]
    counts = int(matched.sum()), int(lone.sum())
    if sum(counts) < LEAST_DOUBLES:
        return OfElements(*counts, len(there), None, None, None)
    observed = share_of(all_and_without(2 * matched), all_and_without(2 * matched + lone))
    shares = Shares(observed, np.zeros(len(observed)), sum(counts), int((lone > 0).sum()))
    found = coefficient(shares, level)
    assert found is not None  # nothing is expected by chance
    return OfElements(*counts, len(there), found.value, found.low, found.high)


def _rated(left: Ints, right: Ints, weight: Floats, record: Ints) -> RatedPairs:
    numbers, group = np.unique(record, return_inverse=True)
    return RatedPairs(left, right, weight, group.astype(np.intp), len(numbers), len(left))


def _doubles(many: Floats, record: Ints) -> tuple[int, int]:
    """Count what two people or more answered, of which m people are m (m - 1) / 2 pairs, and the records."""
    records = len(np.unique(record))
    # An element that fewer people have than its record is a part of one: but each record has one at least.
    return max(records, round(float((2 / (many * (many - 1))).sum()))), records


def _mean(values: Floats, weight: Floats) -> float | None:
    known = ~np.isnan(values)
    return float(np.average(values[known], weights=weight[known])) if known.any() else None


def _ac1(left: Ints, right: Ints, record: Ints, table: Floats, level: float) -> Coefficient | None:
    """Return AC1 where one answer dominates; each pair of people counts once."""
    codes = np.concatenate([left, right])
    if np.bincount(codes).max(initial=0) < DOMINANT * len(codes) or np.isnan(table).any() or np.diag(table).any():
        return None
    unit = np.concatenate([np.arange(len(left))] * 2)
    ratings = Ratings(unit, codes, len(left), tuple(range(len(table))))
    return gwet_ac1(ratings, record, level, worth=1 - table)
