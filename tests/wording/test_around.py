"""Texts that are cut keep what differs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaljson.wording.around import cut_around


@pytest.mark.parametrize(
    ("left", "right", "cut"),
    [
        ("short", "shirt", ("short", "shirt")),
        ("a" * 30, "a" * 30, ("a" * 19 + "…", "a" * 19 + "…")),
        ("one two three four five six", "one two three four five ten", ("…e four five six", "…e four five ten")),
        ("x" + "y" * 30, "z" + "y" * 30, ("x" + "y" * 18 + "…", "z" + "y" * 18 + "…")),
        ("a" * 30 + "b", "a" * 30, ("…" + "a" * 12 + "b", "…" + "a" * 12)),
    ],
)
def test_two_texts_are_cut_around_their_difference(left: str, right: str, cut: tuple[str, str]) -> None:
    assert cut_around(left, right, 20) == cut


@pytest.mark.parametrize(
    ("left", "right", "cut"),
    [
        ("a" * 30 + "b", "a" * 30 + "c", ("…" + "a" * 12 + "b", "…" + "a" * 12 + "c")),
        ("b" + "a" * 30, "c" + "a" * 30, ("b" + "a" * 30, "c" + "a" * 30)),
        ("a" * 30, "a" * 30, ("a" * 30, "a" * 30)),
    ],
)
def test_where_less_is_seen_at_once_only_what_would_hide_the_difference_is_left_out(
    left: str, right: str, cut: tuple[str, str]
) -> None:
    assert cut_around(left, right, 100, 20) == cut


@given(st.text("ab ", max_size=90), st.text("ab ", max_size=90), st.integers(20, 60))
def test_texts_that_differ_look_different_and_fit(left: str, right: str, most: int) -> None:
    shown = cut_around(left, right, most)
    assert all(len(text) <= most for text in shown)
    assert (shown[0] == shown[1]) is (left == right)
