"""McNemar's exact test: of the records where only one of two is right, is it one of them more often than chance?

Q. McNemar: Note on the sampling error of the difference between correlated proportions or percentages. Psychometrika
12, 1947; exact: the sign test on the discordant pairs.
"""

from __future__ import annotations

from evaljson.base.errors import InputError
from evaljson.stats.special import bdtr


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the two-sided exact p-value; 1 if no record is discordant. Raises InputError for negative counts."""
    if only_a < 0 or only_b < 0:
        raise InputError(f"counts are from 0 up, not {only_a} and {only_b}")
    return min(1.0, 2 * float(bdtr(min(only_a, only_b), only_a + only_b, 0.5)))
