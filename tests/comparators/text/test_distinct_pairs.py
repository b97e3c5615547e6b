"""Text in whole columns: as pair by pair, whatever the pairing and whatever the values."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evaljson.base.jsontypes import ABSENT
from evaljson.comparators.text import distinct_pairs
from evaljson.comparators.text.fuzzy import METHODS, fuzzy
from evaljson.comparators.text.levenshtein import levenshtein
from evaljson.comparators.text.normalized import normalized
from evaljson.scoring.columns import codes_of
from evaljson.scoring.row_pairs import FlatPairs, GridPairs
from tests.profiles import examples

NASTY: list[Any] = [
    None, True, 1, 1.0, 0.0, float("nan"), 10**400, [], ["a"], {"a": "b"}, "", " ", "a", "A", "á", "a\u0301", "\ud800",
    "\udfff x", "a b", "b a", "a  b", "ab", "ba", "...", "1.5", "15", "-5", "ß", "SS", "が", "か", "日本語", "x" * 300,
]  # fmt: skip
words = st.text("ab A.é\ud800", max_size=8)
values = st.lists(st.one_of(st.sampled_from(NASTY), words, st.text(max_size=5)), min_size=1, max_size=12)
COLUMNS = [
    *((fuzzy, {"method": method}) for method in METHODS),
    *((levenshtein, {"max_distance": most}) for most in (0, 2, 10**60)),
    (levenshtein, {}),
    *((normalized, {name: False}) for name in ("case", "accents", "whitespace", "punctuation")),
    (normalized, {}),
]
each_column = pytest.mark.parametrize(("comparator", "params"), COLUMNS)


def singly(comparator: Any, gold: list[Any], extracted: list[Any], params: dict[str, Any]) -> list[float]:
    return [comparator(left, right, params).score for left, right in zip(gold, extracted, strict=True)]


@each_column
@examples(60)
@given(column=values)
@example(column=NASTY)
def test_all_pairs_of_a_column_score_as_they_do_one_by_one(comparator: Any, params: Any, column: list[Any]) -> None:
    codes, known = codes_of(column)
    rows = np.arange(len(column))
    left, right = (side.ravel() for side in np.meshgrid(rows, rows, indexing="ij"))
    scorer = comparator.vectorise(known, params)
    expected = singly(comparator, [column[i] for i in left], [column[i] for i in right], params)
    assert scorer(FlatPairs(left, right, left), codes, codes).astype(float).tolist() == expected
    grid = scorer(GridPairs(rows[None, :], rows[None, :]), codes, codes)
    assert grid.shape == (1, len(column), len(column))
    assert grid.astype(float).ravel().tolist() == expected


@each_column
def test_blocks_of_arrays_keep_their_shape(comparator: Any, params: Any) -> None:
    gold, extracted = ["a b", "b", "c", "a b", None, "d"], ["b a", "B", "b", None]
    codes, known = codes_of(gold + extracted)
    grid = GridPairs(np.arange(6).reshape(2, 3), np.arange(4).reshape(2, 2))
    found = comparator.vectorise(known, params)(grid, codes[:6], codes[6:])
    assert found.shape == (2, 3, 2)
    expected = singly(comparator, [gold[i] for i in grid.gold], [extracted[i] for i in grid.extracted], params)
    assert found.astype(float).ravel().tolist() == expected


@pytest.mark.parametrize("repeated", [1, 40], ids=["all distinct", "often repeated"])
@pytest.mark.parametrize("largest", [0, 2**24], ids=["sorted", "by table"])
def test_long_columns_score_as_their_pairs_do(monkeypatch: pytest.MonkeyPatch, repeated: int, largest: int) -> None:
    monkeypatch.setattr(distinct_pairs, "_BLOCK", 64)
    monkeypatch.setattr(distinct_pairs, "_LARGEST_TABLE", largest)
    gold = [f"text {i * 7919 % 1000}" for i in range(200)] * repeated
    extracted = [f"text {i * 104729 % 1000}!" if i % 5 else gold[i] for i in range(200)] * repeated
    order = np.random.default_rng(3).permutation(len(gold))
    gold, extracted = [gold[i] for i in order], [extracted[i] for i in order]
    codes, known = codes_of(gold + extracted)
    rows = np.arange(len(gold))
    found = fuzzy.vectorise(known, {})(FlatPairs(rows, rows, rows), codes[: len(gold)], codes[len(gold) :])
    assert found.tolist() == singly(fuzzy, gold, extracted, {})


@each_column
def test_no_pairs_give_no_scores(comparator: Any, params: Any) -> None:
    none = np.array([], np.intp)
    codes = np.array([], np.int32)
    assert comparator.vectorise([], params)(FlatPairs(none, none, none), codes, codes).shape == (0,)


@each_column
def test_a_missing_value_in_a_column_does_no_harm(comparator: Any, params: Any) -> None:
    codes, known = codes_of(["a", ABSENT, "a", "a"])
    rows = np.arange(2)
    found = comparator.vectorise(known, params)(FlatPairs(rows, rows, rows), codes[:2], codes[2:])
    assert found[0] == 1
