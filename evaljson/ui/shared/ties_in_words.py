"""Which pairs of variants come to be tied, or no longer are, in words; and how variants are named in them."""

from __future__ import annotations

from typing import Final

from evaljson.compare.ranking_change import RankingChange
from evaljson.ui.shared.parts import plain
from evaljson.wording.short_names import shortened
from evaljson.wording.words import counted

_LONGEST: Final = 40
"""Characters of the name of a variant."""


def named(name: str) -> str:
    """Write the name of a variant in Markdown; a long one is shortened in the middle: many differ only at the end."""
    return plain(shortened(name, _LONGEST), _LONGEST)


def ties_in_words(change: RankingChange) -> str:
    """Name the first pair that is tied or apart otherwise than before, and count the others; "" without any."""
    kinds = (
        (change.tied, "{1} would be tied with {0}"),
        (change.apart, "{0} would be above {1}, no longer tied"),
        (change.turned, "{0} would be above {1} instead of below"),
    )
    said = next((sentence.format(*(named(name) for name in pairs[0])) for pairs, sentence in kinds if pairs), "")
    others = change.pairs - 1
    more = "" if others < 1 else f"; {counted(others, 'more pair')} {'changes' if others == 1 else 'change'}"
    return f"{said}{more}." if said else ""
