"""Writes the parts of sentences on a comparison, for readers who have never heard of a confidence interval."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.base.listed import first_of
from evaljson.compare.estimate import Estimate
from evaljson.wording import differences
from evaljson.wording.words import points

_WORDS = {
    "f1": "F1", "precision": "precision", "recall": "recall",
    "pooled_f1": "pooled F1", "pooled_precision": "pooled precision", "pooled_recall": "pooled recall",
}  # fmt: skip
_NAMED = 3


def figure_word(figure: str) -> str:
    """Write a figure's name in a sentence."""
    return _WORDS[figure]


def digits_of(figure: Estimate) -> int:
    """Return how many decimals to show of a figure, its difference and its interval, so that none looks like 0."""
    return max(differences.digits_for(figure.a, figure.b), differences.digits_of(figure.low, figure.high))


def could_have_shown(figure: Estimate) -> str:
    """Write what a sample of this size can show at all, without a full stop."""
    if figure.smallest is None or figure.smallest > 1:
        return "So few records cannot show any difference"
    smallest = points(figure.smallest, digits_of(figure))
    return f"A true difference of {smallest} points would be detected four times out of five"


def listed(paths: Sequence[str]) -> str:
    """Name the first paths, and count the rest."""
    return first_of(paths, _NAMED)
