"""How the elements of one array pair up, as rows to be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas as pd

MOST: Final = 30
"""Rows that are shown."""
_INDEX: Final = re.compile(r"\[-?\d+\]")


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair, or an element alone: its number in gold and in the extracted array."""

    array: str
    """Instance path, in gold."""
    gold: int | None
    extracted: int | None
    score: float | None


@dataclass(frozen=True, slots=True)
class ArrayPairs:
    """The first rows of an array, and how many there are."""

    shown: tuple[PairRow, ...]
    count: int


def pairs_of_array(alignments: pd.DataFrame, path: str) -> ArrayPairs:
    """Select the rows of the arrays at a schema path from those of one record."""
    mine = [row for row in alignments.to_dict("records") if _INDEX.sub("[]", str(row["array"])) == path]
    shown = (PairRow(row["array"], row["gold_index"], row["extracted_index"], row["score"]) for row in mine[:MOST])
    return ArrayPairs(tuple(shown), len(mine))
