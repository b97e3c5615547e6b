"""Whether places with equal values are one question, or are equal by chance and may each have another answer."""

from __future__ import annotations

from typing import Any

from evaljson.suggest.kinds.nulls import is_nothing
from evaljson.transforms.number_text import read_number


def are_equal_by_chance(gold: Any, extracted: Any) -> bool:
    """Check whether an answer about two values says nothing of places that have the same two.

    Booleans, numbers and dates are often the same in records that have nothing in common. Words are not, except for
    those of which a field has few, which a card knows (`gold_classes`); and where both sides say nothing, or the same
    number in two ways, the question is how it is written, which is the same everywhere.
    """
    if any(isinstance(one, str) and any(map(str.isalpha, one)) for one in (gold, extracted)):
        return False
    if is_nothing(gold) and is_nothing(extracted):
        return False
    number = read_number(gold).value
    return number is None or number != read_number(extracted).value
