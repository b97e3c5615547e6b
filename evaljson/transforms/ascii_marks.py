"""Takes punctuation out of many ASCII texts at once, by the rules that `text_folding` has for one text."""

from __future__ import annotations

import unicodedata
from typing import Final

import numpy as np
import numpy.typing as npt

from evaljson.base.arrays import AnyInts, Bools

Bytes = npt.NDArray[np.uint8]

END: Final = 0
"""The byte behind each text: neither mark nor digit nor white space."""


def _table(codes: list[int]) -> Bools:
    table = np.zeros(256, np.bool_)
    table[codes] = True
    return table


_MARKS: Final = _table([code for code in range(128) if unicodedata.category(chr(code)).startswith("P")])
_DIGITS: Final = _table([code for code in range(128) if chr(code).isdigit()])
_WHITE: Final = _table([code for code in range(128) if chr(code).isspace()])
_OPENS: Final = _table([ord("("), ord("-"), END])
"""What a number may begin behind, beside white space."""
_POINTS: Final = _table([ord("."), ord(",")])


def without_marks(joined: Bytes) -> Bytes:
    """Remove punctuation from texts with `END` behind each, except marks that belong to a number.

    A text that would have nothing left but white space keeps its marks.
    """
    at = np.flatnonzero(_MARKS[joined])
    if not len(at):
        return joined
    taken = at[~_of_numbers(joined, at)]
    ends = np.flatnonzero(joined == END)
    left = ~_WHITE[joined]
    left[taken] = left[ends] = False
    is_bare = np.add.reduceat(left, np.concatenate([[0], ends[:-1] + 1]), dtype=np.intp) == 0
    kept = np.ones(len(joined), np.bool_)
    kept[taken[~is_bare[np.searchsorted(ends, taken)]]] = False
    return joined[kept]


def _of_numbers(joined: Bytes, at: AnyInts) -> Bools:
    """Return which marks stand between digits, are a percent sign behind one, or a minus or point before a number."""
    padded = np.concatenate([[END, END], joined, [END]]).astype(np.uint8)
    before2, before, mark, after, after2 = (padded[at + shift] for shift in range(5))
    follows_digit = _DIGITS[before] | (_WHITE[before] & _DIGITS[before2])
    starts = _WHITE[before] | _OPENS[before]
    before_number = _DIGITS[after] | ((mark == ord("-")) & _POINTS[after] & _DIGITS[after2])
    is_sign_or_point = (mark == ord("-")) | _POINTS[mark]
    of_numbers: Bools = (
        ((mark == ord("%")) & follows_digit)
        | (_DIGITS[before] & _DIGITS[after])
        | (is_sign_or_point & starts & before_number)
    )
    return of_numbers
