"""A change of order names who changes places, not who keeps theirs."""

from collections.abc import Sequence

import pytest

from evaljson.compare.words.order_words import order_in_words, swapped


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("abc", "abc", ""),
        ("abcde", "abced", "e would come before d"),
        ("abc", "bca", "b would come before a; c and a swap too"),
        ("abc", "cba", "c would come before b; 2 more pairs of variants swap"),
        ("ab", "ba", "b would come before a"),
    ],
)
def test_the_first_pair_that_swaps_is_named_and_several_others_are_counted(
    before: Sequence[str], after: Sequence[str], words: str
) -> None:
    assert order_in_words(before, after, str) == words


def test_pairs_that_keep_their_order_are_none() -> None:
    assert swapped(("x", "a", "b"), ("x", "b", "a", "new")) == [("b", "a")]
