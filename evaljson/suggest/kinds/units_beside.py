"""The unit that bare numbers are in, told from what stands opposite them with a unit: 12500 beside 12.5 t is in kg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from evaljson.comparators.quantity.quantity import read_quantity
from evaljson.comparators.quantity.units import find_unit, unit_of_size
from evaljson.suggest.kinds.read_kinds import SUFFIX, is_short
from evaljson.suggest.wrong_pairs import Field, WrongPair


def units_beside(fld: Field, extracted: Sequence[Any], pairs: Sequence[WrongPair]) -> Iterator[str]:
    """Yield the units that numbers of one side may be in: the one that makes most pairs the same amount, then the one
    that the other side mostly names. None where no side has numbers, or the other names no unit."""
    by_size = most_frequent(unit for pair in pairs for unit in _in_which_it_is_the_same(pair))
    yield from by_size
    naming: Sequence[Any] = ()
    if fld.values(int, float):
        naming = extracted
    elif any(type(value) in (int, float) for value in extracted):
        naming = fld.values(str)
    units = (SUFFIX.search(value.strip()) for value in naming if is_short(value))
    named = most_frequent(None if unit is None else unit.group().strip() for unit in units)
    yield from (unit for unit in named if unit not in by_size)


def _in_which_it_is_the_same(pair: WrongPair) -> Iterator[str]:
    """Yield the unit in which the number of a pair is what the text of its other side says, if there is one."""
    for number, text in ((pair.gold, pair.extracted), (pair.extracted, pair.gold)):
        if not (type(number) in (int, float) and number and is_short(text)):
            continue
        amount, name = read_quantity(text, {})
        unit = find_unit(name) if name else None
        if amount is None or unit is None or unit.offset:
            continue
        bare, _ = read_quantity(number, {})
        same = None if bare is None else unit_of_size(unit.dimension, amount * unit.factor / bare)
        if same is not None:
            yield from [same] * pair.count


def most_frequent(words: Iterable[str | None]) -> list[str]:
    """Return the word that is there most often, the first by the alphabet of several; none where there is none."""
    counts = Counter(word for word in words if word is not None)
    return [min(counts, key=lambda word: (-counts[word], word))] if counts else []
