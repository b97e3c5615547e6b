"""A change of order says of the pair that it names whether it is tied, and does not say so a second time."""

from __future__ import annotations

import pytest

from evaljson.compare.ranking_change import Ranks, ranking_change
from evaljson.ui.shared.ties_in_words import swaps_in_words

Pairs = list[tuple[str, str]]


@pytest.mark.parametrize(
    ("orders", "above", "words"),
    [
        pytest.param(("ab", "ba"), (["ab"], []), "b would come before a, tied with it.", id="tied"),
        pytest.param(("ab", "ba"), ([], ["ba"]), "b would come before a, no longer tied with it.", id="apart"),
        pytest.param(("ab", "ba"), (["ab"], ["ba"]), "b would come before a, above it instead of below.", id="turned"),
        pytest.param(("ab", "ba"), ([], []), "b would come before a.", id="tied before and after"),
        pytest.param(
            ("abc", "cba"), (["ab", "ac", "bc"], ["ba", "ca"]),
            "c would come before b, tied with it; 2 more pairs of variants swap.", id="of three",
        ),
        pytest.param(
            ("abc", "cba"), (["ab", "ac", "bc"], ["ca"]),
            "c would come before b, tied with it; 2 more pairs of variants swap, 1 of them newly tied.",
            id="others then tied",
        ),
        pytest.param(
            ("abc", "acb"), (["ab", "ac", "bc"], ["cb"]),
            "c would come before b, above it instead of below. "
            "c would be tied with a; a and b change too.",
            id="others are tied",
        ),
    ],
)  # fmt: skip
def test_the_pair_that_changes_places_is_named_once(
    orders: tuple[str, str], above: tuple[list[str], list[str]], words: str
) -> None:
    before, after = (
        Ranks(tuple(order), frozenset((one[0], one[1]) for one in pairs))
        for order, pairs in zip(orders, above, strict=True)
    )
    assert swaps_in_words(orders[0], orders[1], ranking_change(before, after)) == words


def test_where_ties_are_not_known_the_order_alone_is_told() -> None:
    assert swaps_in_words("abc", "bca", None) == "b would come before a; c and a swap too."
