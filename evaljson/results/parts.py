"""The results of a run in parts, as columns: for files, whose rows nobody needs as objects.

Columns repeat themselves, so a column is a list of distinct values and, for each row, which of them it has. Whatever is
done to a value (written, quoted, escaped) is then done once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from evaljson.base.arrays import ByteCodes, Codes, Floats, Ints

ROWS: Final = 2**17
"""Rows of a part: enough that what is done once per part costs nothing, few enough to fit beside the records."""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """Texts by row: `texts[codes[row]]`. Distinct codes may have the same text; None stands for no text."""

    codes: Ints
    texts: list[str | None]

    def put(self, rows: Ints, other: TextColumn) -> None:
        """Set some rows to those of another column, in its order."""
        self.codes[rows] = other.codes + len(self.texts)
        self.texts.extend(other.texts)

    def listed(self) -> list[str | None]:
        """Return the text of each row."""
        return [self.texts[code] for code in self.codes.tolist()]


def blank(rows: int) -> TextColumn:
    """Return a column whose rows are yet to be set."""
    return TextColumn(np.zeros(rows, np.intp), [])


def coded(texts: Sequence[str | None]) -> TextColumn:
    """Return a column from the text of each row."""
    number = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    return TextColumn(np.fromiter(map(number.__getitem__, texts), np.intp, len(texts)), list(number))


@dataclass(frozen=True, slots=True)
class ResultPart:
    """Some results of a run, in the order of `RunResult.to_frame`, as columns of equal length."""

    record: Codes
    """The place of each one's record."""
    path: TextColumn
    field: TextColumn
    status: ByteCodes
    score: Floats
    weight: Floats
    gold: TextColumn
    """JSON text; None where gold has no value."""
    extracted: TextColumn
    comparator: TextColumn
    reason: TextColumn
    similarity: Floats
    """NaN where no two values were compared."""
    extracted_path: TextColumn
    confidence: Floats | None
    """NaN where the extraction gave none; None for a run without confidences."""
