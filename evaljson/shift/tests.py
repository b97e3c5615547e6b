"""The tests of one field: whether there is a value, which one, and how long it is.

Values inside arrays come in records: each record counts once, by the shares of its values, and is dealt out as a whole
(stats/dealing.py). Only records that say something about a question are dealt out for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np

from evaljson.base.arrays import Bools, Floats, Ints
from evaljson.base.jsontypes import strict_key
from evaljson.shift.columns import NUMBER, FieldColumn
from evaljson.shift.dates import day_numbers
from evaljson.shift.model import ShiftTest, Test, What
from evaljson.shift.words import Names, of_kinds, of_lengths, of_new, of_numbers, of_values
from evaljson.stats.dealing import Dealer, chi_squared, farthest_apart, new_share
from evaljson.stats.fisher import fisher_p

MOST_CATEGORIES: Final = 30
"""A text field with more different values is a long tail: new values are counted, and lengths compared."""
_STEPS: Final = 100
"""Numbers with more different values than this are compared over so many steps where records have several."""
_LEAST_EXPECTED: Final = 5.0
"""Cochran's rule: with fewer expected in a cell, chi-squared is by permutation."""
InWords = Callable[[Floats, Floats], str]
"""Says how the numbers of two batches differ."""
_HAS_NO_VALUE: Final = frozenset({"absent", "null", "empty"})


@dataclass(frozen=True, slots=True, eq=False)
class Batches:
    """Which records are of A, how they are dealt out, and what the batches are called."""

    in_a: Bools
    dealer: Dealer
    names: Names


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Shares of values by record, records x columns; each row sums to 1."""

    rows: Floats
    record: Ints

    @classmethod
    def of(cls, record: Ints, codes: Ints, width: int) -> Table:
        """Count codes by record."""
        known, row = np.unique(record, return_inverse=True)
        rows = np.zeros((len(known), width))
        np.add.at(rows, (row, codes), 1.0)
        return cls(rows / rows.sum(axis=1, keepdims=True), known)

    def shares(self, batches: Batches) -> tuple[Floats, Floats]:
        """Return the mean row of A and that of B; both must have records."""
        of_a = batches.in_a[self.record]
        return self.rows[of_a].mean(axis=0), self.rows[~of_a].mean(axis=0)

    def sizes(self, batches: Batches) -> tuple[int, int]:
        """Return the number of records of A and of B."""
        of_a = int(batches.in_a[self.record].sum())
        return of_a, len(self.record) - of_a


def tests_of(column: FieldColumn, batches: Batches) -> Iterator[ShiftTest]:
    """Yield the questions that can be asked of a field; `p_bh` and `found` are filled in later."""
    kinds = column.kinds()
    yield from _presence(column, kinds, batches)
    if column.lengths is not None:
        there = column.lengths >= 0
        yield from _lengths(column, column.record[there], column.lengths[there], batches, "elements")
        return
    has_value = np.array([kind not in _HAS_NO_VALUE for kind in kinds], np.bool_)
    if column.plan.unit is None or not has_value.any():
        return
    rows = np.flatnonzero(has_value).tolist()
    values, record = [column.values[row] for row in rows], column.record[has_value]
    yield from _values(column, values, [kinds[row] for row in rows], record, batches)


def _presence(column: FieldColumn, kinds: Sequence[str], batches: Batches) -> Iterator[ShiftTest]:
    codes, known = _codes(kinds)
    table = Table.of(column.record, codes, len(known)) if len(codes) else None
    if table is None or len(known) < 2 or 0 in table.sizes(batches):
        return
    a, b = table.shares(batches)
    words = of_kinds(known, a, b, column.inside)
    yield _categories(column.path, "presence", table, batches, column.inside, words)


def _values(
    column: FieldColumn, values: list[Any], kinds: Sequence[str], record: Ints, batches: Batches
) -> Iterator[ShiftTest]:
    numbers = _numbers(values, kinds)
    days = None if numbers is not None else day_numbers(values, column.plan)
    if numbers is not None or days is not None:
        found = numbers if numbers is not None else days
        assert found is not None
        finite = np.isfinite(found)
        if finite.any():
            words = partial(of_numbers, are_days=numbers is None)
            yield from _ordered(column, record[finite], found[finite], batches, "value", words)
        return
    codes, known = _codes([strict_key(value) for value in values])
    table = Table.of(record, codes, len(known))
    if len(known) < 2 or 0 in table.sizes(batches):
        return
    examples = dict(zip(codes.tolist(), values, strict=True))
    shown = [examples[code] for code in range(len(known))]
    a, b = table.shares(batches)
    if len(known) <= MOST_CATEGORIES:
        said = of_values(shown, a, b)
        yield _categories(column.path, "value", table, batches, column.inside, said)
        return
    yield _new_values(column, table, shown, batches)
    texts = np.array([isinstance(value, str) for value in values], np.bool_)
    if texts.any():
        lengths = np.array([len(value) for value in values if isinstance(value, str)], np.intp)
        yield from _lengths(column, record[texts], lengths, batches, "characters")


def _numbers(values: Sequence[Any], kinds: Sequence[str]) -> Floats | None:
    """Return the numbers, NaN for other values; None where more than a tenth of the values are none."""
    if Counter(kinds)[NUMBER] < 0.9 * len(kinds):
        return None
    return np.array([_float(value) if kind == NUMBER else np.nan for value, kind in zip(values, kinds, strict=True)])


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.nan


def _new_values(column: FieldColumn, table: Table, shown: Sequence[Any], batches: Batches) -> ShiftTest:
    """Ask how many of B's values A has nowhere; some always are, where there are many values."""
    p = batches.dealer.p(table.rows, batches.in_a[table.record], new_share)
    a, b = table.shares(batches)
    new = np.where(a == 0, b, 0.0)
    share, most = float(new.sum()), np.argsort(-new, kind="stable")[:2].tolist()
    words = of_new(share, [shown[at] for at in most if new[at]], batches.names)
    return _test(column.path, "new values", "permutation", table.sizes(batches), share, p, words)


def _categories(path: str, what: What, table: Table, batches: Batches, inside: bool, words: str) -> ShiftTest:
    """Test whether the columns of a table have the same shares: of two by Fisher, of more by chi-squared."""
    in_a, sizes = batches.in_a[table.record], table.sizes(batches)
    a, b = table.shares(batches)
    effect = float(np.abs(a - b).sum()) / 2
    test: Test = "permutation"
    if inside:
        p = batches.dealer.p(table.rows, in_a, chi_squared)
        return _test(path, what, test, sizes, effect, p, words)
    counts = np.stack([table.rows[in_a].sum(axis=0), table.rows[~in_a].sum(axis=0)])
    expected = counts.sum(axis=0) * min(sizes) / sum(sizes)
    if counts.shape[1] == 2:
        (a0, a1), (b0, b1) = counts.astype(np.int64).tolist()
        p, test = fisher_p((a0, a1), (b0, b1)), "Fisher"
    elif expected.min() >= _LEAST_EXPECTED:
        from scipy.stats import chi2_contingency  # here, because it takes long to import

        p, test = float(chi2_contingency(counts, correction=False).pvalue), "chi-squared"
    else:
        p = batches.dealer.p(table.rows, in_a, chi_squared)
    return _test(path, what, test, sizes, effect, p, words)


def _lengths(column: FieldColumn, record: Ints, lengths: Ints, batches: Batches, unit: str) -> Iterator[ShiftTest]:
    def words(a: Floats, b: Floats) -> str:
        return of_lengths(float(a.mean()), float(b.mean()), unit)

    yield from _ordered(column, record, lengths.astype(np.float64), batches, "length", words)


def _ordered(
    column: FieldColumn, record: Ints, values: Floats, batches: Batches, what: What, in_words: InWords
) -> Iterator[ShiftTest]:
    """Test whether numbers have one distribution: of many different ones as they are, of few, or several in a record,
    by dealing records out.
    """
    of_a, known = batches.in_a[record], np.unique(values)
    if len(known) < 2 or of_a.all() or not of_a.any():
        return
    words = in_words(values[of_a], values[~of_a])
    several = len(np.unique(record)) < len(record)
    if len(known) > _STEPS and not several:
        from scipy.stats import ks_2samp  # here, because it takes long to import

        found = ks_2samp(values[of_a], values[~of_a])
        sizes, effect, p = (int(of_a.sum()), int((~of_a).sum())), float(found.statistic), float(found.pvalue)
        yield _test(column.path, what, "Kolmogorov-Smirnov", sizes, effect, p, words)
        return
    steps = known if len(known) <= _STEPS else np.unique(np.quantile(known, np.linspace(0, 1, _STEPS)))
    table = Table.of(record, np.searchsorted(steps, values).astype(np.intp), len(steps))
    a, b = table.shares(batches)
    effect = float(np.abs(np.cumsum(a) - np.cumsum(b)).max())
    p = batches.dealer.p(table.rows, batches.in_a[table.record], farthest_apart)
    yield _test(column.path, what, "permutation", table.sizes(batches), effect, p, words)


def _test(path: str, what: What, test: Test, sizes: tuple[int, int], effect: float, p: float, words: str) -> ShiftTest:
    return ShiftTest(path, what, test, *sizes, min(1.0, effect), min(1.0, p), 1.0, False, words)


def _codes(keys: Sequence[Hashable]) -> tuple[Ints, list[Hashable]]:
    """Return the number of each key, and the keys in the order in which they come."""
    number = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    return np.array([number[key] for key in keys], np.intp), list(number)


def document_types(key: str, types: Sequence[str | None], batches: Batches) -> Iterator[ShiftTest]:
    """Ask whether both batches have the document types in the same shares."""
    codes, known = _codes(types)
    if len(known) < 2:
        return
    table = Table.of(np.arange(len(types)), codes, len(known))
    a, b = table.shares(batches)
    yield _categories(key, "value", table, batches, False, of_values(known, a, b))
