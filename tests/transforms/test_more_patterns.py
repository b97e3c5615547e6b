"""Patterns from eval schemas: what they replace, and that none of them can hang or fill the machine."""

import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.transforms import patterns
from evaljson.transforms.patterns import GuardedPattern, PatternError, pattern_problem, replacement_problem
from evaljson.transforms.regex_replace import regex_replace

SLOW = "(a|aa)+$"
TRAP = "a" * 90 + "b"


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "changed"),
    [
        ("INV-0042", r"^INV-0*", "", "42"), ("Doe, Jane", r"(\w+), (\w+)", r"\2 \1", "Jane Doe"),
        ("a-b", r"(?P<x>\w)-", r"\g<x>+", "a+b"), ("aba", "(b)?a", r"<\1>", "<><b>"), ("", "x*", "-", "-"),
        ("\ud800 a", r"\s", "", "\ud800a"), ("abc", "x", "y", "abc"),
    ],
)  # fmt: skip
def test_every_match_is_replaced(text: str, pattern: str, replacement: str, changed: str) -> None:
    assert regex_replace(text, {"pattern": pattern, "replacement": replacement}) == changed


def test_without_a_replacement_matches_go() -> None:
    assert regex_replace("a1b2", {"pattern": r"\d"}) == "ab"


@given(st.text("ab1 ", max_size=12), st.sampled_from(["a*", "", "a|b", r"\b", "(a)(b)?", "[^a]+", "(?=a)"]))
def test_it_replaces_as_pythons_own_patterns_do(text: str, pattern: str) -> None:
    assert regex_replace(text, {"pattern": pattern, "replacement": r"<\g<0>>"}) == re.sub(pattern, r"<\g<0>>", text)


@pytest.mark.parametrize(
    ("value", "params", "why"),
    [
        (5, {"pattern": "a"}, "regex_replace takes text, not integer"),
        ("a" * 100_001, {"pattern": "a"}, "the text has more than 100,000 characters"),
        ("a" * 90_000, {"pattern": "", "replacement": "x" * 100}, "the result has more than 1,000,000 characters"),
        ("a", {"pattern": "a", "replacement": r"\3"}, "does not suit the pattern"),
        ("a" * 99_999, {"pattern": "a" * 4999 + "b"}, r"5,000 times 99,999 characters are more than 10,000,000"),
        (TRAP, {"pattern": "(a|aa)+c?$"}, "takes more than 1 s on this text: make it simpler"),
    ],
)
def test_what_does_not_fit_is_refused(value: object, params: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        regex_replace(value, params)


def test_a_pattern_that_is_slow_again_and_again_is_refused_at_once_until_it_has_rested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.01)
    slow = GuardedPattern(SLOW)
    for _ in range(3):
        with pytest.raises(PatternError, match="takes more than"):
            slow.fullmatch(TRAP)
    with pytest.raises(PatternError, match="took too long on 3 texts: make it simpler"):
        slow.fullmatch("aa")
    monkeypatch.setattr(patterns, "_REST", 0.0)
    assert slow.fullmatch("aa") == ("a",)


def test_a_pattern_is_slow_too_that_outran_the_clock_and_then_matched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is looked at between steps, and a step may be long."""
    moments = iter(range(0, 1000, 10))
    monkeypatch.setattr(patterns, "time", SimpleNamespace(monotonic=lambda: float(next(moments))))
    late = GuardedPattern("a+")
    for _ in range(3):
        assert late.fullmatch("aa") == ("aa",)
    with pytest.raises(PatternError, match="took too long on 3 texts"):
        late.replace("aa", "b")


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(a", "is not a regular expression: missing )"), ("a{100000000}", "repeats too much"),
        ("(?:(?:a{1000}){100}){100}", "repeats too much"), ("(?:" * 20 + "a" + "){2}" * 20, "repeats too much"),
        ("(?x)(a{1000}) {1000} {1000}", "repeats too much"), ("a" * 5001, "at most 5,000 characters"),
        ("(" * 2000 + ")" * 2000, "too complicated"), ("a{2,1}", "min repeat greater"), ("(?a)(?u)x", "incompatible"),
    ],
)  # fmt: skip
def test_a_pattern_is_refused_before_it_is_used(pattern: str, problem: str) -> None:
    assert problem in (pattern_problem(pattern) or "")


@pytest.mark.parametrize("pattern", ["", r"\d{4}-\d{2}-\d{2}", "(?:[0-9a-f]{1,4}:){7}[0-9a-f]{4}", ".{0,1000}"])
def test_ordinary_patterns_are_taken(pattern: str) -> None:
    assert pattern_problem(pattern) is None


@pytest.mark.parametrize(
    ("replacement", "problem"), [("\\", "bad escape"), ("x" * 1001, "at most 1,000"), (r"\1\g<name>", None)]
)
def test_a_replacement_is_checked_without_its_pattern(replacement: str, problem: str | None) -> None:
    found = replacement_problem(replacement)
    assert found is None if problem is None else problem in (found or "")
