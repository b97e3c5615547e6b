"""Transforms of text, of lists, and by tables."""

import unicodedata
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.base.errors import SchemaError
from evaljson.base.jsontypes import strict_equal
from evaljson.base.params import check_params
from evaljson.transforms.lists import SEPARATOR, sort_list, split, unique
from evaljson.transforms.mapping import MAP, NULL, map_values, null_if
from evaljson.transforms.text_folding import casefold, strip_accents, strip_punctuation

Transform = Callable[[Any, dict[str, Any]], Any]
NAN = float("nan")
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=1), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize(
    ("transform", "value", "changed"),
    [
        (casefold, "Straße ÀB", "strasse àb"), (strip_accents, "Café Ångström Đặng ø ł", "Cafe Angstrom Đang ø ł"),
        (strip_accents, "ガぱ", "ガぱ"), (strip_accents, "か\u3099は\u309a", "がぱ"), (strip_accents, "क्षि ที่", "क्षि ที่"),
        (strip_accents, "مُحَمَّد", "محمد"), (strip_accents, "\ud800é", "\ud800e"), (strip_accents, "plain", "plain"),
        (strip_punctuation, "Hello, (world)! «x» 「y」", "Hello world x y"), (strip_punctuation, "U.S.A.", "USA"),
        (strip_punctuation, "1,234.50 -5 -.5 5% (2).", "1,234.50 -5 -.5 5% 2"), (strip_punctuation, "a-5", "a5"),
        (strip_punctuation, "2024-01-02, 10:30.", "2024-01-02 10:30"), (strip_punctuation, "...", ""),
        (strip_punctuation, "$5 + €6", "$5 + €6"), (strip_punctuation, "", ""),
    ],
)  # fmt: skip
def test_text_is_changed(transform: Transform, value: str, changed: str) -> None:
    assert transform(value, {}) == changed


@given(st.text())
def test_accents_are_stripped_once_and_for_all(text: str) -> None:
    once = strip_accents(text, {})
    assert strip_accents(once, {}) == once
    assert text.isascii() or unicodedata.is_normalized("NFC", once)


@pytest.mark.parametrize(
    ("transform", "value", "params", "changed"),
    [
        (split, " a, b,,c ,", {}, ["a", "b", "c"]), (split, "a; b", {"separator": ";"}, ["a", "b"]),
        (split, "", {}, []),
        (split, ["a", 1], {}, ["a", 1]),
        (sort_list, ["b", 2, None, "a", True, 1.5, [1], {"a": 1}], {}, [None, True, 1.5, 2, "a", "b", [1], {"a": 1}]),
        (sort_list, [1.0, 1, 10**400, -1], {}, [-1, 1.0, 1, 10**400]),
        (unique, [1, 1.0, True, 1, "a", "a"], {}, [1, 1.0, True, "a"]),
        (unique, [[1], [1], NAN, NAN], {}, [[1], NAN]), (unique, [], {}, []),
        (map_values, "UK", {"values": {"UK": "GB"}}, "GB"), (map_values, "uk", {"values": {"UK": "GB"}}, "uk"),
        (map_values, "uk", {"values": {"UK": "GB"}, "ignore_case": True}, "GB"),
        (map_values, 5, {"values": {"5": 6}}, 5),
        (map_values, "a", {"values": {"a": "b", "b": "c"}}, "b"), (map_values, "no", {"values": {"no": None}}, None),
        (map_values, "A", {"values": {"a": 1, "A": 2}, "ignore_case": True}, 2),
        (null_if, "N/A", {"values": ["N/A", ""]}, None), (null_if, "n/a", {"values": ["N/A"]}, "n/a"),
        (null_if, "n/a", {"values": ["N/A", 5], "ignore_case": True}, None),
        (null_if, 1, {"values": [1.0, True, "1"]}, 1),
        (null_if, 1, {"values": [1]}, None), (null_if, [], {"values": [[]]}, None), (null_if, {}, {"values": [[]]}, {}),
    ],
)  # fmt: skip
def test_values_are_changed(transform: Transform, value: Any, params: dict[str, Any], changed: Any) -> None:
    assert strict_equal(transform(value, params), changed)


@pytest.mark.parametrize(
    ("transform", "value", "params", "why"),
    [
        *((transform, 5, {}, "takes text, not integer") for transform in (casefold, strip_accents, strip_punctuation)),
        (split, 5, {}, "split takes text and lists, not integer"),
        (sort_list, "a", {}, "sort_list takes lists, not string"),
        (unique, {}, {}, "unique takes lists, not object"),
        (map_values, "AB", {"values": {"ab": 1, "aB": True}, "ignore_case": True}, "'ab', 'aB' differ only in case"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(transform: Transform, value: Any, params: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        transform(value, params)


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for transform in (sort_list, unique):
        with pytest.raises(ValueError, match="nested too deeply"):
            transform([deep, deep], {})


@given(st.lists(json_values, max_size=6).flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_sorted_lists_are_equal_however_they_came(lists: tuple[list[Any], list[Any]]) -> None:
    assert strict_equal(sort_list(lists[0], {}), sort_list(lists[1], {}))
    assert strict_equal(unique(sort_list(lists[0], {}), {}), unique(sort_list(lists[1], {}), {}))


@pytest.mark.parametrize(
    ("known", "params", "problem"),
    [
        (SEPARATOR, {"separator": ""}, "at least one character"), (MAP, {}, "needs the parameter 'values'"),
        (MAP, {"values": {}}, "at least one value"), (NULL, {"values": []}, "at least one value"),
        (NULL, {"value": [1]}, "Did you mean 'values'"),
        (MAP, {"values": {"a": 1}, "ignore_case": 1}, "takes a boolean"),
    ],
)  # fmt: skip
def test_bad_parameters_are_refused(known: Any, params: dict[str, Any], problem: str) -> None:
    with pytest.raises(SchemaError, match=problem):
        check_params(params, known, "it", "a")
