"""How a run paired the elements of arrays: which have no partner, and which arrays pair by position."""

from __future__ import annotations

from functools import cached_property

import pandas as pd

from evaljson.base import paths
from evaljson.results.model import RunResult

At = tuple[int, str]
"""(number of a record in the run, instance path)"""


class PairedElements:
    """What the alignments of a run say, read at the first look."""

    def __init__(self, run: RunResult) -> None:
        self._run = run

    @cached_property
    def _frame(self) -> pd.DataFrame:
        return self._run.table.alignments(list(range(len(self._run.records))))

    @cached_property
    def without_partner(self) -> set[At]:
        """The elements of gold that the extraction lacks."""
        alone = self._frame[self._frame["extracted_index"].isna()]
        listed = zip(*(alone[name].tolist() for name in ("record_id", "array", "gold_index")), strict=True)
        return {(record, paths.element(array, index)) for record, array, index in listed if not isinstance(index, str)}

    @cached_property
    def by_position(self) -> set[At]:
        """The arrays whose elements pair by position."""
        pairs = self._frame[self._frame["strategy"] == "ordered"]
        return set(zip(pairs["record_id"], pairs["array"], strict=True))
