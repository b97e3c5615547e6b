"""The sentence behind a verdict: which open decisions would change first place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

AS_IN_GOLD: Final = "renamed keys count as in gold"
WITHOUT_UNKNOWN: Final = "keys outside the schema are ignored"
ANY_OF_LIST: Final = "any value of a list in gold is right"
WITHOUT_MISSING: Final = "missing records are left out"
AS_SUGGESTED: Final = "the suggested settings are applied"
BY_CONTENT: Final = "arrays pair by content"
_NAMED: Final = 2


def first_place_hangs_on(ways: Sequence[str]) -> str:
    """Write the sentence for the ways of deciding that change first place; "" without any."""
    if not ways:
        return ""
    others = len(ways) - _NAMED
    more = f", or in {others:,} other way{'' if others == 1 else 's'}" if others > 0 else ""
    return f"First place changes if {' or if '.join(ways[:_NAMED])}{more}."
