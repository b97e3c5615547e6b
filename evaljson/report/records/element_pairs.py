"""How the elements of one array pair up, as rows to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from evaljson.base.paths import split

if TYPE_CHECKING:
    import pandas as pd

MOST: Final = 30
"""Rows that are shown."""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair, or an element alone: its number in gold and in the extracted array; or its keys in two maps."""

    array: str
    """Instance path, in gold."""
    gold: int | str | None
    extracted: int | str | None
    score: float | None


@dataclass(frozen=True, slots=True)
class ArrayPairs:
    """The first rows of an array, and how many there are."""

    shown: tuple[PairRow, ...]
    count: int


def pairs_of_array(alignments: pd.DataFrame, path: str) -> ArrayPairs:
    """Select the rows of the arrays at a schema path from those of one record."""
    wanted = split(path)
    lies_there = {array: _is_at(array, wanted) for array in alignments["array"].unique()}
    mine = [row for row in alignments.to_dict("records") if lies_there[row["array"]]]
    shown = (PairRow(row["array"], row["gold_index"], row["extracted_index"], row["score"]) for row in mine[:MOST])
    return ArrayPairs(tuple(shown), len(mine))


def _is_at(array: str, wanted: Sequence[str | int | None]) -> bool:
    """Check whether an instance path is one of a schema path, given as steps."""
    steps = split(array)
    return len(steps) == len(wanted) and all(map(_fits, steps, wanted))


def _fits(step: str | int | None, wanted: str | int | None) -> bool:
    return step == wanted or (isinstance(step, int) and wanted is None) or (isinstance(step, str) and wanted == "*")
