"""Comparators of text: what they take for the same, and what they say of everything else."""

import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evaljson import evaluate
from evaljson.base.errors import SchemaError
from evaljson.base.params import check_params
from evaljson.comparators.boolean import FALSE_WORDS, TRUE_WORDS, boolean
from evaljson.comparators.text.contains import DIRECTIONS, contains
from evaljson.comparators.text.fuzzy import METHODS, fuzzy
from evaljson.comparators.text.levenshtein import levenshtein
from evaljson.comparators.text.normalized import normalized
from evaljson.comparators.web.phone import phone
from evaljson.comparators.web.url import url
from tests.profiles import examples

scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just("\ud800"))
anything = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner), max_leaves=5
)
starts = st.sampled_from(["http://", "//", "/", "a.de/", "mailto:"])
addresses = st.tuples(starts, st.text(max_size=6)).map("".join)
SYMMETRIC: list[tuple[Any, dict[str, Any]]] = [
    *((fuzzy, {"method": method}) for method in METHODS),
    (levenshtein, {}), (levenshtein, {"max_distance": 2}), (normalized, {}), (normalized, {"punctuation": False}),
    (contains, {"direction": "either"}), (boolean, {}), (boolean, {"numbers": True}), (url, {}),
    (url, {"ignore_fragment": True, "ignore_scheme": False}),
]  # fmt: skip


@pytest.mark.parametrize(("comparator", "params"), SYMMETRIC)
@examples(120)
@given(left=anything | addresses, right=anything | addresses)
@example(left="\ud800", right="a\udfff")
@example(left=10**5000, right="1")
@example(left="http://[::1", right="http://a:b")
def test_any_two_values_score_from_0_to_1_either_way_round(comparator: Any, params: Any, left: Any, right: Any) -> None:
    found = comparator(left, right, params)
    assert 0 <= found.score <= 1
    assert comparator(right, left, params).score == found.score
    assert comparator(left, left, params).score == 1
    assert found.score == 1 or found.reason


@pytest.mark.parametrize("direction", DIRECTIONS)
@given(left=anything, right=anything)
def test_contains_takes_any_two_values(direction: str, left: Any, right: Any) -> None:
    assert contains(left, right, {"direction": direction}).score in (0, 1)
    assert contains(left, left, {"direction": direction}).score == 1


@pytest.mark.parametrize(
    ("comparator", "gold", "extracted", "params", "score"),
    [
        (fuzzy, "kitten", "sitting", {}, 8 / 13), (fuzzy, "", "a", {}, 0), (fuzzy, "A", "a", {}, 0),
        (fuzzy, "ACME", "the ACME group", {"method": "partial"}, 1),
        (fuzzy, "Doe Jane", "Jane Doe", {"method": "token_sort"}, 1),
        (fuzzy, "Jane Doe", "Jane Q. Doe", {"method": "token_set"}, 1),
        (fuzzy, "MARTHA", "MARHTA", {"method": "jaro_winkler"}, 0.961111111111),
        (fuzzy, "ab", "ba", {"method": "damerau"}, 0.5), (fuzzy, " ", " ", {"method": "token_set"}, 1),
        (levenshtein, "kitten", "sitting", {}, 1 - 3 / 7), (levenshtein, "ab", "ba", {}, 0),
        (levenshtein, "kitten", "sitting", {"max_distance": 3}, 1 - 3 / 7),
        (levenshtein, "kitten", "sitting", {"max_distance": 2}, 0),
        (normalized, "  Café  Noir!", "cafe noir", {}, 1), (normalized, "Straße", "STRASSE", {}, 1),
        (normalized, "A", "a", {"case": False}, 0), (normalized, "é", "e", {"accents": False}, 0),
        (normalized, "é", "e\u0301", {"accents": False}, 1), (normalized, "a b", "a  b", {"whitespace": False}, 0),
        (normalized, "a.", "a", {"punctuation": False}, 0), (normalized, "U.S.A.", "USA", {}, 1),
        (normalized, "1.5", "15", {}, 0), (normalized, "-5", "5", {}, 0), (normalized, "5%", "5", {}, 0),
        (normalized, "?", "!", {}, 0), (normalized, "?", "", {}, 0), (normalized, "が", "か", {}, 0),
        (contains, "ACME", "ACME Inc.", {}, 1), (contains, "ACME Inc.", "ACME", {}, 0), (contains, "", "a", {}, 0),
        (contains, "ACME Inc.", "ACME", {"direction": "gold_contains_extracted"}, 1),
        (contains, "ACME Inc.", "ACME", {"direction": "either"}, 1), (contains, "", "", {}, 1),
        (boolean, True, "Yes", {}, 1), (boolean, "ja", "oui", {}, 1), (boolean, "nein", False, {}, 1),
        (boolean, True, 1, {}, 0), (boolean, True, 1, {"numbers": True}, 1),
        (boolean, "0", False, {"numbers": True}, 1),
        (boolean, False, 0.0, {"numbers": True}, 1), (boolean, 2, True, {"numbers": True}, 0),
        (boolean, None, False, {}, 0),
        (boolean, "maybe", False, {}, 0), (boolean, "maybe", "maybe", {}, 1), (boolean, "yes", "no", {}, 0),
        (boolean, "aye", True, {"true_words": ["Aye"]}, 1), (boolean, "yes", True, {"true_words": ["aye"]}, 0),
        (boolean, "x", True, {"true_words": ["x"], "false_words": ["X"]}, 0),
        (url, "HTTP://www.Example.com:80/a/../b/?y=2&x=1", "https://example.com/b?x=1&y=2", {}, 1),
        (url, "example.com", "http://example.com/", {}, 1),
        (url, "https://münchen.de/ü", "xn--mnchen-3ya.de/%c3%bc", {}, 1),
        (url, "http://a.de/%7Ex%2f", "http://a.de/~x%2F", {}, 1), (url, "http://a.de/%2f", "http://a.de//", {}, 0),
        (url, "http://a.de", "https://a.de", {"ignore_scheme": False}, 0), (url, "ftp://a.de", "http://a.de", {}, 0),
        (url, "www.a.de", "a.de", {"ignore_www": False}, 0), (url, "www.de", "http://www.de", {}, 1),
        (url, "a.de/x/", "a.de/x", {"ignore_trailing_slash": False}, 0),
        (url, "a.de?x=1&y=2", "a.de?y=2&x=1", {"ignore_query_order": False}, 0),
        (url, "a.de?x=1&x=2", "a.de?x=2&x=1", {}, 0),
        (url, "a.de#x", "a.de", {}, 0), (url, "a.de#x", "a.de", {"ignore_fragment": True}, 1),
        (url, "a.de:8080", "http://a.de:8080", {}, 1), (url, "a.de:8080", "a.de", {}, 0),
        (url, "a.de/A", "a.de/a", {}, 0),
        (url, "mailto:a@b.de", "MAILTO:a@b.de", {}, 1), (url, "no address", "No address", {}, 0),
    ],
)  # fmt: skip
def test_two_values_score(comparator: Any, gold: Any, extracted: Any, params: dict[str, Any], score: float) -> None:
    assert comparator(gold, extracted, params).score == pytest.approx(score)


@pytest.mark.parametrize(
    ("comparator", "gold", "extracted", "reason"),
    [
        (fuzzy, "ab", "ac", "ratio similarity 0.500"), (fuzzy, 1, "a", "gold is integer, not text"),
        (levenshtein, "ab", "ac", "1 edits in 2 characters"), (contains, "a", None, "extracted is null, not text"),
        (normalized, "A", "b", "'a' is not 'b', once normalized"), (contains, "", "a", "gold is empty"),
        (boolean, True, 1, 'extracted is the number 1, which counts only with "numbers": true'),
        (url, "http://a.de/x?y#z", "http://a.de", "another path, query, fragment"),
    ],
)  # fmt: skip
def test_the_reason_says_what_was_found(comparator: Any, gold: Any, extracted: Any, reason: str) -> None:
    assert comparator(gold, extracted, {}).reason == reason


def test_no_word_means_both_yes_and_no() -> None:
    assert not {word.casefold() for word in TRUE_WORDS} & {word.casefold() for word in FALSE_WORDS}


@pytest.mark.parametrize(
    ("comparator", "params", "problem"),
    [
        (fuzzy, {"method": "ratios"}, "one of 'ratio', 'partial'"),
        (levenshtein, {"max_distance": -1}, "from 0 to 1,000,000,000"),
        (levenshtein, {"max_distance": 1.5}, "takes an integer"), (normalized, {"case": 1}, "takes a boolean"),
        (normalized, {"accent": True}, "Did you mean 'accents'"), (contains, {"direction": "both"}, "is one of"),
        (boolean, {"true_words": []}, "at least one word"), (boolean, {"true_words": ["a", None]}, "words, not None"),
        (phone, {"region": "germany"}, "two capital letters"), (url, {"ignore_ww": True}, "Did you mean 'ignore_www'"),
    ],
)  # fmt: skip
def test_bad_parameters_are_refused(comparator: Any, params: dict[str, Any], problem: str) -> None:
    with pytest.raises(SchemaError, match=problem):
        check_params(params, comparator.params, "it", "a.b")


def test_without_its_package_phone_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "phonenumbers", None)
    assert phone("030 1", "030 1", {}).score == 1
    with pytest.raises(ImportError, match=r"pip install 'evaljson\[phone\]'"):
        phone("030 1", "030 2", {})


@pytest.mark.parametrize(("method", "length"), [("partial", 4_000), ("damerau", 20_000), ("ratio", 250_000)])
def test_texts_that_would_take_too_long_are_compared_for_equality_alone_and_that_is_said(
    method: str, length: int
) -> None:
    long = "ab" * (length // 2)
    gold, extracted = [{"a": long}, {"a": long}, {"a": "abcd"}], [{"a": long}, {"a": long[::-1]}, {"a": "abce"}]
    field = {"type": "string", "x-eval-compare": {"fuzzy": {"method": method}}}
    run = evaluate(gold, extracted, {"type": "object", "properties": {"a": field}})
    found = [record.field_results[0] for record in run.records]
    assert [one.status for one in found] == ["match", "mismatch", "mismatch"]
    assert found[1].score == 0.0
    assert "only equal ones match" in (found[1].reason or "")
    assert found[2].score > 0.5


def test_a_short_text_is_looked_for_in_a_very_long_one() -> None:
    assert fuzzy("needle", "x" * 500_000 + "needle", {"method": "partial"}).score == 1.0
