"""Integers that number the elements of arrays, as 1, 2, 3 do: they name elements, where amounts are equal by chance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

_BY_CHANCE: Final = 0.001
"""How likely amounts may be in the order of a numbering."""
_PLURAL: Final = re.compile(r"(e?s|en)?$")
_MEASURED: Final = re.compile(
    r"(?<![^\W_])(amounts?|quantit(y|ies)|qty|prices?|costs?|totals?|sums?|values?|weights?|scores?|counts?|sizes?|ages?"
    r"|lengths?|widths?|heights?|depths?|rates?|shares?|percent|temperatures?|dos(e|es|ages?))(?![^\W_])", re.I,
)  # fmt: skip


def is_numbering(arrays: Iterable[Sequence[Any]], name: str, array: str) -> bool:
    """Check whether a field numbers the elements of all arrays; `arrays` has its values in each array of gold.

    They are other integers in each array, from 0 or 1 on without gaps, or rise where the array is named after the
    field: 101, 102, 201 for the plot of plots. So many arrays must be so that amounts are not by chance.
    """
    if _MEASURED.search(name):
        return False
    named = is_named_after(array, name)
    chance = 1.0
    for numbers in arrays:
        if not all(type(number) is int for number in numbers) or len(set(numbers)) < len(numbers):
            return False
        without_gaps = min(numbers) in (0, 1) and max(numbers) - min(numbers) == len(numbers) - 1
        if not without_gaps and not (named and all(one < other for one, other in pairwise(numbers))):
            return False
        chance /= math.factorial(min(len(numbers), 20))
    return chance < _BY_CHANCE


def is_named_after(array: str, name: str) -> bool:
    """Check whether an array is called like a field of its elements: plots, plot."""
    return _PLURAL.sub("", array.casefold()) == _PLURAL.sub("", name.casefold())
