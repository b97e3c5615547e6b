"""What sentences on a comparison are made of, for somebody who has never heard of a confidence interval."""

from __future__ import annotations

from collections.abc import Sequence

from evaljson.compare.estimate import Estimate
from evaljson.wording import differences
from evaljson.wording.words import points

_WORDS = {
    "f1": "F1", "precision": "precision", "recall": "recall",
    "pooled_f1": "pooled F1", "pooled_precision": "pooled precision", "pooled_recall": "pooled recall",
}  # fmt: skip
_NAMED = 3


def figure_word(figure: str) -> str:
    """A figure's name as it stands in a sentence."""
    return _WORDS[figure]


def digits_of(own: Estimate) -> int:
    """Decimals of a figure, its difference and its interval, none of which may look like nothing where it is not."""
    return max(differences.digits_for(own.a, own.b), differences.digits_of(own.low, own.high))


def could_have_shown(own: Estimate) -> str:
    """What a sample of this size can tell at all, without a stop."""
    if own.smallest is None or own.smallest > 1:
        return "So few records can show no difference at all"
    return f"A true difference of {points(own.smallest, digits_of(own))} points would have shown four times out of five"


def listed(paths: Sequence[str]) -> str:
    """The first of them by name, and how many more there are."""
    more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
    return ", ".join(paths[:_NAMED]) + more
